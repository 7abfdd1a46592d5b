"""Vectors of the things that make a game: genesis, entries, statements, the transcript file."""

from __future__ import annotations

from protocol.encoding import Value, encode
from protocol.entry import Body, Entry, history_next, history_start, sign_entry
from protocol.equivocation import Equivocation
from protocol.genesis import Genesis, SignedGenesis, nonce_commitment, sign_as_host, sign_genesis
from protocol.identity import Identity, fingerprint, safety_words
from protocol.roster import RosterSeat
from protocol.statement import SignedStatement, Statement, StatementKind, sign_statement
from protocol.transcript import TranscriptWriter, read_transcript
from vectors_base import sample
from vectors_json import Json, to_json

SEATS = 3


def seats() -> tuple[Identity, ...]:
    return tuple(Identity.from_seed(sample(f"seat {n}")) for n in range(SEATS))


def nonces() -> tuple[bytes, ...]:
    return tuple(sample(f"genesis nonce {n}") for n in range(SEATS))


def table() -> Genesis:
    anna, molasar, robot = seats()
    return Genesis(
        rules="1",
        board=sample("board"),
        deck=sample("deck"),
        name="Friday's table",
        roster=(
            RosterSeat("Anna", anna.public, ("eva", "cuza")),
            RosterSeat("Jörg Ω", molasar.public, None),
            RosterSeat("Robot", robot.public, ("fonescu",), anna.public, True),
        ),
        nonces=nonces(),
        options={"spectators": True},
    )


def signed_table() -> SignedGenesis:
    made = table()
    own = tuple(sign_genesis(who, made, nonce) for who, nonce in zip(seats(), nonces(), strict=True))
    return SignedGenesis(made, own, (None, None, sign_as_host(seats()[0], made, 2)))


def rounds() -> tuple[tuple[Entry, ...], ...]:
    """Three rounds: all speak, then one, then two."""
    game = table().digest()
    history = history_start(game)
    made: list[tuple[Entry, ...]] = []
    for number, speakers in enumerate(((0, 1, 2), (1,), (0, 2)), start=1):
        entries = tuple(_entry(game, number, seat, history) for seat in speakers)
        made.append(entries)
        history = history_next(history, [entry.body for entry in entries])
    return tuple(made)


def _entry(game: bytes, number: int, seat: int, history: bytes, kind: str = "vector") -> Entry:
    content: dict[str, Value] = {"note": f"seat {seat} in round {number}", "value": sample(f"value {seat} {number}")}
    state = sample(f"state {number - 1}")
    body = Body(game=game, epoch=0, round=number, seat=seat, kind=kind, content=content, history=history, state=state)
    return sign_entry(seats()[seat], body)


def statements() -> tuple[SignedStatement, ...]:
    game = table().digest()
    contents: dict[StatementKind, dict[str, Value]] = {
        StatementKind.RESIGNATION: {},
        StatementKind.COMPLAINT: {"private": sample("one-time key")},
        StatementKind.EVIDENCE: {"evidence": equivocation().to_bytes()},
        StatementKind.CHAT: {"text": "good night"},
    }
    return tuple(
        sign_statement(
            seats()[number % SEATS],
            Statement(game=game, epoch=0, round=min(number, 2), seat=number % SEATS, kind=kind, content=content),
        )
        for number, (kind, content) in enumerate(contents.items())
    )


def equivocation() -> Equivocation:
    game = table().digest()
    one, other = (_entry(game, 1, 0, history_start(game), kind) for kind in ("one-thing", "another"))
    return Equivocation.of(one, other)


def transcript_bytes() -> bytes:
    writer = TranscriptWriter(signed_table())
    for entries in rounds():
        writer.add_round(entries)
    for signed in statements():
        if signed.statement.kind.is_kept:
            writer.add_statement(signed)
    return writer.to_bytes()


# --- the files ------------------------------------------------------------------------------------


def genesis() -> dict[str, Json]:
    made, signed = table(), signed_table()
    return {
        "about": "Genesis (docs/protocol.md, section 5)",
        "seeds": [sample(f"seat {n}").hex() for n in range(SEATS)],
        "commitments": [
            {"public": who.public.hex(), "nonce": nonce.hex(), "commitment": nonce_commitment(who.public, nonce).hex()}
            for who, nonce in zip(seats(), nonces(), strict=True)
        ],
        "genesis": [
            {
                "value": to_json(made.plain()),
                "bytes": encode(made.plain()).hex(),
                "game": made.digest().hex(),
                "safety_words": list(safety_words(made.digest())),
                "fingerprints": [fingerprint(who.public) for who in seats()],
                "signed": signed.to_bytes().hex(),
            }
        ],
    }


def entry() -> dict[str, Json]:
    game = table().digest()
    history = history_start(game)
    made: list[Json] = []
    for entries in rounds():
        before, history = history, history_next(history, [item.body for item in entries])
        made.append(
            {
                "history_before": before.hex(),
                "entries": [_one(item) for item in entries],
                "history_after": history.hex(),
            }
        )
    pair = equivocation()
    return {
        "about": "Rounds, entries, history, equivocation (docs/protocol.md, section 6)",
        "game": game.hex(),
        "publics": [who.public.hex() for who in seats()],
        "rounds": made,
        "equivocations": [
            {"seat": 0, "bytes": pair.to_bytes().hex(), "first": _one(pair.first), "second": _one(pair.second)}
        ],
    }


def _one(item: Entry) -> Json:
    return {
        "body": to_json(item.body.plain()),
        "digest": item.body.digest().hex(),
        "signature": item.signature.hex(),
        "bytes": item.to_bytes().hex(),
    }


def statement() -> dict[str, Json]:
    return {
        "about": "Statements outside the rounds (docs/protocol.md, section 7)",
        "publics": [who.public.hex() for who in seats()],
        "statements": [
            {
                "statement": to_json(signed.statement.plain()),
                "digest": signed.statement.digest().hex(),
                "tag": f"statement-{signed.statement.kind.value}",
                "signature": signed.signature.hex(),
                "bytes": signed.to_bytes().hex(),
            }
            for signed in statements()
        ],
    }


def transcript() -> dict[str, Json]:
    data = transcript_bytes()
    reading = read_transcript(data)
    assert reading.transcript is not None
    assert reading.problem is None
    read = reading.transcript
    return {
        "about": "The transcript file (docs/protocol.md, section 8)",
        "bytes": data.hex(),
        "genesis": {"index": read.genesis_place.index, "offset": read.genesis_place.offset},
        "rounds": [
            {
                "round": done.number,
                "index": done.place.index,
                "offset": done.place.offset,
                "entries": [item.to_bytes().hex() for item in done.entries],
            }
            for done in read.rounds
        ],
        "statements": [
            {"index": placed.place.index, "offset": placed.place.offset, "bytes": placed.signed.to_bytes().hex()}
            for placed in read.statements
        ],
    }
