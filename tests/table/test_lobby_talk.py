"""Chat in the lobby, and characters changed while the table is open."""

from __future__ import annotations

from keep_p2p.rules.names import Character
from keep_p2p.table.lobby import Begun, Chatted, LobbyChanged, NotGranted, SignedBy
from tests.table.lobby_table import Lobby, Player


def three(*first: Character) -> tuple[Lobby, Player, Player]:
    """A table for four with three players."""
    opener, guest = Player("Anna", 1, first), Player("Bruno", 2)
    lobby = Lobby(4, opener)
    lobby.join(guest)
    lobby.join(Player("Clara", 3))
    return lobby, opener, guest


def say(lobby: Lobby, player: Player, text: str) -> None:
    assert player.machine is not None
    lobby.from_guest(player, player.machine.say(text))
    lobby.run()


def wish(lobby: Lobby, player: Player, *characters: Character) -> None:
    assert player.machine is not None
    lobby.from_guest(player, player.machine.wish(characters))
    lobby.run()


def test_what_a_guest_says_comes_to_all() -> None:
    lobby, _, guest = three()
    say(lobby, guest, "good evening")
    for player in lobby.players.values():
        assert player.seen(Chatted) == [Chatted(1, "Bruno", "good evening")]


def test_what_the_opener_says_comes_to_all() -> None:
    lobby, _, _ = three()
    lobby.from_convener(lobby.convener.say("hello"))
    lobby.run()
    assert all(player.seen(Chatted) == [Chatted(0, "Anna", "hello")] for player in lobby.players.values())


def test_chat_is_made_fit_to_print_and_empty_chat_is_none() -> None:
    lobby, opener, guest = three()
    say(lobby, guest, "a\x1b[2J\u202eb")
    say(lobby, guest, " \x07 ")
    assert opener.seen(Chatted) == [Chatted(1, "Bruno", "a[2Jb")]


def test_a_guest_may_choose_another_character_and_the_game_begins_with_it() -> None:
    lobby, opener, guest = three()
    wish(lobby, guest, Character.EVA)
    assert opener.seen(LobbyChanged)[-1].seats[1].wish == (Character.EVA,)
    lobby.join(Player("Dora", 4))
    (begun,) = guest.seen(Begun)
    assert begun.seats[1].wish == (Character.EVA,)


def test_a_character_that_somebody_has_is_denied_and_the_seat_stays_as_it_was() -> None:
    lobby, opener, guest = three(Character.MOLASAR)
    wish(lobby, guest, Character.MOLASAR)
    (denied,) = guest.seen(NotGranted)
    assert denied.why.startswith("molasar is taken by Anna")
    lobby.join(Player("Dora", 4))
    assert guest.seen(Begun)[0].seats[1].wish == ()
    assert opener.seen(Begun)


def test_the_opener_may_choose_another_character_too() -> None:
    lobby, opener, _ = three()
    lobby.from_convener(lobby.convener.wish((Character.CUZA,)))
    lobby.from_convener(lobby.convener.wish((Character.CUZA, Character.EVA)))
    lobby.run()
    assert opener.seen(LobbyChanged)[-1].seats[0].wish == (Character.CUZA,)
    assert "each player runs one character" in opener.seen(NotGranted)[0].why


def test_no_wish_is_granted_once_the_roster_is_fixed() -> None:
    lobby, _, guest = three()
    lobby.join(Player("Dora", 4))
    wish(lobby, guest, Character.EVA)
    assert guest.seen(NotGranted) == [NotGranted("too late for another character: all seats are being signed")]


def test_all_see_who_has_signed_so_far() -> None:
    opener, guests = Player("Anna", 1), [Player("Bruno", 2), Player("Clara", 3)]
    lobby = Lobby(3, opener, confirm=False)
    for guest in guests:
        lobby.join(guest)
    machine = guests[1].machine
    assert machine is not None
    lobby.from_guest(guests[1], machine.confirm(True))
    lobby.run()
    assert all(player.seen(SignedBy) == [SignedBy((2,))] for player in (opener, *guests))
