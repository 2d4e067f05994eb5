"""The same players, settings and seed are paired as they were on 1 December 2026.

The optimum is held by other tests; among equal optima the seed draws, and a change of the search, of its
windows or of its weights may draw another one without anybody meaning it. Where a change is meant,
`python -m tests.tournament.test_same_pairings` writes the file anew.
"""

import json
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from app.sides import Side
from app.tournament.pairing import Entrant, SideLaw, pair
from tests.tournament.test_optimum import hard_field

RECORDED = Path(__file__).parent / "vectors" / "pairings.json"


def with_sides(entrants, chance):
    """The same players, who had a side in each of their games; some have had one far too often."""
    sides = {entrant.id: [] for entrant in entrants}
    for entrant in entrants:
        for opponent in entrant.opponents:
            corp = chance.random() < 0.5 + 0.3 * (entrant.id % 2)
            sides[entrant.id].append((opponent, Side.CORP if corp else Side.RUNNER))
            sides[opponent].append((entrant.id, Side.RUNNER if corp else Side.CORP))
    return [
        Entrant(each.id, each.points, each.opponents, each.byes, sides=tuple(sides[each.id]))
        for each in entrants
    ]


def rounds():
    """(name, arguments of `pair`) of the rounds that are compared."""
    for seed in range(60):
        chance = Random(seed)
        entrants = hard_field(seed, (6, 7, 9, 16, 25, 40, 61, 90)[seed % 8]).entrants
        apart = [frozenset(chance.sample(range(len(entrants)), 2)) for _ in range(seed % 3)]
        yield f"open {seed}", (entrants, seed), {"forbidden": apart}
        yield f"ahead {seed}", (entrants[:10], seed), {"ahead": (None, 1, 2)[seed % 3]}
        if seed % 2:
            law = SideLaw((None, 4, 36)[seed % 3])
            yield f"sides {seed}", (with_sides(entrants, chance), seed), {"law": law}


def told(arguments, settings):
    """What is kept of a round: how good it is, and a digest of who meets whom and why."""
    result = pair(*arguments, **settings)
    reasons = [str(reason) for reason in result.reasons]
    whole = json.dumps([result.pairings, result.bye, reasons], default=str)
    return {**result.quality.as_json(), "digest": sha256(whole.encode()).hexdigest()[:16]}


@pytest.mark.parametrize("kind", ["open", "ahead", "sides"])
def test_every_round_is_paired_as_before(kind):
    recorded = json.loads(RECORDED.read_text())
    compared = 0
    for name, arguments, settings in rounds():
        if name.startswith(kind):
            assert told(arguments, settings) == recorded[name], name
            compared += 1
    assert compared >= 30


if __name__ == "__main__":
    kept = {name: told(arguments, settings) for name, arguments, settings in rounds()}
    lines = [f"{json.dumps(name)}: {json.dumps(each)}" for name, each in kept.items()]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
