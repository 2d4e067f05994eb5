"""The rules of decks, one function each, which knows nothing of the others, so that all violations are
reported.

Each takes the case (case.py) and gives the violations of its rule: the pool's copies, deckbuilding, the Most
Wanted List. What needs an identity gives nothing when there is none. The sentences are those of sentences.py.
"""

from collections.abc import Callable, Iterator

from app.deckcheck.case import Case
from app.deckcheck.catalog import AGENDA, Card
from app.deckcheck.sentences import Names
from app.deckcheck.values import IDENTITY_PROBLEMS, Problem
from app.deckcheck.verdict import Violation
from app.sides import Side

WARNINGS = frozenset({"unreadable-line"})
BIG_AGENDA = 3  # agenda points from which a list's cap counts an agenda


def _reading(case: Case) -> Iterator[Violation]:
    """What the reader could not take as it stands."""
    for problem in case.decklist.problems:
        if problem.code not in WARNINGS and not (case.identity and problem.code == "identity-missing"):
            yield as_violation(problem)
    for entry in case.bad_quantities:
        yield Violation("bad-quantity", entry.card.title, entry.copies, line=entry.line)


def _identity(case: Case) -> Iterator[Violation]:
    """One identity, no more, and one that a deck may have."""
    told = {problem.code for problem in case.decklist.problems} & IDENTITY_PROBLEMS
    if case.identity is None and not told and not case.second_identities:
        yield Violation("identity-missing")
    if case.second_identities and "several-identities" not in told:
        titles = [entry.card.title for entry in case.second_identities]
        if case.identity is not None:
            titles.insert(0, case.identity.title)
        line = case.second_identities[0].line
        if len(set(titles)) > 1 or case.identity is not None:
            values = {"titles": Names(tuple(titles))}
            yield Violation("several-identities", copies=len(titles), allowed=1, line=line, values=values)
    if case.identity is not None and case.law.never_legal:
        yield Violation("identity-restriction", case.identity.title, 1, 0, variant="never-legal")


def _side(case: Case) -> Iterator[Violation]:
    """All cards are of the identity's side."""
    if case.identity is None:
        return
    side = case.identity.side
    for item in case.held:
        if item.card.side is not side:
            values = {"card_side": item.card.side.word, "side": side.word}
            yield Violation("wrong-side", item.card.title, item.copies, 0, item.line, values=values)


def _pool(case: Case) -> Iterator[Violation]:
    """At most as many copies as the boxes of the pool hold together."""
    for item in case.held:
        if case.available(item.card) < item.copies:
            yield _not_enough(case, item.card, item.copies, item.line)
    identity = case.identity
    if identity is None:
        return
    if case.pool.free_identity:
        if not case.pool.is_out(identity):
            yield _not_enough(case, identity, 1, None)
    elif not case.available(identity):
        yield _not_enough(case, identity, 1, None)


def _not_enough(case: Case, card: Card, copies: int, line: int | None) -> Violation:
    title, pool, have = card.title, case.pool, case.available(card)
    if have:
        return Violation("copies-exceed-pool", title, copies, have, line)
    boxes = deluxes_with(case, title)
    if boxes:
        chosen = tuple(product.name for product in case.assignment.products)
        values = {"boxes": Names(boxes, "or"), "choice": Names(chosen)}
        variant = "" if chosen else "none"
        return Violation("needs-other-deluxe", title, copies, 0, line, variant=variant, values=values)
    where = {"format": pool.name, "day": pool.day.isoformat()}
    return Violation("not-in-pool", title, copies, 0, line, values=where)


def deluxes_with(case: Case, title: str) -> tuple[str, ...]:
    """The names of the deluxes a deck may choose that print the title."""
    options = case.pool.options
    return tuple(
        holding.product.name
        for slot in case.pool.choices
        if slot.is_deluxe
        for holding in slot.holdings
        if title in options[holding.product.code]
    )


def _deck_limit(case: Case) -> Iterator[Violation]:
    """Never more copies than the card's own limit, or the identity's; draft identities lift it."""
    if case.identity is not None and case.identity.is_draft:
        return
    for item in case.held:
        limit = case.limit(item.card)
        if item.copies > limit:
            title = item.card.title
            if case.law.copies is not None and case.identity is not None:
                values = {"identity": case.identity.title}
                yield Violation(
                    "copies-exceed-deck-limit",
                    title,
                    item.copies,
                    limit,
                    item.line,
                    variant="identity",
                    values=values,
                )
            else:
                yield Violation("copies-exceed-deck-limit", title, item.copies, limit, item.line)


def _size(case: Case) -> Iterator[Violation]:
    """At least the identity's minimum deck size; there is no maximum."""
    if case.minimum is not None and case.size < case.minimum:
        yield Violation("deck-too-small", copies=case.size, allowed=case.minimum)


def _influence(case: Case) -> Iterator[Violation]:
    """Influence within the limit, and no card out of faction that has no influence cost."""
    identity = case.identity
    if identity is None:
        return
    limit, spent = case.influence_limit, case.influence or 0
    if limit is not None and spent > limit:
        values = {"spent": spent, "identity": identity.title}
        yield Violation("influence-exceeded", allowed=limit, values=values)
    for item in case.held:
        card = item.card
        if card.influence is None and card.type != AGENDA and card.faction != identity.faction:
            yield Violation("no-influence-cost", card.title, item.copies, 0, item.line)


def _agendas(case: Case) -> Iterator[Violation]:
    """Agendas of the own faction or neutral, and the right number of points for the size of the deck."""
    identity = case.identity
    if identity is None or identity.side is not Side.CORP:
        return
    yield from _foreign_agendas(case, identity)
    required = points_required(case)
    points = agenda_points(case)
    if required is not None and not required[0] <= points <= required[1]:
        size = max(case.size, identity.minimum_deck_size)
        values = {"size": size, "least": required[0], "most": required[1]}
        allowed = required[0] if points < required[0] else required[1]
        yield Violation("agenda-points-out-of-range", copies=points, allowed=allowed, values=values)


def _foreign_agendas(case: Case, identity: Card) -> Iterator[Violation]:
    """No agenda of another faction, or as many different ones of each as the identity allows."""
    allowed = case.law.foreign_agendas
    seen: dict[str, int] = {}
    for item in case.held:
        card = item.card
        if card.type != AGENDA or card.faction == identity.faction or card.is_neutral or identity.is_draft:
            continue
        seen[card.faction] = seen.get(card.faction, 0) + 1
        if not allowed:
            yield Violation("agenda-out-of-faction", card.title, item.copies, 0, item.line)
        elif seen[card.faction] > allowed:
            values = {"identity": identity.title, "allowed": allowed}
            yield Violation(
                "agenda-out-of-faction",
                card.title,
                item.copies,
                0,
                item.line,
                variant="too-many",
                values=values,
            )


def _identity_restriction(case: Case) -> Iterator[Violation]:
    """No card of a faction the identity forbids."""
    forbidden = case.law.forbidden_faction
    if forbidden is None or case.identity is None:
        return
    values = {"faction": case.pool.catalog.factions[forbidden], "identity": case.identity.title}
    for item in case.held:
        if item.card.faction == forbidden:
            yield Violation("identity-restriction", item.card.title, item.copies, 0, item.line, values=values)


def _most_wanted(case: Case) -> Iterator[Violation]:
    """No removed title or subtype, and at most one restricted title."""
    mwl = case.pool.mwl
    if mwl is None:
        return
    lines = {item.card.title: item.line for item in case.held}
    for card in _cards(case):
        if mwl.removes(card):
            line, named = lines.get(card.title), card.title in mwl.removed
            values = {"mwl": mwl.name, "subtype": mwl.removed_subtype(card)}
            variant = "" if named else "subtype"
            yield Violation("mwl-removed", card.title, allowed=0, line=line, variant=variant, values=values)
    restricted = [card.title for card in restricted_cards(case)]
    if len(restricted) > 1:
        told = {"titles": Names(tuple(restricted)), "mwl": mwl.name}
        yield Violation("mwl-restricted", copies=len(restricted), allowed=1, values=told)


def _points(case: Case) -> Iterator[Violation]:
    """At most so many points of the list; a title costs its points once, however many copies there are."""
    mwl = case.pool.mwl
    if mwl is None or mwl.point_limit is None:
        return
    costly = [card.title for card in _cards(case) if card.title in mwl.points]
    spent = sum(mwl.points[title] for title in costly)
    if spent > mwl.point_limit:
        values = {"mwl": mwl.name, "titles": Names(tuple(costly))}
        yield Violation("points-exceeded", copies=spent, allowed=mwl.point_limit, values=values)


def _big_agendas(case: Case) -> Iterator[Violation]:
    """At most so many agenda cards worth 3 or more points."""
    mwl = case.pool.mwl
    if mwl is None or mwl.agenda_cap is None:
        return
    count = sum(item.counted for item in case.held if item.card.agenda_points >= BIG_AGENDA)
    if count > mwl.agenda_cap:
        values = {"mwl": mwl.name}
        yield Violation("too-many-three-point-agendas", copies=count, allowed=mwl.agenda_cap, values=values)


def notes(case: Case) -> Iterator[Violation]:
    """What a reader of the verdict should know though it breaks no rule: how starting cards were counted."""
    if case.identity is not None and case.starting:
        variant = "apart" if any(item.apart for item in case.held) else "counted"
        values = {"titles": Names(case.starting), "identity": case.identity.title}
        yield Violation("starting-cards", variant=variant, values=values)


def _cards(case: Case) -> list[Card]:
    """Every card of the deck, the identity first."""
    cards = [item.card for item in case.held]
    return cards if case.identity is None else [case.identity, *cards]


def restricted_cards(case: Case) -> list[Card]:
    """Restricted titles of the deck, the identity included."""
    mwl = case.pool.mwl
    return [card for card in _cards(case) if mwl is not None and card.title in mwl.restricted]


def agenda_points(case: Case) -> int:
    """Printed agenda points of the whole deck."""
    return sum(item.card.agenda_points * item.counted for item in case.held)


def points_required(case: Case) -> tuple[int, int] | None:
    """Points for n cards, n the larger of deck and minimum size: twice the full fives plus 2, or one more."""
    if case.identity is None or case.identity.side is not Side.CORP:
        return None
    least = 2 * (max(case.size, case.identity.minimum_deck_size) // 5) + 2
    return least, least + 1


def as_violation(problem: Problem) -> Violation:
    """What the reader found, in the verdict's words."""
    return Violation(
        problem.code,
        problem.written or None,
        line=problem.line,
        suggestions=problem.suggestions,
        values={"text": problem.said},
    )


RULES: tuple[Callable[[Case], Iterator[Violation]], ...] = (
    _reading,
    _identity,
    _side,
    _pool,
    _deck_limit,
    _size,
    _influence,
    _agendas,
    _identity_restriction,
    _most_wanted,
    _points,
    _big_agendas,
)
