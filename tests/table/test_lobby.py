"""The lobby without a network: who gets a seat, and that everybody signs the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from keep_p2p.rules.names import Character
from keep_p2p.table.lobby import (
    CannotStart,
    Convener,
    LobbyChanged,
    Reopened,
    SafetyWords,
    Say,
    Stage,
    TableSetup,
    TurnedAway,
    make_ticket,
)
from keep_p2p.table.lobby_seats import Ticket
from protocol.genesis import genesis_bytes
from tests.table.lobby_table import BOARD, DECK, TABLE, Lobby, Player, counting

EVA, FONESCU, CUZA, GLAEKEN, WOERMANN, MOLASAR = Character


def players(count: int) -> list[Player]:
    return [Player(f"Player {n}", n) for n in range(1, count + 1)]


def turned_away(player: Player) -> str:
    (away,) = player.seen(TurnedAway)
    assert isinstance(away, TurnedAway)
    return away.why


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_all_seats_hold_the_same_signed_genesis(count: int) -> None:
    opener, *guests = players(count)
    lobby = Lobby(count, opener)
    for guest in guests:
        lobby.join(guest)
    begun = lobby.begun()
    assert len(begun) == count
    assert {b.signed.to_bytes() for b in begun} == {begun[0].signed.to_bytes()}
    assert sorted(b.own for b in begun) == list(range(count))
    assert begun[0].signed.problem() is None
    assert [seat.name for seat in begun[0].signed.genesis.roster] == [p.name for p in [opener, *guests]]
    assert begun[1].seats[1].hosts[0] == "10.9.9.9", "the address a guest is seen at comes first"


def test_all_see_the_same_safety_words_before_anybody_signs() -> None:
    opener, *guests = players(4)
    lobby = Lobby(4, opener, confirm=False)
    for guest in guests:
        lobby.join(guest)
    words = {player.seen(SafetyWords)[0].words for player in [opener, *guests]}
    assert len(words) == 1
    assert len(words.pop()) == 6
    assert lobby.begun() == []
    assert set(lobby.convener.awaited()) == {p.key for p in [opener, *guests]}


def test_wishes_go_into_the_roster_and_the_rest_is_drawn() -> None:
    lobby = Lobby(4, Player("A", 1, (MOLASAR,)))
    for player in [Player("B", 2, (EVA,)), Player("C", 3), Player("D", 4)]:
        lobby.join(player)
    roster = lobby.begun()[0].signed.genesis.roster
    assert [seat.characters for seat in roster] == [("molasar",), ("eva",), None, None]


def test_s1_at_three_a_searcher_player_has_a_pair() -> None:
    lobby = Lobby(3, Player("A", 1, (EVA, CUZA)))
    single, pair = Player("B", 2, (FONESCU,)), Player("B", 3, (FONESCU, GLAEKEN))
    lobby.join(single)
    assert "runs two Searchers" in turned_away(single)
    lobby.join(pair)
    lobby.join(Player("C", 4, (MOLASAR,)))
    assert lobby.begun()[0].signed.genesis.roster[1].characters == ("fonescu", "glaeken")


def test_a_full_table_is_said_to_be_full() -> None:
    lobby = Lobby(3, Player("A", 1), auto_start=False)
    lobby.join(Player("B", 2))
    lobby.join(Player("C", 3))
    late = Player("D", 4)
    lobby.join(late)
    assert turned_away(late).startswith("all 3 seats of this table are taken")
    assert len(lobby.convener.seats) == 3


def test_nobody_joins_once_the_roster_is_fixed() -> None:
    opener, *guests = players(3)
    lobby = Lobby(3, opener, confirm=False)
    for guest in guests:
        lobby.join(guest)
    late = Player("D", 9)
    lobby.join(late)
    assert "is beginning or has begun" in turned_away(late)


@pytest.mark.parametrize(
    ("late", "sentence"),
    [
        (Player("B", 8, (EVA,)), "eva is taken by A: choose among fonescu, cuza, glaeken, woermann, molasar, or draw"),
        (
            Player("a", 8),
            "somebody named A sits here already: join under another name",
        ),
        (Player("B", 8, (EVA, CUZA)), "at a table of 4 each player runs one character"),
        (Player("B", 8, (CUZA, MOLASAR)), "whoever plays Molasar plays nobody else"),
        (Player("B", 8, rules="2"), "plays by rules version 1 and you by 2"),
        (Player("B", 8, board=bytes(32)), "another board (digest 010101010101, yours 000000000000)"),
        (Player("B", 8, deck=bytes(32)), "another Conflict deck"),
    ],
)
def test_a_refusal_says_why(late: Player, sentence: str) -> None:
    lobby = Lobby(4, Player("A", 1, (EVA,)))
    lobby.join(late)
    assert sentence in turned_away(late)
    assert lobby.convener.free == 3, "a refusal costs the table nothing"


def test_another_protocol_version_is_refused_by_name() -> None:
    lobby, late = Lobby(4, Player("A", 1)), Player("B", 2)
    lobby.players[late.key] = late
    join = late.guest().join()
    lobby.to_convener(late, Say({**join.message, "protocol": 7}))
    lobby.run()
    assert "speaks protocol version 1 and you speak 7" in turned_away(late)


def test_one_key_sits_once() -> None:
    lobby, player = Lobby(4, Player("A", 1)), Player("B", 2)
    lobby.join(player)
    again = Player("C", 2)
    lobby.join(again)
    assert "you sit at this table already" in turned_away(again)
    assert [seat.name for seat in lobby.convener.seats] == ["A", "B"]


def test_the_last_player_may_not_leave_the_table_without_a_molasar() -> None:
    lobby = Lobby(4, Player("A", 1, (EVA,)))
    lobby.join(Player("B", 2, (CUZA,)))
    lobby.join(Player("C", 3, (FONESCU,)))
    late = Player("D", 4, (GLAEKEN,))
    lobby.join(late)
    assert "nobody plays Molasar" in turned_away(late)
    drawing = Player("D", 5)
    lobby.join(drawing)
    assert len(lobby.begun()) == 4, "a draw includes Molasar"


def test_starting_early_needs_three_and_a_molasar() -> None:
    lobby = Lobby(6, Player("A", 1, (EVA,)), auto_start=False)
    lobby.join(Player("B", 2, (CUZA,)))
    with pytest.raises(CannotStart, match="at least 3 players, and 2"):
        lobby.start()
    lobby.join(Player("C", 3, (FONESCU,)))
    with pytest.raises(CannotStart, match="A wants what is not possible with 3 players"):
        lobby.start()
    lobby.join(Player("D", 4, (GLAEKEN,)))
    with pytest.raises(CannotStart, match="nobody plays Molasar"):
        lobby.start()
    lobby.join(Player("E", 5))
    lobby.start()
    assert len(lobby.begun()) == 5


def test_a_table_nobody_could_sit_at_is_not_opened() -> None:
    with pytest.raises(CannotStart, match="runs two Searchers"):
        Lobby(3, Player("A", 1, (EVA,)))
    with pytest.raises(ValueError, match="3 to 6 seats"):
        TableSetup(TABLE, "Castle", 7, "1", BOARD, DECK)


def test_who_leaves_before_the_roster_is_fixed_frees_its_seat() -> None:
    lobby, player = Lobby(4, Player("A", 1)), Player("B", 2, (EVA,))
    lobby.join(player)
    lobby.drop(player)
    lobby.join(Player("C", 3, (EVA,)))
    assert [seat.name for seat in lobby.convener.seats] == ["A", "C"]


def test_who_leaves_while_signing_reopens_the_table_with_fresh_nonces() -> None:
    opener, *guests = players(4)
    lobby = Lobby(4, opener, confirm=False)
    for guest in guests:
        lobby.join(guest)
    before = opener.seen(SafetyWords)[0].genesis
    lobby.drop(guests[2])
    assert "Player 4 left the table" in guests[0].seen(Reopened)[0].why
    lobby.confirm = True
    lobby.join(Player("Late", 9))
    begun = lobby.begun()
    assert len(begun) == 4
    assert not set(before.nonces) & set(begun[0].signed.genesis.nonces)


def test_who_does_not_confirm_is_gone_and_the_table_is_open_again() -> None:
    opener, *guests = players(3)
    lobby = Lobby(3, opener, confirm=False)
    for guest in guests:
        lobby.join(guest)
    machine = guests[0].machine
    assert machine is not None
    lobby.from_guest(guests[0], machine.confirm(False))
    lobby.run()
    assert turned_away(guests[0]) == "you did not confirm the safety words"
    assert lobby.convener.stage is Stage.OPEN
    assert lobby.convener.free == 1


def test_an_opener_who_does_not_confirm_reopens_the_table() -> None:
    opener, *guests = players(3)
    lobby = Lobby(3, opener, confirm=False)
    for guest in guests:
        lobby.join(guest)
    lobby.from_convener(lobby.convener.confirm(False))
    lobby.run()
    assert lobby.convener.stage is Stage.OPEN
    assert len(guests[0].seen(Reopened)) == 1
    lobby.confirm = True
    lobby.start()
    assert len(lobby.begun()) == 3


def test_a_player_that_lost_its_link_at_the_end_gets_the_signed_genesis_again() -> None:
    opener, *guests = players(3)
    lobby = Lobby(3, opener)
    for guest in guests:
        lobby.join(guest)
    machine = guests[0].machine
    assert machine is not None
    (again,) = lobby.convener.receive(guests[0].key, machine.join().message)
    assert isinstance(again, Say)
    assert again.message["type"] == "signed"


def test_a_host_co_signs_only_the_computer_players_it_started() -> None:
    host = Player("A", 1)
    ticket = make_ticket(host.identity, counting(77))
    host.signer.tickets.add(ticket.nonce)
    lobby = Lobby(3, host)
    lobby.join(Player("Bot", 2, computer=True, ticket=Ticket.from_text(ticket.to_text())))
    reused = Player("Bot 2", 3, computer=True, ticket=ticket)
    lobby.join(reused)
    assert "the ticket of this computer player is used already" in turned_away(reused)
    lobby.join(Player("C", 4))
    signed = lobby.begun()[0].signed
    assert signed.genesis.roster[1].host == host.key
    assert signed.problem() is None
    assert host.signer.tickets == set(), "a ticket serves once"


def test_a_guest_can_be_the_host_too() -> None:
    lobby, host = Lobby(3, Player("A", 1)), Player("B", 2)
    ticket = make_ticket(host.identity, counting(78))
    host.signer.tickets.add(ticket.nonce)
    early = Player("Bot", 3, computer=True, ticket=ticket)
    lobby.join(early)
    assert "the host must join first" in turned_away(early)
    lobby.join(host)
    lobby.join(Player("Bot", 4, computer=True, ticket=ticket))
    assert lobby.begun()[0].signed.problem() is None


def test_a_forged_ticket_is_refused() -> None:
    host = Player("A", 1)
    lobby = Lobby(3, host)
    ticket = replace(make_ticket(host.identity, counting(77)), nonce=bytes(16))
    forger = Player("Bot", 2, computer=True, ticket=ticket)
    lobby.join(forger)
    assert "is not its host's" in turned_away(forger)


def test_a_ticket_the_opener_did_not_make_for_this_is_refused() -> None:
    host = Player("A", 1)
    bot = Player("Bot", 2, computer=True, ticket=make_ticket(host.identity, counting(77)))
    lobby = Lobby(3, host)
    lobby.join(bot)
    assert "is spent or not from here" in turned_away(bot)


def test_a_guest_does_not_sign_for_a_computer_player_that_it_did_not_start() -> None:
    lobby, host = Lobby(3, Player("A", 1)), Player("B", 2)
    lobby.join(host)
    lobby.join(Player("Bot", 3, computer=True, ticket=make_ticket(host.identity, counting(77))))
    lobby.join(Player("C", 4))
    assert lobby.begun() == []
    assert turned_away(host) == "Bot claims a host who did not start it"


def test_with_its_host_a_computer_player_goes_too() -> None:
    lobby, host = Lobby(4, Player("A", 1)), Player("B", 2)
    ticket = make_ticket(host.identity, counting(78))
    host.signer.tickets.add(ticket.nonce)
    lobby.join(host)
    bot = Player("Bot", 3, computer=True, ticket=ticket)
    lobby.join(bot)
    lobby.drop(host)
    assert turned_away(bot) == "your host has left the table"
    assert lobby.convener.free == 3


def proposal(change: object) -> tuple[Lobby, Player]:
    """A lobby whose opener proposes a changed genesis to its first guest."""
    opener, *guests = players(3)
    lobby = Lobby(3, opener, confirm=False)
    original = lobby.from_convener

    def tampered(outputs: tuple) -> None:  # type: ignore[type-arg]  # any outputs
        changed = []
        for output in outputs:
            if isinstance(output, Say) and output.message["type"] == "genesis":
                output = Say(change(output.message), output.to)  # type: ignore[operator]  # a function
            changed.append(output)
        original(tuple(changed))

    lobby.from_convener = tampered  # type: ignore[method-assign]  # on purpose
    for guest in guests:
        lobby.join(guest)
    return lobby, guests[0]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("rules", "2", "another rules version"),
        ("board", bytes(32), "another board"),
        ("deck", bytes(32), "another Conflict deck"),
        ("options", {"spectators": False}, "its seats or options differ"),
        ("name", "Other", "its seats or options differ"),
        ("nonces", (bytes([7]) * 32, bytes([8]) * 32, bytes([9]) * 32), "nonce is not the one committed to"),
    ],
)
def test_a_guest_signs_nothing_but_what_was_agreed(field: str, value: object, sentence: str) -> None:
    from protocol.genesis import parse_genesis

    def change(message: dict[str, bytes]) -> dict[str, object]:
        genesis = replace(parse_genesis(message["genesis"]), **{field: value})  # type: ignore[arg-type]  # fields by name
        return {"type": "genesis", "genesis": genesis_bytes(genesis)}

    _, guest = proposal(change)
    assert sentence in turned_away(guest)
    assert guest.seen(SafetyWords) == []


def test_a_false_signature_puts_its_sender_out_and_harms_nobody_else() -> None:
    opener, *guests = players(3)
    lobby = Lobby(3, opener, confirm=False)
    for guest in guests:
        lobby.join(guest)
    lobby.to_convener(guests[0], Say({"type": "sign", "hosted": [None] * 3, "signature": bytes(64)}))
    lobby.run()
    assert turned_away(guests[0]) == "your signature does not hold"
    assert lobby.convener.stage is Stage.OPEN
    assert [seat.name for seat in lobby.convener.seats] == ["Player 1", "Player 3"]


def test_a_nonce_that_was_not_committed_to_puts_its_sender_out() -> None:
    opener, *guests = players(3)
    lobby = Lobby(3, opener)
    guests[1].signer.nonce = bytes(32)
    lobby.join(guests[0])
    guest = guests[1].guest()
    guests[1].signer.nonce = bytes([1]) * 32
    lobby.players[guests[1].key] = guests[1]
    lobby.to_convener(guests[1], guest.join())
    lobby.run()
    assert "not the one you committed to" in turned_away(guests[1])


@pytest.mark.parametrize(
    "message",
    [
        {"type": "sit"},
        {"type": 7},
        {"type": "join"},
        {"type": "reveal", "nonce": b"short"},
        {"type": "sign", "hosted": [], "signature": b""},
        {"type": "commit", "commitment": bytes(32), "more": 1},
    ],
)
def test_a_malformed_message_costs_only_its_sender_its_seat(message: dict[str, object]) -> None:
    lobby, guest = Lobby(4, Player("A", 1)), Player("B", 2)
    lobby.join(guest)
    lobby.to_convener(guest, Say(message))  # type: ignore[arg-type]  # malformed on purpose
    lobby.run()
    assert len(lobby.convener.seats) == (2 if message["type"] == "join" else 1)
    assert len(guest.seen(TurnedAway)) == 1


@pytest.mark.parametrize(
    "message",
    [
        {"type": "hello"},
        {"type": "roster", "name": "X", "options": {}, "seats": [{}], "size": 3, "stage": "open"},
        {"type": "roster", "name": "\x1b[2J", "options": {}, "seats": [], "size": 3, "stage": "open"},
        {"type": "genesis", "genesis": b"\x80"},
        {"type": "signed", "genesis": b"\x80"},
        {"type": "fix", "seats": []},
    ],
)
def test_a_guest_leaves_an_opener_that_talks_nonsense(message: dict[str, object]) -> None:
    guest = Player("B", 2)
    outputs = guest.guest().receive(message)  # type: ignore[arg-type]  # malformed on purpose
    assert isinstance(outputs[-1], TurnedAway)
    assert guest.machine is not None
    assert guest.machine.receive(message) == (), "nothing more is taken from it"  # type: ignore[arg-type]  # malformed on purpose


def test_the_lobby_shows_who_sits_where() -> None:
    lobby, guest = Lobby(4, Player("A", 1, (MOLASAR,))), Player("B", 2)
    lobby.join(guest)
    shown = guest.seen(LobbyChanged)[-1]
    assert (shown.name, shown.size, shown.own, shown.stage) == ("Castle", 4, 1, Stage.OPEN)
    assert [(seat.name, seat.wish) for seat in shown.seats] == [("A", (MOLASAR,)), ("B", ())]
    assert isinstance(lobby.convener, Convener)
