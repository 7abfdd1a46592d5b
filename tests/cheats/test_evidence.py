"""Evidence files convict whom they should, and nobody else however they are changed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from alone import verify as alone
from keep_p2p.packs import Packs, load_board, load_deck
from keep_p2p.rules.awaited import Reason
from keep_p2p.rules.names import Character, Seat
from keep_p2p.table.aftermath import ending_after
from keep_p2p.table.evidence import is_evidence, read_evidence, write_evidence
from keep_p2p.table.spec import Breach
from keep_p2p.table.verify import Report, Verdict, verify_evidence, verify_file, verify_transcript
from protocol.encoding import FRAME_PREFIX_BYTES, encode, frame
from protocol.entry import sign_entry
from protocol.equivocation import Equivocation
from protocol.identity import Identity
from protocol.transcript import TranscriptWriter
from tests.cheats import conflict, dice, ends, hilt, rules, signing
from tests.cheats.stage import altered, moment
from tests.cheats.troupe import Cheat, Outcome, perform
from tests.table.games import PACKS

CHANGES = 25
"""Changes tried on each file."""


PERFORMED: dict[type[Cheat], Outcome] = {}


def outcome(cheat: type[Cheat]) -> Outcome:
    if cheat not in PERFORMED:
        PERFORMED[cheat] = perform(cheat, moment(cheat.occasion))
    return PERFORMED[cheat]


def evidence(cheat: type[Cheat]) -> bytes:
    return outcome(cheat).accusations[0].evidence


def judged(data: bytes) -> Report:
    return verify_file(data, PACKS)


KINDS = [signing.TwoProofs, dice.AnyValue, conflict.PeekGarbage]


@pytest.mark.parametrize("cheat", KINDS)
def test_a_changed_evidence_file_convicts_nobody_honest(cheat: type[Cheat]) -> None:
    data, source = evidence(cheat), random.Random(cheat.what)
    guilty = outcome(cheat).liars
    assert judged(data).seat in guilty
    for number in range(CHANGES):
        changed = bytearray(data)
        # Half of the changes near the end: there is what convicts.
        start = 0 if number % 2 else max(0, len(data) - 600)
        changed[source.randrange(start, len(data))] ^= source.randrange(1, 256)
        report = judged(bytes(changed))
        assert report.verdict in (Verdict.ALTERED, Verdict.UNREADABLE), report
        assert report.seat is None
    for kept in (1, 20, len(data) // 2, len(data) - 1):
        assert judged(data[:kept]).seat is None
    assert judged(data + data).seat is None
    assert judged(data + b"\x00").seat is None


@pytest.mark.parametrize("cheat", KINDS)
def test_an_evidence_file_is_read_as_it_was_written(cheat: type[Cheat]) -> None:
    data = evidence(cheat)
    read = read_evidence(data)
    rounds = [done.entries for done in read.transcript.rounds]
    assert is_evidence(data)
    assert write_evidence(read.transcript.genesis, rounds, read.proof) == data


def test_a_pair_needs_no_rounds_and_no_packs_of_that_game() -> None:
    data = evidence(signing.TwoProofs)
    assert read_evidence(data).transcript.rounds == ()
    assert judged(data).verdict is Verdict.FOUL


def frames_of(data: bytes) -> list[bytes]:
    parts = []
    while data:
        size = FRAME_PREFIX_BYTES + int.from_bytes(data[:FRAME_PREFIX_BYTES], "big")
        parts.append(data[:size])
        data = data[size:]
    return parts


def with_rounds(cheat: type[Cheat], change: int) -> bytes:
    """The evidence with so many rounds more or fewer than belong to it: those of the game as it went on honestly."""
    header, genesis, *rounds, last = frames_of(evidence(cheat))
    replica = moment("result").table.peers[0].replica
    writer = TranscriptWriter(replica.signed)
    for entries in replica.rounds:
        writer.add_round(entries)
    played = frames_of(writer.to_bytes())[2:]
    assert played[: len(rounds)] == rounds, "the same game"
    return b"".join((header, genesis, *played[: max(0, len(rounds) + change)], last))


@pytest.mark.parametrize("cheat", [signing.TwoProofs, dice.AnyValue, signing.OutOfTurn])
def test_an_evidence_file_has_exactly_the_rounds_that_its_proof_needs(cheat: type[Cheat]) -> None:
    data = evidence(cheat)
    assert with_rounds(cheat, 0) == data
    for changed in {with_rounds(cheat, change) for change in (-1, 1, 4)} - {data}:
        for report in (judged(changed), alone.verify(changed)):
            assert (str(report.verdict), report.seat) == ("altered", None), report


def test_an_honest_entry_as_evidence_convicts_nobody() -> None:
    peer = moment("roll").table.peers[0]
    replica = peer.replica
    for number in (1, 5, len(replica.rounds)):
        entry = replica.rounds[number - 1][0]
        assert judged(write_evidence(replica.signed, replica.rounds, entry)).verdict is Verdict.ALTERED
        early = write_evidence(replica.signed, replica.rounds[: number - 1], entry)
        assert judged(early).seat is None
    assert judged(write_evidence(replica.signed, replica.rounds, None)).verdict is Verdict.ALTERED


def test_a_pair_that_the_accused_did_not_sign_convicts_nobody() -> None:
    replica = moment("roll").table.peers[0].replica
    entry = replica.rounds[3][0]
    forger = Identity.from_seed(bytes(32))
    forged = sign_entry(forger, altered(entry.body, content={}))
    pair = Equivocation.of(entry, forged)
    assert judged(write_evidence(replica.signed, (), pair)).verdict is Verdict.ALTERED


def test_an_entry_before_another_history_convicts_nobody() -> None:
    """The rounds are changed so that an honest entry would be wrong in them."""
    replica = moment("walk").table.peers[0].replica
    entry = replica.rounds[-1][0]
    identity = moment("walk").table.peers[entry.body.seat].identity
    assert identity is not None
    other = sign_entry(identity, altered(entry.body, history=bytes(32)))
    report = judged(write_evidence(replica.signed, replica.rounds[:-1], other))
    assert report.verdict is Verdict.ALTERED
    assert report.seat is None


def test_what_is_no_evidence_is_refused_with_a_reason() -> None:
    header = frame(encode({"format": "keep-p2p evidence", "type": "header", "version": 1}))
    for data in (header, header + header, header + frame(b"\xc0"), header + b"\x00\x00\x00\x09", header + bytes(4)):
        report = judged(data)
        assert report.verdict is Verdict.ALTERED
        assert "convicts nobody" in report.reason


def test_a_transcript_tells_of_the_breach_too_and_who_won() -> None:
    found = outcome(hilt.FalseAnswer)
    report = verify_transcript(found.honest[0].transcript(), PACKS)
    assert report.verdict is Verdict.FOUL
    state = found.honest[0].replica.table.state
    searchers = [each.value for each in state.characters if each is not Character.MOLASAR]
    assert report.winner
    assert set(report.winner.split(" and ")) <= set(searchers)
    assert report.winner == verify_evidence(found.accusations[0].evidence, PACKS).winner
    over = found.accusations[0].over
    assert over is not None and over.reason is Reason.MOLASAR_CONVICTED


def test_molasars_cheat_at_any_other_time_is_won_by_all_searchers() -> None:
    over = outcome(rules.NoFeed).accusations[0].over
    state = outcome(rules.NoFeed).honest[0].replica.table.state
    assert over is not None
    assert over.winners == tuple(each for each in state.characters if each.is_searcher)


def test_a_searchers_cheat_ends_the_game_without_a_winner() -> None:
    found = outcome(rules.TooFar)
    over = found.accusations[0].over
    assert over is not None and over.winners == () and over.reason is Reason.ABANDONED
    assert verify_transcript(found.honest[0].transcript(), PACKS).winner == ""


def test_after_the_end_the_result_stands_but_for_whoever_cheated() -> None:
    found = outcome(ends.Denied)
    now, states = found.honest[0].state, found.honest[0].replica.states
    assert now is not None and now.over is not None
    for seat in range(4):
        over = ending_after(now, states, [Breach(found.honest[0].breaches[0].seat, 227, "")])
        assert over is not None
        left = ending_after(
            now,
            states,
            [
                replace(found.honest[0].breaches[0], seat=now.game.seating.seat(each))
                for each in now.characters
                if now.game.seating.seat(each) == seat
            ],
        )
        assert left is not None and seat not in left.winning_seats
        if seat not in now.over.winning_seats:
            assert left.winners == now.over.winners
    molasar = now.game.seating.seat(Character.MOLASAR)
    if molasar in now.over.winning_seats:
        beaten = ending_after(now, states, [Breach(molasar, 227, "")])
        assert beaten is not None and beaten.winners == now.searchers


def test_a_searchers_cheat_up_to_the_last_round_of_play_leaves_no_winner_whoever_settled_it() -> None:
    found = outcome(ends.Denied)
    now, states = found.honest[0].state, found.honest[0].replica.states
    assert now is not None and now.over is not None
    last = next(number for number, state in enumerate(states) if state is not None and state.over is not None)
    searcher = next(seat for seat in map(Seat, range(4)) if seat != now.game.seating.seat(Character.MOLASAR))
    before = states[last - 1]
    for number in (last, last - 1, 5):
        for state, known in ((now, states), (before, states[:last])):
            over = ending_after(state, known, [Breach(searcher, number, "")])
            assert over is not None and (over.winners, over.reason) == ((), Reason.ABANDONED)
    later = ending_after(now, states, [Breach(searcher, last + 1, "")])
    assert later is not None and later.reason is now.over.reason


def test_other_packs_judge_no_evidence_but_say_which_are_needed() -> None:
    from keep_p2p.table.admission import AdmissionError

    deck = load_deck(None)
    other = Packs(load_board(None), replace(deck, digest=bytes(32)))
    with pytest.raises(AdmissionError, match="deck"):
        verify_file(evidence(dice.AnyValue), other)
