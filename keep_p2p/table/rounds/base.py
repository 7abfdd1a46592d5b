"""The shape of a kind of round: check one entry's content, then settle all of them together.

`check` may look only at what stood after the round before, never at the other entries of
its own round, so that the verdict on an entry does not depend on who spoke first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from keep_p2p.rules.names import Seat
from keep_p2p.rules.records import Record
from keep_p2p.table.public import PublicTable
from keep_p2p.table.spec import InvalidEntry, RoundKind, RoundSpec
from protocol.encoding import EncodingError, Value
from protocol.group import GroupError
from protocol.proof import ProofError

Content = Mapping[str, Value]
"""The content of an entry, decoded and canonical, its shape not yet looked at."""

MAX_PROOF = 16_384
"""Longest proof accepted anywhere, bytes: a shuffle of 32 cards takes under 12,000. Stops padding."""

Refusals = (InvalidEntry, EncodingError, GroupError, ProofError)
"""What `check` may raise about an entry. Anything else is an error of ours."""


class RoundType(ABC):
    """One kind of round. Stateless: everything is in the table and the entries."""

    kind: ClassVar[RoundKind]

    @abstractmethod
    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> Any:
        """Return the content parsed and proven. Raises one of `Refusals` with what is wrong."""

    @abstractmethod
    def settle(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, Any]) -> tuple[Record, ...]:
        """Change the table by what all speakers said, in seat order, and return what happened."""
