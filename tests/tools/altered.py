"""Transcripts with one entry changed and honestly signed again by its own seat, which ends them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from keep_p2p.table.local import LocalTable
from protocol.entry import Body, Entry, sign_entry
from protocol.identity import Identity
from protocol.transcript import TranscriptWriter, read_transcript


@dataclass(frozen=True)
class Played:
    """A finished game with the keys of its seats."""

    data: bytes
    rounds: tuple[tuple[Entry, ...], ...]
    identities: tuple[Identity, ...]

    @classmethod
    def of(cls, table: LocalTable) -> Played:
        data = table.peers[0].transcript()
        found = read_transcript(data).transcript
        assert found is not None
        identities = [peer.identity for peer in table.peers]
        assert all(identity is not None for identity in identities)
        return cls(data, tuple(one.entries for one in found.rounds), tuple(filter(None, identities)))

    def cut(self, rounds: Sequence[Sequence[Entry]]) -> bytes:
        """A file of this game's genesis and these rounds."""
        found = read_transcript(self.data).transcript
        assert found is not None
        writer = TranscriptWriter(found.genesis)
        for entries in rounds:
            writer.add_round(tuple(entries))
        return writer.to_bytes()

    def changed(self, entry: Entry, **changes: Any) -> bytes:
        """The file up to this entry's round, with the entry changed and signed again."""
        number = entry.body.round
        again = self.signed(entry, entry.body.seat, **changes)
        last = [again if other is entry else other for other in self.rounds[number - 1]]
        return self.cut([*self.rounds[: number - 1], last])

    def signed(self, entry: Entry, seat: int, **changes: Any) -> Entry:
        """The entry as this seat would say and sign it, with some fields changed."""
        return sign_entry(self.identities[seat], Body(**{**entry.body.plain(), "seat": seat, **changes}))

    def of_each_kind(self, most: int) -> Iterator[Entry]:
        """The first entries of each kind, actions by their class; at most so many of each."""
        seen: dict[str, int] = {}
        for entries in self.rounds:
            for entry in entries:
                action = entry.body.content.get("action")
                kind = f"{entry.body.kind} {action['is'] if isinstance(action, dict) else ''}"
                kind += " with more" if len(entry.body.content) > 1 else ""
                seen[kind] = seen.get(kind, 0) + 1
                if seen[kind] <= most:
                    yield entry
