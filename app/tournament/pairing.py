"""The pairing of one Swiss round: the best there is by the aims in their order, and why it looks so.

In this order: fewest second byes, fewest pairs that must not meet (a setting), fewest rematches, lowest
points of the player with the bye, smallest sum of squared point differences, fewest players paired down or up
again; what is then still equal is drawn by the seed. A third bye is worse than a second and a third meeting
worse than a second. Up to ten players are paired so that no rematch comes in the rounds to come while a
schedule without one exists (`lookahead`). Sides play no part. An odd field has exactly one bye, first-round
byes given by the organizer come on top, and nobody is ever left out. Locked pairs and a locked bye stay as
they are and the rest is the best for them. The answer is a function of the entrants, the settings and the
seed alone; draws are BLAKE2b hashes of seed and player id (`draws`), so the order of the entrants does not
matter.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.tournament.field import Aims, Entrant, Field
from app.tournament.lookahead import Plan
from app.tournament.optimum import Optimum, best_pairing
from app.tournament.reasons import BROKEN, Circumstances, Reason, bye_reason, pairing_reason

__all__ = ["Entrant", "Quality", "Reason", "RoundPairing", "pair"]


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a pairing is. `cost` is the sum of squared point differences of all its pairs.

    `lower_bound` is a proven bound: no pairing that is as good in the aims before it costs less.
    `proven_optimal`: no pairing with the same locks and given byes is better in any way that counts.
    `scores_bound` is what the scores alone would allow if nobody had met before. `floats` are players paired
    down or up again. `rounds_after` of the planned rounds can follow without a rematch (None: not looked at).
    """

    cost: int
    lower_bound: int
    proven_optimal: bool
    rematches: int
    second_byes: int
    forbidden: int = 0
    bye_points: int | None = None
    scores_bound: int = 0
    later_meetings: int = 0
    floats: int = 0
    rounds_after: int | None = None

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
            "later_meetings": self.later_meetings,
            "floats": self.floats,
            "rounds_after": self.rounds_after,
        }


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A whole round. Pairs are (first bidder, second), highest scores first; `bye` is the one of an odd
    field, `given_byes` those the organizer gave. `reasons` has one entry per pair in their order, then one
    per bye."""

    pairings: tuple[tuple[int, int], ...]
    bye: int | None
    given_byes: tuple[int, ...]
    quality: Quality
    reasons: tuple[Reason, ...]

    @property
    def broken(self) -> tuple[Reason, ...]:
        """The reasons that tell of a rule that had to be broken."""
        return tuple(reason for reason in self.reasons if reason.code in BROKEN)

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
    ahead: int | None = 0,
    apart_later: Collection[frozenset[int]] = (),
) -> RoundPairing:
    """Pair these entrants; `locked` pairs are (first, second) and keep that order.

    `ahead` is the number of planned rounds after this one, None for as many as possible; up to ten players
    are paired so that they can follow without a rematch. `apart_later` are pairs that must not meet in them.
    Raises ValueError with a sentence if an id is there twice or unknown, a player is locked twice, or a bye
    is locked though the field is even without it.
    """
    by_id = {entrant.id: entrant for entrant in entrants}
    locked = [(first, second) for first, second in locked]
    apart = frozenset(frozenset(together) for together in forbidden)
    taken = _taken(entrants, by_id, locked, locked_bye, first_round_byes, apart)
    field = Field([entrant for entrant in entrants if entrant.id not in taken], seed, apart)
    resting = [*first_round_byes, *([] if locked_bye is None else [locked_bye])]
    plan = None
    if ahead != 0:
        plan = Plan(ahead, entrants, [*locked, *((player, None) for player in resting)], apart_later)
    best = best_pairing(field, plan)
    pairings, drawn_bye = _told_by_id(field, best)
    bye = locked_bye if drawn_bye is None else drawn_bye
    pairings += locked
    points = {player: entrant.points for player, entrant in by_id.items()}
    pairings.sort(key=lambda seats: _score(points[seats[0]], points[seats[1]]), reverse=True)
    given = tuple(sorted(first_round_byes))
    byes = given if bye is None else (*given, bye)
    quality = _quality(best, [by_id[player] for player in byes], bye, _locked_cost(locked, by_id, apart))
    told = Circumstances(
        entrants=by_id,
        open_players=by_id.keys() - taken,
        locked=frozenset(locked),
        apart=apart,
        by_scores=best.cost.squares == best.scores_bound,
        proven=best.proven,
        for_later=best.alone is not None and best.alone < best.cost,
    )
    reasons = [pairing_reason(seats, told) for seats in pairings]
    reasons += [bye_reason(player, player != bye or bye == locked_bye, told) for player in byes]
    return RoundPairing(tuple(pairings), bye, given, quality, tuple(reasons))


def _told_by_id(field: Field, best: Optimum) -> tuple[list[tuple[int, int]], int | None]:
    """Pairs as (first bidder, second) and the player with the bye, by player id."""
    pairs = [_seats(field, a, b) for a, b in best.pairs if b != field.bye]
    return pairs, next((field.ids[a] for a, b in best.pairs if b == field.bye), None)


def _quality(best: Optimum, resting: list[Entrant], bye: int | None, locked: Aims) -> Quality:
    cost = best.cost
    return Quality(
        cost=cost.squares + locked.squares,
        lower_bound=best.bound.squares + locked.squares,
        proven_optimal=best.proven,
        rematches=cost.rematches + locked.rematches,
        second_byes=sum(entrant.byes > 0 for entrant in resting),
        forbidden=cost.forbidden + locked.forbidden,
        bye_points=None if bye is None else resting[-1].points,
        scores_bound=best.scores_bound + locked.squares,
        later_meetings=cost.later_meetings + locked.later_meetings,
        floats=cost.floats + locked.floats,
        rounds_after=best.rounds_after,
    )


def _locked_cost(
    locked: Sequence[tuple[int, int]], by_id: Mapping[int, Entrant], forbidden: Collection[frozenset[int]]
) -> Aims:
    if not locked:
        return Aims()
    field = Field([by_id[player] for seats in locked for player in seats], 0, forbidden)
    index = {entrant.id: number for number, entrant in enumerate(field.entrants)}
    return field.cost((index[a], index[b]) for a, b in locked)


def _seats(field: Field, a: int, b: int) -> tuple[int, int]:
    """(first bidder, second): the coin is the last bit of what was drawn for the two."""
    here, there = field.ids[a], field.ids[b]
    heads = (field.keys[a] ^ field.keys[b]) & 1 == 1
    return (here, there) if heads == (here < there) else (there, here)


def _score(first: int, second: int) -> tuple[int, int]:
    return first + second, first if first > second else second


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
