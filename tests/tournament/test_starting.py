"""What identities change at the set-up: other base values and notes, never below nothing."""

import pytest

from app.sides import Side
from app.tournament.auction import Seat, Settlement, Start
from app.tournament.starting import notes_for, start_of


@pytest.mark.parametrize(
    ("side", "identity", "bid", "start"),
    [
        (Side.CORP, "NBN: Making News", 5, Start(3, 2)),
        (Side.CORP, "GRNDL: Power Unleashed", 10, Start(0, 5)),
        (Side.CORP, "GRNDL: Power Unleashed", 3, Start(4, 8)),
        (Side.RUNNER, "Andromeda: Dispossessed Ristie", 10, Start(4, 0)),
        (Side.RUNNER, "Andromeda: Dispossessed Ristie", 1, Start(9, 4)),
        (Side.RUNNER, None, 0, Start(5, 5)),
    ],
)
def test_the_penalty_is_taken_from_the_identity_s_own_base(
    side: Side, identity: str | None, bid: int, start: Start
) -> None:
    assert start_of(side, Settlement(Seat.FIRST, side, bid), identity) == start


def test_the_other_side_pays_nothing() -> None:
    settlement = Settlement(Seat.FIRST, Side.CORP, 7)
    assert start_of(Side.RUNNER, settlement, "Andromeda: Dispossessed Ristie") == Start(9, 5)


def test_notes_are_found_whatever_the_quotes() -> None:
    for ayla in ("Ayla “Bios” Rahim: Simulant Specialist", 'Ayla "Bios" Rahim: Simulant Specialist'):
        corp, runner = map(str, notes_for("NEXT Design: Guarding the Net", ayla))
        assert "refills HQ" in corp and "6 cards aside" in runner
    assert notes_for("NBN: Making News", "Noise: Hacker Extraordinaire") == ()
