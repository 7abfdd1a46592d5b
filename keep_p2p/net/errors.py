"""What can go wrong on the network. The text of each is what the person reads: what happened, and what to do."""

from __future__ import annotations

from keep_p2p.errors import UserError


class NetError(UserError):
    """Any of the errors below."""


class PortInUse(NetError):
    """The port asked for is taken by another program."""

    def __init__(self, port: int) -> None:
        super().__init__(f"Port {port} is in use: choose another with --port, or leave --port out to have one chosen.")


class NoNetwork(NetError):
    """No address here on which others could reach us, or none that may be opened."""

    def __init__(self, why: str) -> None:
        super().__init__(f"No usable network: {why}. Switch on a network interface and try again.")


class NoMulticast(NetError):
    """A table was to be found by name, where this machine passes no multicast."""

    def __init__(self) -> None:
        super().__init__(
            "This machine passes no multicast, so tables cannot be found by name: give the opener's HOST:PORT."
        )


class BadAddress(NetError):
    """Text that is no HOST:PORT."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(
            f"{text!r} is not an address: {why}. Write HOST:PORT, such as 192.168.1.20:4711 or [fe80::1]:4711."
        )


class UnknownTable(NetError):
    """No such table was seen in the time given. ``seen`` are the names that were."""

    def __init__(self, name: str | None, seen: tuple[str, ...], seconds: float) -> None:
        wanted = "No table" if name is None else f"No table named {name!r}"
        others = f"; seen: {', '.join(map(repr, seen))}" if seen else "; no table was seen at all"
        advice = "Check the name and that it is open, or give the opener's HOST:PORT"
        super().__init__(f"{wanted} was found in {seconds:g} s{others}. {advice}.")


class AmbiguousTable(NetError):
    """Two tables answer to the name, or several are open and none was named."""

    def __init__(self, name: str | None, choices: tuple[str, ...]) -> None:
        what = f"{len(choices)} tables named {name!r} are open" if name else f"{len(choices)} tables are open"
        hint = "Say which" if name is None else "Give the address of the one you mean"
        super().__init__(f"{what}: {'; '.join(choices)}. {hint}.")


class HostUnreachable(NetError):
    """Nobody answered at any of the addresses."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(
            f"{where} cannot be reached ({why}): check the address, that the table is open, and any firewall."
        )


class NotAPeer(NetError):
    """Somebody answered, who does not speak this protocol or did not prove who it is."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"What answers at {where} is not a keep-p2p peer ({why}): check host and port.")


class OtherVersion(NetError):
    """The peer speaks another version of the protocol."""

    def __init__(self, where: str, theirs: int, ours: int) -> None:
        newer = "this program" if theirs > ours else "the other program"
        super().__init__(
            f"{where} speaks protocol version {theirs} and this program version {ours}: "
            f"update {newer} so that both are the same."
        )


class OtherPeer(NetError):
    """Somebody answered properly, who is not whom we looked for."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where} answered, but {why}: look for the table again.")


class Refused(NetError):
    """The other side refused, for a reason it gave in words of its own (already cleaned)."""


class NotYet(NetError):
    """The peer is there and has not begun what we want; trying again soon is right."""
