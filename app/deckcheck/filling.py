"""What to put in, and which agendas to change, so that a deck has its size and its agenda points.

A Corp deck needs one of two numbers of points, so the advice names both ends as far as agendas of the pool
can reach them. Points that the cards to add cannot hold are put in by swapping other cards as well.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from app.deckcheck.case import Case
from app.deckcheck.catalog import AGENDA, Card, Catalog
from app.deckcheck.mwl import MostWanted
from app.deckcheck.rules import BIG_AGENDA, agenda_points
from app.deckcheck.sentences import Points
from app.deckcheck.verdict import Change
from app.sides import Side


def size_and_agendas(case: Case, cut: int) -> Iterator[Change]:
    """Cards to add up to the minimum, and agenda points to put in or to take out, for a deck whose other
    faults are mended. `cut`: how many copies were taken out of it for that.
    """
    identity, mwl = case.identity, case.pool.mwl
    if identity is None:
        return
    missing = max(identity.minimum_deck_size - case.size, 0)
    size = case.size + missing
    if identity.side is not Side.CORP:
        if missing:
            yield _add("", missing, size, cut)
        return
    now, least = agenda_points(case), 2 * (size // 5) + 2
    ends = (least - now, least + 1 - now)
    cap = mwl.agenda_cap if mwl else None
    big = sum(item.counted for item in case.held if item.card.agenda_points >= BIG_AGENDA)
    if cap is not None and big > cap:
        if missing:
            yield _add("", missing, size, cut)
        values = {"n": cap, "least": least, "most": least + 1, "now": now}
        yield Change("swap", "agendas/cap", values, points=ends)
    elif ends[0] > 0:
        yield _gain(case, missing, size, ends, cut, None if cap is None else cap - big)
    elif ends[1] < 0:
        if missing:
            yield _add("-no-agenda", missing, size, cut)
        yield _lose(case, ends, now)
    elif missing:
        suffix = "-up-to" if ends[1] else "-no-agenda"
        yield _add(suffix, missing, size, cut, (0, ends[1]))


def _add(
    suffix: str,
    missing: int,
    size: int,
    cut: int,
    points: tuple[int, int] | None = None,
    words: Points | None = None,
) -> Change:
    """Cards to add; in place of what was cut where that were enough."""
    verb = "put" if cut >= missing else "add"
    most = points[1] if points else None
    told = {"n": missing, "size": size, "most": most, "points": words}
    return Change("add", f"size/{verb}{suffix}", told, add=missing, points=points)


def _gain(
    case: Case, missing: int, size: int, ends: tuple[int, int], cut: int, big_left: int | None
) -> Change:
    """Agendas to put in: among the cards to add where they have room, else in place of other cards.

    A few cards more than the minimum ask for no more points, so that agendas find room among them first.
    """
    needed = _fewest_cards(_obtainable(case, big_left), ends[1])
    others = sum(item.counted for item in case.held if item.card.type != AGENDA)
    reached = tuple(end for end in ends if end in needed)
    if missing and reached:
        room = missing + 4 - size % 5
        fits = min((needed[end] for end in reached), default=0)
        if fits <= room:
            more = max(fits - missing, 0)
            among = tuple(end for end in reached if needed[end] <= missing + more)
            points = (among[0], among[-1])
            return _add("-agendas", missing + more, size + more, cut, points, Points(among))
    any_way = tuple(end for end in reached if needed[end] <= missing + others)
    if not any_way and not missing:
        return _exchange(ends, agenda_points(case))
    any_way = any_way or ends
    points = (any_way[0], any_way[-1])
    if missing:
        return _add("-and-swap", missing, size, cut, points, Points(any_way))
    return Change("swap", "agendas/put-in", {"points": Points(any_way)}, points=points)


def _lose(case: Case, ends: tuple[int, int], now: int) -> Change:
    """Agendas to take out for other cards, where some of the deck are worth just so much; else an
    exchange.
    """
    held = Counter[int]()
    for item in case.held:
        held[item.card.agenda_points] += item.counted
    del held[0]
    reachable = _fewest_cards(held, -ends[0])
    reached = tuple(points for points in (-ends[1], -ends[0]) if points in reachable)
    if not reached:
        return _exchange(ends, now)
    values = {"points": Points(reached), "least": now + ends[0], "most": now + ends[1]}
    return Change("swap", "agendas/take-out", values, points=(-reached[-1], -reached[0]))


def _exchange(ends: tuple[int, int], now: int) -> Change:
    values = {"least": now + ends[0], "most": now + ends[1], "now": now}
    return Change("swap", "agendas/exchange", values, points=ends)


def _obtainable(case: Case, big_left: int | None) -> Mapping[int, int]:
    """Copies of agendas the deck can still take, by their points; what costs influence or stands on
    the list is left out, so that the advice never breaks another rule.
    """
    identity, mwl = case.identity, case.pool.mwl
    if identity is None:
        return {}
    have = {item.card.title: item.copies for item in case.held}
    everything = identity.is_draft or case.law.foreign_agendas
    copies = Counter[int]()
    for card in _plain_agendas(case.pool.catalog, None if everything else identity.faction, mwl):
        room = min(case.limit(card), case.available(card)) - have.get(card.title, 0)
        if room > 0 and card.agenda_points:
            copies[card.agenda_points] += room
    if big_left is not None:
        for points in copies:
            if points >= BIG_AGENDA:
                copies[points] = min(copies[points], big_left)
    return copies


@lru_cache(maxsize=64)
def _plain_agendas(catalog: Catalog, faction: str | None, mwl: MostWanted | None) -> tuple[Card, ...]:
    """The agendas a deck of that faction may have (None: of every faction) that cost no influence and that
    the list says nothing about.
    """
    listed: set[str] = set()
    if mwl is not None:
        listed = {*mwl.restricted, *mwl.points, *mwl.universal, *mwl.penalty}
    return tuple(
        card
        for card in catalog.cards
        if card.type == AGENDA
        and (faction is None or card.is_neutral or card.faction == faction)
        and not (card.is_neutral and card.influence)
        and card.title not in listed
        and not (mwl is not None and mwl.removes(card))
    )


def _fewest_cards(copies: Mapping[int, int], most: int) -> dict[int, int]:
    """For every sum up to `most` that such agendas can have together, the fewest cards that have it."""
    fewest = {0: 0}
    for points, available in copies.items():
        for total in sorted(fewest, reverse=True):
            for taken in range(1, min(available, (most - total) // points) + 1):
                reached, cards = total + taken * points, fewest[total] + taken
                if cards < fewest.get(reached, cards + 1):
                    fewest[reached] = cards
    return fewest
