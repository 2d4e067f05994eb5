"""The pairing of one Swiss round: the best there is by the aims in their order, and why it looks so.

In this order: fewest second byes, fewest pairs that must not meet (a setting), fewest rematches, lowest
points of the player with the bye, smallest sum of squared point differences; what is then still equal is
drawn by the seed. Sides play no part. An odd field has exactly one bye, first-round byes given by the
organizer come on top, and nobody is ever left out. Locked pairs and a locked bye stay as they are and the
rest is the best for them. The answer is a function of the entrants, the settings and the seed alone; draws
are BLAKE2b hashes of seed and player id (`draws`), so the order of the entrants does not matter.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.tournament.draws import drawn
from app.tournament.field import Aims, Entrant, Field
from app.tournament.matching import exact_pairs
from app.tournament.reasons import Reason, bye_reason, given_bye_reason, pairing_reason, violations

__all__ = ["Entrant", "Quality", "Reason", "RoundPairing", "pair"]


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a pairing is. `cost` is the sum of squared point differences of all its pairs.

    `lower_bound` is a proven bound: no pairing that is as good in the aims before it costs less.
    `proven_optimal`: no pairing with the same locks and given byes is better in any way that counts.
    `scores_bound` is what the scores alone would allow if nobody had met before.
    """

    cost: int
    lower_bound: int
    proven_optimal: bool
    rematches: int
    second_byes: int
    forbidden: int = 0
    bye_points: int | None = None
    scores_bound: int = 0

    def as_json(self) -> dict[str, int | bool | None]:
        return {
            "cost": self.cost,
            "lower_bound": self.lower_bound,
            "proven_optimal": self.proven_optimal,
            "rematches": self.rematches,
            "second_byes": self.second_byes,
            "forbidden": self.forbidden,
            "bye_points": self.bye_points,
            "scores_bound": self.scores_bound,
        }


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A whole round. Pairs are (first bidder, second), highest scores first; `bye` is the one of an odd
    field, `given_byes` those the organizer gave. `reasons` has one entry per pair in their order, then one
    per bye; `warnings` says in sentences what had to be violated and why."""

    pairings: tuple[tuple[int, int], ...]
    bye: int | None
    given_byes: tuple[int, ...]
    quality: Quality
    reasons: tuple[Reason, ...]
    warnings: tuple[str, ...]

    @property
    def byes(self) -> tuple[int, ...]:
        """All players with a bye in this round: the given ones, then that of the odd field."""
        return self.given_byes if self.bye is None else (*self.given_byes, self.bye)


def pair(
    entrants: Sequence[Entrant],
    seed: int,
    *,
    locked: Sequence[tuple[int, int]] = (),
    locked_bye: int | None = None,
    first_round_byes: Collection[int] = (),
    forbidden: Collection[frozenset[int]] = (),
    names: Mapping[int, str] | None = None,
) -> RoundPairing:
    """Pair these entrants; `locked` pairs are (first, second) and keep that order, `names` are for sentences.

    Raises ValueError with a sentence if an id is there twice or unknown, a player is locked twice, or a bye
    is locked though the field is even without it.
    """
    by_id = {entrant.id: entrant for entrant in entrants}
    taken = _taken(entrants, by_id, locked, locked_bye, first_round_byes, forbidden)
    field = Field([entrant for entrant in entrants if entrant.id not in taken], seed, forbidden)
    indices = list(range(field.size + field.odd))
    chosen = exact_pairs(field, indices) if indices else []
    bye = locked_bye
    pairings = list(locked)
    for a, b in chosen:
        if field.bye in (a, b):
            bye = field.entrants[min(a, b)].id
        else:
            pairings.append(_seats(field.entrants[a].id, field.entrants[b].id, seed))
    given = tuple(sorted(first_round_byes))
    return _described(by_id, pairings, bye, given, seed, locked, forbidden, names or {})


def _described(
    by_id: Mapping[int, Entrant],
    pairings: list[tuple[int, int]],
    bye: int | None,
    given: tuple[int, ...],
    seed: int,
    locked: Sequence[tuple[int, int]],
    forbidden: Collection[frozenset[int]],
    names: Mapping[int, str],
) -> RoundPairing:
    everyone = Field(list(by_id.values()), seed, forbidden)
    index = {entrant.id: number for number, entrant in enumerate(everyone.entrants)}
    pairings.sort(key=lambda pairing: _order(pairing, by_id, seed), reverse=True)
    byes = given if bye is None else (*given, bye)
    cost = everyone.total([(index[a], index[b]) for a, b in pairings])
    second_byes = sum(by_id[player].byes > 0 for player in byes)
    quality = Quality(
        cost=cost.squares,
        lower_bound=cost.squares,
        proven_optimal=True,
        rematches=cost.rematches,
        second_byes=second_byes,
        forbidden=cost.forbidden,
        bye_points=None if bye is None else by_id[bye].points,
        scores_bound=cost.squares,
    )
    reasons = [pairing_reason(by_id[a], by_id[b], (a, b) in locked, forbidden, names) for a, b in pairings]
    reasons += [given_bye_reason(by_id[player], names) for player in given]
    if bye is not None:
        reasons.append(bye_reason(by_id[bye], by_id.values(), names))
    totals = Aims(second_byes, cost.forbidden, cost.rematches, 0, cost.squares)
    return RoundPairing(
        tuple(pairings), bye, given, quality, tuple(reasons), violations(totals, reasons, len(by_id), names)
    )


def _seats(a: int, b: int, seed: int) -> tuple[int, int]:
    """The coin that says who bids first."""
    low, high = sorted((a, b))
    return (low, high) if drawn(seed, "first bidder", low, high) & 1 else (high, low)


def _order(pairing: tuple[int, int], by_id: Mapping[int, Entrant], seed: int) -> tuple[int, int, int]:
    first, second = (by_id[player].points for player in pairing)
    return first + second, max(first, second), drawn(seed, "order of tables", *sorted(pairing))


def _taken(
    entrants: Sequence[Entrant],
    by_id: Mapping[int, Entrant],
    locked: Sequence[tuple[int, int]],
    locked_bye: int | None,
    first_round_byes: Collection[int],
    forbidden: Collection[frozenset[int]],
) -> set[int]:
    """The players whose place is settled beforehand; refuses arguments that contradict each other."""
    if len(by_id) != len(entrants):
        raise ValueError("A player is entered twice: give every player once.")
    settled = [player for pairing in locked for player in pairing]
    settled += first_round_byes
    settled += [] if locked_bye is None else [locked_bye]
    taken: set[int] = set()
    for player in settled:
        if player not in by_id:
            raise ValueError(f"Player {player} does not play this round: take back the lock or the bye.")
        if player in taken:
            raise ValueError(f"Player {player} is locked twice: take back one of the locks or byes.")
        taken.add(player)
    if any(len(together) != 2 for together in forbidden):
        raise ValueError("Players who must not meet are given in pairs of two different players.")
    if locked_bye is not None and (len(entrants) - len(first_round_byes)) % 2 == 0:
        raise ValueError("The field is even, so nobody has a bye: take back the locked bye.")
    return taken
