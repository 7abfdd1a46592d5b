"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const MOLASAR = 5, OUTSIDE = -1, ABSENT = -2, FIRST_GUARD = 6, STEP_TIME = 1500;
  const byId = (id) => document.getElementById(id);
  const all = (query, root = document) => [...root.querySelectorAll(query)];

  // Each step whole: what lasts is carried on, what is of one step alone (capital keys) is not.
  const steps = [];
  for (const change of game.steps) {
    const step = { ...steps[steps.length - 1] };
    for (const key of ["M", "D", "R", "V"]) delete step[key];
    steps.push(Object.assign(step, change));
  }
  // The cards turned up stay in sight as long as their conflict goes on.
  let shown = null;
  for (const step of steps) {
    if (step.R) shown = { cards: step.R, result: step.V };
    else if (!step.a || step.a[6] || step.a[0] !== shown?.cards[0] || step.a[1] !== shown?.cards[1]) shown = null;
    step.shown = shown;
  }
  const ways = new Map(game.ways.map(([a, b, x, y]) => [`${Math.min(a, b)}-${Math.max(a, b)}`, [x, y]]));
  const pawns = all("g.pawns .pawn").map((node) => ({
    node, number: Number(node.dataset.pawn), region: node.closest("svg").id.slice(6),
  }));
  const rooms = all("g.room").map((node) => ({ node, number: Number(node.dataset.room) }));
  const lines = all("#story li").map((node) => ({ node, step: Number(node.dataset.step) }));
  const last = steps.length - 1;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let at = 0, eyes = game.eyes[0], timer = 0;

  const el = (name, kind, ...inside) => {
    const node = document.createElement(name);
    if (kind) node.className = kind;
    node.append(...inside.filter((each) => each !== null && each !== undefined));
    return node;
  };
  const svg = (name, attributes) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  };
  const roomName = (room) => (room === OUTSIDE ? "outside the Keep" : game.rooms[room][0]);
  const guardLetter = (pawn) => "abcdefghijkl"[pawn - FIRST_GUARD];
  const pawnName = (pawn) => (pawn < FIRST_GUARD ? game.characters[pawn] : `Guard ${guardLetter(pawn)}`);
  const seatOf = (character) => game.seats.findIndex(([, played]) => played.includes(character));
  const counted = (number, noun) => `${number || "no"} ${noun}${number === 1 ? "" : "s"}`;

  // What the chosen eyes know at this step.
  function knowledge() {
    if (eyes === "all") return (slot) => game.cards[slot];
    if (eyes === "public") return () => undefined;
    const known = new Set(game.known[eyes].filter(([since]) => since <= at).map(([, slot]) => slot));
    return (slot) => (known.has(slot) ? game.cards[slot] : undefined);
  }
  function hiltRoom(step) {
    if (step.y >= 0) return step.y;
    if (!game.hilt || at < game.hilt[1]) return -1;
    const his = eyes === "all" || (eyes !== "public" && game.seats[eyes][1].includes(MOLASAR));
    return his || step.u ? game.hilt[0] : -1;
  }
  const lyingSlots = (step) =>
    (step.g || []).filter(([, , seats]) => eyes === "all" || seats.includes(eyes)).map(([who, slot]) => [who, `c${slot}`]);

  // Board
  function drawRooms(step) {
    const proven = new Set(step.x || []), hilt = hiltRoom(step), fight = step.a ? step.a[2] : -1;
    const touched = new Set((step.M || []).map((move) => move[move.length - 1]));
    const found = new Set(Object.keys(step).filter((key) => /^f\d$/.test(key)).flatMap((key) => step[key]));
    for (const { node, number } of rooms) {
      node.classList.toggle("proven", proven.has(number) && hilt !== number);
      node.classList.toggle("hilt", hilt === number);
      node.classList.toggle("fighting", fight === number);
      node.classList.toggle("lit", touched.has(number) && fight !== number);
      const mark = node.querySelector(".hilt-mark text");
      if (mark) mark.textContent = hilt === number ? "‡" : proven.has(number) ? "∅" : "†";
      let title = game.rooms[number][0];
      if (hilt === number) title += ": the Hilt's room";
      else if (proven.has(number)) title += ": proven empty of the Hilt";
      else if (mark) title += ": a marked room";
      node.querySelector("title").textContent = title;
    }
    for (const node of all(".door-mark")) node.classList.toggle("found", found.has(Number(node.dataset.door)));
  }
  function drawPawns(step) {
    const inRoom = new Map();
    for (let pawn = 0; pawn < 18; pawn++) {
      const room = step[`p${pawn}`] ?? ABSENT;
      if (room >= 0) inRoom.set(room, [...(inRoom.get(room) || []), pawn]);
    }
    const acting = new Set((step.M || []).map((move) => move[0]));
    if (step.a) acting.add(step.a[0]).add(step.a[1]);
    for (const { node, number, region } of pawns) {
      const room = step[`p${number}`] ?? ABSENT;
      const here = room >= 0 && game.rooms[room][1] === region;
      node.classList.toggle("gone", !here);
      node.classList.toggle("acting", acting.has(number));
      if (!here) continue;
      const [, , , , left, right, row] = game.rooms[room];
      const together = inRoom.get(room), place = together.indexOf(number), many = together.length;
      const apart = many > 1 ? Math.min(27, Math.max(14, (right - left - 28) / (many - 1))) : 0;
      const start = Math.max(left + 14, Math.min((left + right) / 2 - (apart * (many - 1)) / 2, right - 14 - apart * (many - 1)));
      node.style.transform = `translate(${start + place * apart}px, ${row}px)`;
    }
  }
  function drawTrails(step) {
    for (const board of all(".board")) {
      const region = board.id.slice(6), layer = board.querySelector(".trails");
      layer.replaceChildren();
      for (const [, ...path] of step.M || []) {
        let points = [];
        const flush = (isEnd) => {
          if (points.length > 1) {
            layer.append(svg("polyline", { class: "trail", points: points.map((point) => point.join(",")).join(" ") }));
            if (isEnd) layer.append(arrow(points[points.length - 2], points[points.length - 1]));
          }
          points = [];
        };
        path.forEach((room, index) => {
          const before = path[index - 1];
          const way = index && before >= 0 && room >= 0 ? ways.get(`${Math.min(before, room)}-${Math.max(before, room)}`) : null;
          if (index && !way) flush(false);
          if (room < 0 || game.rooms[room][1] !== region) return;
          if (way) points.push(way);
          points.push([game.rooms[room][2], game.rooms[room][3]]);
        });
        flush(true);
      }
    }
  }
  function arrow([x0, y0], [x, y]) {
    const angle = (Math.atan2(y - y0, x - x0) * 180) / Math.PI;
    return svg("path", { class: "trail-end", d: "M9 0-7-7-3 0-7 7Z", transform: `translate(${x} ${y}) rotate(${angle})` });
  }
  function follow(step) {
    // On a narrow screen the board is wider than the window: keep what happens in sight.
    const room = step.a ? step.a[2] : step.M ? step.M[step.M.length - 1].at(-1) : step.t ? step[`p${step.t[0]}`] : -1;
    if (!(room >= 0)) return;
    showRegion(game.rooms[room][1]);
    const scroller = byId(`scroll-${game.rooms[room][1]}`), board = scroller.firstElementChild;
    keepAboveControls(room);
    if (board.clientWidth <= scroller.clientWidth + 1) return;
    const x = (game.rooms[room][2] / board.viewBox.baseVal.width) * board.clientWidth;
    scroller.scrollTo({ left: x - scroller.clientWidth / 2, behavior: calm.matches ? "auto" : "smooth" });
  }

  function keepAboveControls(room) {
    // On a low screen the controls cover the board's foot: scroll, unless the board is out of sight anyway.
    const covered = byId("controls").getBoundingClientRect().top, board = document.querySelector(".boards").getBoundingClientRect();
    if (board.bottom < 80 || board.top > covered) return;
    const box = rooms.find(({ number }) => number === room).node.getBoundingClientRect();
    const by = box.bottom > covered - 6 ? box.bottom - covered + 12 : box.top < 0 ? box.top - 12 : 0;
    if (by) scrollBy({ top: by, behavior: calm.matches ? "auto" : "smooth" });
  }
  function showRegion(region) {
    document.querySelector(".boards").dataset.region = region;
    for (const button of all(".regions button")) button.setAttribute("aria-pressed", button.dataset.region === region);
  }

  // Cards
  function conflictCard(card, forMolasar) {
    const [title, a, b, c, d] = game.conflict[card - 1];
    const numbers = forMolasar ? `Molasar ${a}, guard ${b}` : `v. Molasar ${c}, v. guard ${d}`;
    return [el("b", "", title), el("span", "", numbers)];
  }
  function mini(slot, card, character, lying) {
    const bonus = slot[0] === "b";
    const kind = bonus ? "Bonus" : "Conflict";
    if (card === undefined) {
      const back = el("span", `mini back ${bonus ? "bonus" : ""}`, bonus ? "B?" : "C?");
      back.setAttribute("role", "img");
      back.setAttribute("aria-label", `A ${kind} card, face down`);
      back.title = `A ${kind} card, face down`;
      return back;
    }
    if (!bonus) return el("span", `mini ${lying ? "lying" : ""}`, ...conflictCard(card, character === MOLASAR));
    const node = el("span", "mini bonus", el("b", "", game.bonus[card][0]), el("span", "", "Bonus card"));
    node.title = game.bonus[card][1];
    return node;
  }
  function drawPlayers(step) {
    const known = knowledge(), lying = new Map(lyingSlots(step).map(([who, slot]) => [slot, who]));
    for (const node of all(".player")) {
      const character = Number(node.dataset.character), room = step[`p${character}`] ?? ABSENT;
      node.classList.toggle("turn", Boolean(step.t) && step.t[0] === character && step.t[1] > 0);
      node.classList.toggle("out", Boolean(step.n) && !step.n.includes(character));
      node.querySelector(".place").textContent = place(step, character, room);
      const hand = (step[`c${character}`] || []).map((slot) => `c${slot}`).concat((step[`b${character}`] || []).map((slot) => `b${slot}`));
      const cards = hand.map((slot) => mini(slot, known(slot), character, lying.has(slot)));
      const notes = [];
      if (hand.some((slot) => lying.has(slot))) notes.push(el("p", "note-line", "The outlined card lies face down in the conflict."));
      if (character === MOLASAR && step.h) {
        cards.push(...step.h.map((hazard) => hazardCard(hazard)));
        const hilt = hiltRoom(step);
        if (hilt >= 0) notes.push(el("p", "note-line", el("strong", "", "‡ The Hilt"), ` lies in: ${roomName(hilt)}`));
      }
      const doors = (step[`f${character}`] || []).map((door) => `◊${door + 1} ${game.doors[door]}`);
      if (doors.length && character !== MOLASAR) notes.push(el("p", "note-line", `Found: ${doors.join(", ")}`));
      node.querySelector(".hand").replaceChildren(...cards, ...notes);
    }
  }
  function hazardCard(hazard) {
    const node = el("span", "mini hazard", el("b", "", game.hazards[hazard][0]), el("span", "", "Hazard"));
    node.title = game.hazards[hazard][1];
    return node;
  }
  function place(step, character, room) {
    if (!step.n) return "";
    if (!step.n.includes(character)) return "Has left the game.";
    if (room >= 0) return `In: ${roomName(room)} (${game.rooms[room][1]})`;
    return room === OUTSIDE ? "Outside the Keep" : "Not on the board";
  }
  function big(owner, kind, title, value, note) {
    const node = el("div", `big ${kind}`, el("span", "owner", owner), el("span", "title", title));
    if (value !== undefined) node.append(el("span", "value", String(value), note ? el("small", "", note) : null));
    return node;
  }
  function drawFight(step) {
    const fight = step.a, turned = step.shown, box = byId("fight");
    box.hidden = !fight && !turned;
    if (box.hidden) return;
    const [searcher, enemy] = turned ? turned.cards : fight;
    const where = fight ? `, in: ${roomName(fight[2])}` : "";
    byId("fight-title").textContent = `${pawnName(enemy)} against ${pawnName(searcher)}${where}`;
    byId("fight-cards").replaceChildren(...(turned ? upCards(turned) : downCards(step, fight)));
    byId("fight-result").textContent = turned ? result(turned, searcher, enemy) : "";
  }
  function upCards({ cards: [, enemy, defender, one, value, other, theirs, bonuses], result: decided }) {
    const total = bonuses.reduce((sum, [, more]) => sum + more, theirs);
    const extra = bonuses.map(([name, more]) => `+${more} ${name}`).join(", ");
    const winner = decided ? decided[0] : -1;
    const left = big(enemy === MOLASAR ? "Molasar" : "Molasar, for the guard", "", game.conflict[one - 1][0], value, "");
    const right = big(`${game.characters[defender]} defends`, "searcher", game.conflict[other - 1][0], total, extra ? `${theirs} ${extra}` : "");
    if (winner === MOLASAR) left.classList.add("winner");
    else if (winner >= 0) right.classList.add("winner");
    return [left, el("span", "versus", "v."), right];
  }
  function downCards(step, [searcher, enemy, , defender, down, blade]) {
    const known = knowledge(), lying = new Map(lyingSlots(step));
    const card = (who, isDown, owner, forMolasar) => {
      if (!isDown) return big(owner, "empty", "no card yet");
      const number = lying.has(who) ? known(lying.get(who)) : undefined;
      if (number === undefined) return big(owner, "down", "face down");
      const [title, ...values] = game.conflict[number - 1];
      const value = values[(forMolasar ? 0 : 2) + (enemy === MOLASAR ? 0 : 1)];
      return big(owner, forMolasar ? "" : "searcher", title, value, "still face down");
    };
    const defends = defender >= 0 ? `${game.characters[defender]} defends` : "Who defends?";
    const right = card(defender, Boolean(down & 2), defends, false);
    if (blade) right.append(el("small", "", "The Blade: +2"));
    return [card(MOLASAR, Boolean(down & 1), "Molasar", true), el("span", "versus", "v."), right];
  }
  function result({ result: decided }, searcher, enemy) {
    if (!decided) return "";
    if (decided[0] < 0) return "A tie: it is fought again.";
    const loser = decided[0] === MOLASAR ? searcher : enemy;
    return `${pawnName(decided[0] === MOLASAR ? enemy : searcher)} wins by ${decided[1]}; ${pawnName(loser)} must retreat.`;
  }

  // Words
  function drawWords(step) {
    const own = lines.filter((line) => line.step === at);
    byId("now").textContent = own.map((line) => line.node.textContent).join("\n");
    const winners = (step.v || []).map((who) => game.characters[who]).join(" and ");
    const over = winners ? `The game is over: ${winners} won` : "The game is over, without a winner";
    byId("whose").textContent = step.v ? over : !step.t || step.t[1] === 0 ? "Set-up" : `Turn ${step.t[1]} of 12: ${game.characters[step.t[0]]}${step.t[2] ? ", again" : ""}`;
    byId("waits").textContent = (step.o ? "Power Failure: no Searcher moves without a Flashlight. " : "") + (step.w || "");
    const eaten = step.e || [], left = 12 - eaten.length;
    byId("track").replaceChildren(...Array.from({ length: 12 }, (_, number) => {
      const node = el("li", number < eaten.length ? "eaten" : "", number < eaten.length ? guardLetter(eaten[number]) : "");
      node.setAttribute("aria-label", number < eaten.length ? `${pawnName(eaten[number])} eaten` : "a guard left");
      return node;
    }));
    byId("counter").textContent = `${counted(eaten.length, "guard")} eaten, ${left} left. Molasar wins as his twelfth turn begins.`;
    byId("piles").textContent = step.l ? `Piles: ${counted(step.l[0], "Conflict card")}, ${counted(step.l[1], "Bonus card")}. ${discarded(step)}` : "";
    byId("guards").textContent = guards(step);
    byId("count").textContent = `${at + 1} of ${steps.length}`;
    for (const node of all(".doors li")) {
      const door = Number(node.dataset.door);
      const finders = [0, 1, 2, 3, 4].filter((who) => (step[`f${who}`] || []).includes(door)).map((who) => game.characters[who]);
      if ((step.f5 || []).includes(door)) finders.push("the guards");
      node.querySelector(".finders").textContent = finders.length ? `found by ${finders.join(", ")}` : "not found";
    }
  }
  function discarded(step) {
    const bonus = step.d[1].map((card) => game.bonus[card][0]);
    return `Discarded: ${counted(step.d[0].length, "Conflict card")}${bonus.length ? `; ${bonus.join(", ")}` : ""}.`;
  }
  function guards(step) {
    const told = [];
    for (let pawn = FIRST_GUARD; pawn < 18; pawn++) {
      const room = step[`p${pawn}`] ?? ABSENT;
      if (room >= 0) told.push(`${guardLetter(pawn)} in ${roomName(room)}`);
    }
    return told.length ? `Guards: ${told.join(", ")}.` : "";
  }
  function drawStory() {
    const list = byId("story");
    let first = null;
    for (const { node, step } of lines) {
      node.classList.toggle("later", step > at);
      if (step === at) node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
      if (step === at && !first) first = node;
    }
    if (first) list.scrollTop = first.offsetTop - list.clientHeight / 3;
  }
  function drawDice(step) {
    const pips = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
    byId("dice").replaceChildren(...(step.D || []).flat().map((value) =>
      el("span", "die", ...Array.from({ length: 9 }, (_, spot) => el("i", pips[value].includes(spot) ? "pip" : "")))));
  }
  function drawControls() {
    const slider = byId("slider"), now = lines.find((line) => line.step === at);
    slider.value = at;
    slider.setAttribute("aria-valuetext", `Step ${at + 1} of ${steps.length}: ${now ? now.node.textContent : ""}`);
    const turn = all("#turn option").filter((option) => Number(option.value) <= at).pop();
    if (turn) turn.selected = true;
    for (const id of ["first", "back"]) byId(id).disabled = at === 0;
    for (const id of ["next", "end"]) byId(id).disabled = at === last;
  }
  function draw() {
    const step = steps[at];
    drawRooms(step); drawPawns(step); drawTrails(step); drawPlayers(step); drawFight(step);
    drawWords(step); drawStory(); drawDice(step); drawControls(); follow(step);
    document.documentElement.dataset.step = at;
  }

  // Going
  function go(step) {
    at = Math.max(0, Math.min(last, step));
    draw();
  }
  function pause() {
    clearTimeout(timer);
    timer = 0;
    byId("play").classList.remove("playing");
    byId("play").querySelector("span").textContent = "Play";
    byId("now").setAttribute("aria-live", "polite");
  }
  function tick() {
    if (at === last) return pause();
    go(at + 1);
    const slow = (steps[at].R ? 2 : 1) * (lines.filter((line) => line.step === at).length > 1 ? 1.4 : 1);
    timer = setTimeout(tick, (STEP_TIME * slow) / Number(byId("speed").value));
  }
  function play() {
    if (timer) return pause();
    if (at === last) go(0);
    byId("play").classList.add("playing");
    byId("play").querySelector("span").textContent = "Pause";
    byId("now").setAttribute("aria-live", "off");
    timer = setTimeout(tick, STEP_TIME / 3 / Number(byId("speed").value));
  }
  const by = (steps) => () => { pause(); go(at + steps); };
  function byTurn(direction) {
    const starts = [...new Set(all("#turn option").map((option) => Number(option.value)))];
    const found = direction > 0 ? starts.find((step) => step > at) : starts.filter((step) => step < at).pop();
    pause();
    go(found ?? (direction > 0 ? last : 0));
  }
  function look(value) {
    eyes = ["public", "all"].includes(value) ? value : Number(value);
    byId("eyes").value = String(value);
    draw();
  }
  for (const button of all(".regions button")) button.addEventListener("click", () => showRegion(button.dataset.region));
  byId("first").addEventListener("click", by(-Infinity));
  byId("back").addEventListener("click", by(-1));
  byId("play").addEventListener("click", play);
  byId("next").addEventListener("click", by(1));
  byId("end").addEventListener("click", by(Infinity));
  byId("slider").addEventListener("input", (event) => { pause(); go(Number(event.target.value)); });
  byId("turn").addEventListener("change", (event) => { pause(); go(Number(event.target.value)); });
  byId("eyes").addEventListener("change", (event) => look(event.target.value));
  byId("story").addEventListener("click", (event) => {
    const line = event.target.closest("li");
    if (line && !String(getSelection())) { pause(); go(Number(line.dataset.step)); }
  });
  const keys = {
    ArrowRight: by(1), ArrowLeft: by(-1), Home: by(-Infinity), End: by(Infinity), " ": play,
    PageDown: () => byTurn(1), PageUp: () => byTurn(-1),
    v: () => look(game.eyes[(game.eyes.findIndex((each) => each === eyes) + 1) % game.eyes.length]),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target.tagName;
    const own = on === "SELECT" || on === "INPUT" || (event.key === " " && ["BUTTON", "SUMMARY", "A"].includes(on));
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || (own && event.key !== "v")) return;
    event.preventDefault();
    action();
  });
  byId("eyes").disabled = game.eyes.length === 1;
  look(game.eyes.includes("all") ? "all" : "public");
})();
