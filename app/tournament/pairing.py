"""The pairing of one Swiss round: the best there is by the aims in their order, and why it looks so.

In this order: fewest second byes, fewest pairs that must not meet (a setting), fewest rematches, lowest
points of the player with the bye, smallest sum of squared point differences, fewest players paired down or up
again; what is then still equal is drawn by the seed. A third bye is worse than a second and a third meeting
worse than a second. Up to ten players are paired so that no rematch comes in the rounds to come while a
schedule without one exists (`lookahead`). Sides play no part unless the pairing assigns them (`balance`).
An odd field has exactly one bye, first-round byes given by the organizer come on top, and nobody is ever left
out. Locked pairs and a locked bye stay as they are and the rest is the best for them. The answer is a
function of the entrants, the settings and the seed alone; draws are BLAKE2b hashes of seed and player id
(`draws`), so the order of the entrants does not matter.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from app.sentences import say
from app.tournament.balanced import best_balanced
from app.tournament.field import Aims, Entrant, Field, SideLaw
from app.tournament.lookahead import Plan
from app.tournament.optimum import Optimum, best_pairing
from app.tournament.reasons import Circumstances, Reason, bye_reason, pairing_reason, with_sides

__all__ = ["Entrant", "Quality", "Reason", "RoundPairing", "SideLaw", "pair"]


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a pairing is. `cost` is the sum of squared point differences of all its pairs.

    `lower_bound` is a proven bound: no pairing that is as good in the aims before it costs less.
    `proven_optimal`: no pairing with the same locks and given byes is better in any way that counts.
    `scores_bound` is what the scores alone would allow if nobody had met before. `floats` are players paired
    down or up again. `rounds_after` of the planned rounds can follow without a rematch (None: not looked at).
    `same_sides` pairs meet with the sides they had before, `sides_over` sums by how much the games as Corp
    and as Runner of one player differ by more than 1; both are 0 where sides are not assigned. Where a
    rematch has a price in squared points, `cost` contains it.
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
    same_sides: int = 0
    sides_over: int = 0

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
            "same_sides": self.same_sides,
            "sides_over": self.sides_over,
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
        return tuple(reason for reason in self.reasons if reason.broken)

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
    law: SideLaw | None = None,
) -> RoundPairing:
    """Pair these entrants; `locked` pairs are (first, second) and keep that order.

    `ahead` is the number of planned rounds after this one, None for as many as possible; up to ten players
    are paired so that they can follow without a rematch. `apart_later` are pairs that must not meet in them.
    With a `law` the pairing assigns the sides: all pairs, locked ones included, are (Corp, Runner).
    Raises ValueError with a sentence if an id is there twice or unknown, a player is locked twice, or a bye
    is locked though the field is even without it.
    """
    by_id = {entrant.id: entrant for entrant in entrants}
    locked = [(first, second) for first, second in locked]
    apart = frozenset(frozenset(together) for together in forbidden)
    taken = _taken(entrants, by_id, locked, locked_bye, first_round_byes, apart)
    field = Field([entrant for entrant in entrants if entrant.id not in taken], seed, apart, law)
    resting = [*first_round_byes, *([] if locked_bye is None else [locked_bye])]
    settled = [*locked, *((player, None) for player in resting)]
    plan = None if ahead == 0 else Plan(ahead, entrants, settled, apart_later)
    best = best_pairing(field, plan) if law is None else best_balanced(field, plan)
    pairings, drawn_bye = _told_by_id(field, best)
    bye = locked_bye if drawn_bye is None else drawn_bye
    pairings = _by_score([*pairings, *locked], by_id)
    given = tuple(sorted(first_round_byes))
    byes = given if bye is None else (*given, bye)
    fixed = _locked_cost(locked, by_id, apart, law)
    quality = _quality(best, [by_id[player] for player in byes], bye, fixed)
    if law is not None and law.swapped_costs is not None:
        # There the aims count a rematch among the squares.
        quality = replace(quality, rematches=sum(a in by_id[b].opponents for a, b in pairings))
    told = Circumstances(
        entrants=by_id,
        open_players=by_id.keys() - taken,
        locked=frozenset(locked),
        apart=apart,
        by_scores=best.cost.squares == best.scores_bound,
        proven=best.proven,
        for_later=best.alone is not None and best.alone < best.cost,
    )
    reasons = _reasons(pairings, [(player, player != bye or bye == locked_bye) for player in byes], told, law)
    return RoundPairing(tuple(pairings), bye, given, quality, reasons)


def _reasons(
    pairings: Sequence[tuple[int, int]],
    byes: Sequence[tuple[int, bool]],
    told: Circumstances,
    law: SideLaw | None,
) -> tuple[Reason, ...]:
    """One for each pair, then one for each bye (player, whether it was given)."""
    reasons = [pairing_reason(seats, told) for seats in pairings]
    if law is not None:
        reasons = [with_sides(reason, told) for reason in reasons]
    return (*reasons, *(bye_reason(player, given, told) for player, given in byes))


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
        same_sides=cost.same_sides + locked.same_sides,
        sides_over=cost.sides_over + locked.sides_over,
    )


def _locked_cost(
    locked: Sequence[tuple[int, int]],
    by_id: Mapping[int, Entrant],
    forbidden: Collection[frozenset[int]],
    law: SideLaw | None,
) -> Aims:
    if not locked:
        return Aims()
    field = Field([by_id[player] for seats in locked for player in seats], 0, forbidden, law)
    index = {entrant.id: number for number, entrant in enumerate(field.entrants)}
    pairs = [(index[a], index[b]) for a, b in locked]
    cost = field.cost(pairs)
    if law is None:
        return cost
    same, beyond, spread = (sum(each) for each in zip(*(field.ways(a, b)[0] for a, b in pairs), strict=True))
    return cost._replace(same_sides=same, sides_over=beyond, spread=spread)


def _seats(field: Field, a: int, b: int) -> tuple[int, int]:
    """(first bidder, second), or (Corp, Runner): what is equal is decided by a coin, the last bit of what was
    drawn for the two."""
    here, there = field.ids[a], field.ids[b]
    if field.law is not None:
        a_corp, b_corp = field.ways(a, b)
        if a_corp != b_corp:
            return (here, there) if a_corp < b_corp else (there, here)
    heads = (field.keys[a] ^ field.keys[b]) & 1 == 1
    return (here, there) if heads == (here < there) else (there, here)


def _by_score(pairs: Sequence[tuple[int, int]], by_id: Mapping[int, Entrant]) -> list[tuple[int, int]]:
    """Highest total first, then the better player's score."""
    points = {player: entrant.points for player, entrant in by_id.items()}

    def score(seats: tuple[int, int]) -> tuple[int, int]:
        first, second = points[seats[0]], points[seats[1]]
        return first + second, max(first, second)

    return sorted(pairs, key=score, reverse=True)


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
        raise ValueError(say("A player is entered twice: give every player once."))
    settled = [player for pairing in locked for player in pairing]
    settled += first_round_byes
    settled += [] if locked_bye is None else [locked_bye]
    taken: set[int] = set()
    for player in settled:
        if player not in by_id:
            raise ValueError(
                say("Player {player} does not play this round: take back the lock or the bye.", player=player)
            )
        if player in taken:
            raise ValueError(
                say("Player {player} is locked twice: take back one of the locks or byes.", player=player)
            )
        taken.add(player)
    if any(len(together) != 2 for together in forbidden):
        raise ValueError(say("Players who must not meet are given in pairs of two different players."))
    if locked_bye is not None and (len(entrants) - len(first_round_byes)) % 2 == 0:
        raise ValueError(say("The field is even, so nobody has a bye: take back the locked bye."))
    return taken
