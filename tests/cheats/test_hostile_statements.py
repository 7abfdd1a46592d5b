"""Complaints and evidence cannot be turned against the honest, and floods of them cost little."""

from __future__ import annotations

from typing import Any

import pytest

from keep_p2p.rules.game import IllegalAction
from keep_p2p.rules.names import Seat
from keep_p2p.table.accuse import complaint_of, judge_complaint
from keep_p2p.table.effects import Accused, Ask, Refused
from keep_p2p.table.peer import MAX_CORRECTIONS, MAX_UNHEARD, Peer
from keep_p2p.table.replica import NotTakenError
from keep_p2p.table.verify import Verdict, verify_evidence, verify_transcript
from protocol.encoding import Value
from protocol.entry import Entry, sign_entry
from protocol.equivocation import Equivocation
from protocol.statement import Statement, StatementKind, sign_statement
from tests.cheats.stage import altered, moment
from tests.cheats.troupe import Troupe
from tests.table.games import PACKS


def stopped_at(occasion: str) -> Troupe:
    return Troupe(moment(occasion).copy())


def statement(peer: Peer, **changes: Any) -> bytes:
    """A statement of evidence by this peer's seat, with some fields changed."""
    assert peer.seat is not None and peer.identity is not None
    fields: dict[str, Any] = {
        "game": peer.game_id,
        "epoch": 0,
        "round": peer.round - 1,
        "seat": peer.seat,
        "kind": StatementKind.EVIDENCE,
        "content": {"entries": []},
    }
    return sign_statement(peer.identity, Statement(**{**fields, **changes})).to_bytes()


def accusations(effects: tuple[object, ...]) -> list[Accused]:
    return [each for each in effects if isinstance(each, Accused)]


def test_honest_entries_as_evidence_accuse_nobody() -> None:
    troupe = stopped_at("walk")
    liar, peer = troupe.peers[0], troupe.peers[1]
    for entries in peer.replica.rounds:
        for entry in entries:
            content = {"entries": [entry.to_bytes()]}
            data = statement(liar, round=entry.body.round - 1, content=content)
            assert not accusations(peer.receive(data))
            twice = statement(liar, content={"entries": [entry.to_bytes()] * 2})
            assert all(isinstance(each, Refused) for each in peer.receive(twice))
    assert peer.breach is None


def test_evidence_that_is_none_is_refused() -> None:
    troupe = stopped_at("walk")
    liar, peer, victim = troupe.peers[0], troupe.peers[1], troupe.peers[2]
    entry = peer.replica.rounds[4][0]
    assert victim.identity is not None and liar.identity is not None
    other_game = sign_entry(victim.identity, altered(entry.body, game=bytes(32), seat=2))
    forged = sign_entry(liar.identity, altered(entry.body, content={}, seat=2))
    both = sorted((forged, Entry(peer.replica.rounds[0][2].body, bytes(64))), key=lambda each: each.body.digest())
    for entries in ([], [other_game], [forged], both, [entry, forged], [entry] * 3, ["text"], [b"junk"]):
        encoded = [each.to_bytes() if isinstance(each, Entry) else each for each in entries]
        for number in (peer.round - 1, 4, 0):
            effects = peer.receive(statement(liar, round=number, content={"entries": encoded}))
            assert not accusations(effects)
    assert not accusations(peer.receive(statement(liar, seat=2, content={"entries": [entry.to_bytes()]})))
    assert peer.breach is None


def test_a_flood_of_statements_and_entries_is_bounded() -> None:
    troupe = stopped_at("walk")
    liar, peer = troupe.peers[0], troupe.peers[1]
    assert liar.identity is not None
    future = peer.round + 500
    entry = peer.replica.rounds[0][0]
    for number in range(200):
        peer.receive(statement(liar, kind=StatementKind.COMPLAINT, round=future + number, content={"n": number}))
        late = sign_entry(liar.identity, altered(entry.body, round=future + number))
        peer.receive(late.to_bytes())
        peer.receive(statement(liar, round=future + number - 1, content={"entries": [late.to_bytes()]}))
        peer.receive(statement(liar, kind=StatementKind.CHAT, content={"n": number}))
        peer.receive(bytes([number]) * 300)
    assert sum(len(kept) for kept in peer._unheard.values()) <= MAX_UNHEARD
    assert len(peer.replica._pending) <= 2 * len(troupe.peers)
    assert peer.breach is None
    troupe.run()
    assert all(each.finished for each in troupe.peers), "the table plays on"


def test_two_early_entries_of_one_seat_convict_it_and_more_are_not_kept() -> None:
    troupe = stopped_at("walk")
    liar, peer = troupe.peers[0], troupe.peers[1]
    assert liar.identity is not None
    body = peer.replica.rounds[0][0].body
    found: list[Accused] = []
    for number in range(50):
        changes = {"round": peer.round + 1, "seat": 0, "content": {"n": number}, "history": bytes(32)}
        found += accusations(peer.receive(sign_entry(liar.identity, altered(body, **changes)).to_bytes()))
    assert [each.seat for each in found] == [0]
    assert len(peer.replica._pending) == 1


def test_an_entry_for_an_old_round_in_which_its_seat_had_no_part_convicts_it_however_late() -> None:
    troupe = stopped_at("walk")
    peer = troupe.peers[0]
    for number in range(1, peer.round):
        spoke = {entry.body.seat for entry in peer.replica.rounds[number - 1]}
        silent = next((seat for seat in range(len(troupe.peers)) if seat not in spoke), None)
        if silent is None:
            continue
        liar = troupe.peers[silent]
        assert liar.identity is not None
        body = peer.replica.rounds[number - 1][0].body
        late = sign_entry(liar.identity, altered(body, seat=silent))
        other = sign_entry(liar.identity, altered(body, seat=silent, history=bytes(32)))
        assert not accusations(peer.receive(other.to_bytes())), "nobody knows what it was told"
        (told,) = accusations(stopped_at("walk").peers[0].receive(late.to_bytes()))
        assert (told.seat, told.round) == (silent, number)
        report = verify_evidence(told.evidence, PACKS)
        assert (report.verdict, report.seat, report.round) == (Verdict.FOUL, silent, number)
        return
    raise AssertionError("a round in which somebody has no part")


def test_a_cheat_that_confesses_ever_earlier_rounds_cannot_divide_the_honest() -> None:
    """Who won may depend on the round, so all must end with the earliest; only so many are shown."""
    troupe = stopped_at("walk")
    liar, told_all, told_last = troupe.peers[:3]
    assert liar.identity is not None
    body = told_all.replica.rounds[0][0].body

    def confession(number: int) -> bytes:
        assert liar.identity is not None
        both = [sign_entry(liar.identity, altered(body, round=number, content={"n": n})) for n in (1, 2)]
        pair = Equivocation.of(both[0], both[1])
        return statement(liar, content={"entries": [pair.first.to_bytes(), pair.second.to_bytes()]})

    shown: list[Accused] = []
    for number in range(MAX_CORRECTIONS + 5, 0, -1):
        shown += accusations(told_all.receive(confession(number)))
    told_last.receive(confession(1))
    for giver, taker in ((told_all, told_last), (told_last, told_all)):
        for data in giver.missing_for(taker.have()):
            shown += accusations(taker.receive(data))
    assert [(each.seat, each.round) for each in told_all.breaches] == [(liar.seat, 1)]
    assert told_all.breaches == told_last.breaches
    assert len(shown) <= MAX_CORRECTIONS + 1
    for peer in (told_all, told_last):
        report = verify_transcript(peer.transcript(), PACKS)
        assert (report.verdict, report.seat, report.round) == (Verdict.FOUL, liar.seat, 1)


def test_who_lags_behind_a_breach_still_settles_the_rounds_before_it() -> None:
    """A pair convicts at once, whoever has settled what; all are then to hold the same rounds before it."""
    ahead, behind = stopped_at("walk").peers[1], Peer(stopped_at("walk").peers[1].replica.signed, PACKS, bytes)
    liar = stopped_at("walk").peers[0]
    assert liar.identity is not None
    behind.start()
    number = ahead.round - 1
    for entries in ahead.replica.rounds[: number - 10]:
        for entry in entries:
            behind.receive(entry.to_bytes())
    body = ahead.replica.rounds[0][0].body
    both = [sign_entry(liar.identity, altered(body, round=number, seat=0, content={"n": n})) for n in (1, 2)]
    pair = Equivocation.of(both[0], both[1])
    told = statement(liar, content={"entries": [pair.first.to_bytes(), pair.second.to_bytes()]})
    for peer in (ahead, behind):
        assert accusations(peer.receive(told))
    assert behind.round < number
    for data in ahead.missing_for(behind.have()):
        assert not accusations(behind.receive(data))
    assert behind.round == number, "and none after it"
    assert behind.replica.history == ahead.replica.histories[number - 1]
    assert not ahead._entries_for(behind.have())


def test_a_complaint_that_quotes_another_history_accuses_nobody() -> None:
    """The owner may have shown the complainer something else than it has shown to all others."""
    troupe = stopped_at("judge")
    while troupe.under_way:
        peers = [
            each for each in troupe.peers if each.replica.table.guesses and each.round == moment("judge").spec.round
        ]
        if peers:
            break
        troupe.deliver(troupe.under_way.popleft())
    peer = peers[0]
    guess = peer.replica.table.guesses[-1]
    guesser = troupe.peers[guess.guesser]
    assert guesser.identity is not None and guesser.speaker is not None
    key = guesser.speaker.private.guess_key(guess.round).private
    signed = complaint_of(peer.replica, guesser.identity, [(guess, key)])
    assert judge_complaint(peer.replica, signed).seat == guess.guesser, "of a true card: here it convicts"
    plain: dict[str, Any] = signed.statement.plain()
    changed = {**signed.statement.content, "history": bytes(32)}
    other = sign_statement(guesser.identity, Statement(**{**plain, "content": changed}))
    with pytest.raises(NotTakenError, match="history"):
        judge_complaint(peer.replica, other)
    changed["history"] = peer.replica.histories[guess.answered - 1]
    before = Statement(**{**plain, "round": guess.answered - 1, "content": changed})
    early = sign_statement(guesser.identity, before)
    with pytest.raises(NotTakenError, match="not been answered"):
        judge_complaint(peer.replica, early)


def test_a_complaint_is_judged_alike_however_late_it_is_heard() -> None:
    finished = stopped_at("result")
    replica = finished.peers[0].replica
    guess = replica.table.guesses[0]
    guesser = finished.peers[guess.guesser]
    assert guesser.identity is not None and guesser.speaker is not None
    key = guesser.speaker.private.guess_key(guess.round).private
    for after in (guess.answered, guess.answered + 1, replica.round - 1):
        content: dict[str, Value] = {"history": replica.histories[after], "keys": [key], "rounds": [guess.round]}
        said = Statement(
            game=replica.table.game_id,
            epoch=0,
            round=after,
            seat=guess.guesser,
            kind=StatementKind.COMPLAINT,
            content=content,
        )
        breach = judge_complaint(replica, sign_statement(guesser.identity, said))
        assert (breach.seat, breach.round) == (guess.guesser, after)


@pytest.mark.parametrize(
    "have",
    [
        {},
        {"round": True, "seats": [], "history": b""},
        {"round": 5, "seats": [[1], {"a": 1}], "history": 7},
        {"round": 5, "seats": {"a": 1}, "history": b"", "convicted": [[1], 5, [1, 2, 3], {"a": 1}]},
        {"round": 10**9, "seats": "x", "history": None, "convicted": "x"},
        {"round": 5, "seats": [0], "convicted": [["a", 1], [0, -5]]},
    ],
)
def test_what_another_says_it_has_may_be_anything(have: dict[str, Any]) -> None:
    peer = moment("walk").table.peers[0]
    assert isinstance(peer.missing_for(have), tuple)


def test_after_the_stop_nobody_can_choose() -> None:
    troupe = stopped_at("walk")
    seat = moment("walk").spec.speakers[0]
    while troupe.under_way and troupe.peers[seat].round < moment("walk").spec.round - 1:
        troupe.deliver(troupe.under_way.popleft())
    peer = troupe.peers[seat]
    liar = troupe.peers[(seat + 1) % 4]
    assert liar.identity is not None
    entry = next(each for each in peer.replica.rounds[0] if each.body.seat == liar.seat)
    second = sign_entry(liar.identity, altered(entry.body, content={}))
    effects = peer.receive(second.to_bytes())
    assert accusations(effects)
    assert not any(isinstance(each, Ask) for each in effects)
    with pytest.raises(IllegalAction, match="stopped"):
        peer.choose(moment("walk").spec.awaited)  # type: ignore[arg-type]  # it is refused unread


def test_a_spectator_comes_to_the_same_verdict() -> None:
    troupe = stopped_at("walk")
    player, spectator = troupe.peers[0], Peer(troupe.peers[0].replica.signed, PACKS, bytes)
    spectator.start()
    for data in player.missing_for(spectator.have()):
        spectator.receive(data)
    entry = player.replica.rounds[0][1]
    identity = troupe.peers[1].identity
    assert identity is not None
    second = sign_entry(identity, altered(entry.body, content={})).to_bytes()
    (told,) = [each for each in player.receive(second) if isinstance(each, Accused)]
    for data in player.missing_for(spectator.have()):
        spectator.receive(data)
    assert [(each.seat, each.round) for each in spectator.breaches] == [(told.seat, told.round)] == [(Seat(1), 1)]
    assert player.missing_for(spectator.have()) == ()


def test_signed_statements_are_of_this_game() -> None:
    troupe = stopped_at("walk")
    data = statement(troupe.peers[0], game=bytes(32))
    assert all(isinstance(each, Refused) for each in troupe.peers[1].receive(data))
