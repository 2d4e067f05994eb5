"""The rules of decks, one function each, which knows nothing of the others, so that all violations are
reported.

Each takes the case (cases.py) and gives the violations of its rule: the pool's copies, deckbuilding, the Most
Wanted List. What needs an identity gives nothing when there is none.
"""

from collections.abc import Callable, Iterator

from app.deckcheck.case import Case
from app.deckcheck.catalog import AGENDA, Card
from app.deckcheck.values import IDENTITY_PROBLEMS, Problem
from app.deckcheck.verdict import Violation, listed
from app.sides import Side

CUSTOM_BIOTICS = "Custom Biotics: Engineered for Success"
WARNINGS = frozenset({"unreadable-line"})


def _reading(case: Case) -> Iterator[Violation]:
    """What the reader could not take as it stands, and cards the format does not know at all."""
    for problem in case.decklist.problems:
        if problem.code not in WARNINGS and not (case.identity and problem.code == "identity-missing"):
            yield as_violation(problem)
    for entry in case.bad_quantities:
        title = entry.card.title
        yield Violation(
            "bad-quantity", f"{title}: {entry.copies} copies is no quantity.", title, line=entry.line
        )
    for entry in case.strangers:
        message = (
            f"{entry.card.title} came out after {case.pool.name} had ended; the format does not know it."
        )
        yield Violation("unknown-card", message, entry.card.title, entry.copies, line=entry.line)


def _identity(case: Case) -> Iterator[Violation]:
    """One identity, no more."""
    told = {problem.code for problem in case.decklist.problems} & IDENTITY_PROBLEMS
    if case.identity is None and not told and not case.second_identities:
        yield Violation("identity-missing", "The list names no identity; say which one the deck has.")
    if case.second_identities and "several-identities" not in told:
        titles = [entry.card.title for entry in case.second_identities]
        if case.identity is not None:
            titles.insert(0, case.identity.title)
        line = case.second_identities[0].line
        if len(set(titles)) > 1 or case.identity is not None:
            message = f"A deck has one identity; the list names {listed(titles, 'and')}."
            yield Violation("several-identities", message, copies=len(titles), allowed=1, line=line)


def _side(case: Case) -> Iterator[Violation]:
    """All cards are of the identity's side."""
    if case.identity is None:
        return
    side = case.identity.side
    for item in case.held:
        if item.card.side is not side:
            message = f"{item.card.title} is a {item.card.side.word} card; this is a {side.word} deck."
            yield Violation("wrong-side", message, item.card.title, item.copies, 0, item.line)


def _pool(case: Case) -> Iterator[Violation]:
    """At most as many copies as the boxes of the pool hold together."""
    for item in case.held:
        yield from _in_pool(case, item.card, item.copies, item.line)
    if case.identity is not None:
        yield from _in_pool(case, case.identity, 1, None)


def _in_pool(case: Case, card: Card, copies: int, line: int | None) -> Iterator[Violation]:
    title, pool, have = card.title, case.pool, case.available(card)
    if have >= copies:
        return
    if have:
        message = f"{copies} {title}: the pool has {have}."
        yield Violation("copies-exceed-pool", message, title, copies, have, line)
        return
    boxes = [
        holding.product.name
        for slot in pool.choices
        if slot.is_deluxe
        for holding in slot.holdings
        if title in pool.options[holding.product.code]
    ]
    if boxes:
        chosen = listed([product.name for product in case.assignment.products], "and") or "none"
        message = f"{title} is in {listed(boxes, 'or')}; this deck's choice is {chosen}."
        yield Violation("needs-other-deluxe", message, title, copies, 0, line)
    else:
        message = f"{title} is not in the pool of {pool.name} on {pool.day.isoformat()}."
        yield Violation("not-in-pool", message, title, copies, 0, line)


def _deck_limit(case: Case) -> Iterator[Violation]:
    """Never more copies than the card's own limit; draft identities lift it."""
    if case.identity is not None and case.identity.is_draft:
        return
    for item in case.held:
        limit = case.limit(item.card)
        if item.copies > limit:
            message = f"{item.copies} {item.card.title}: a deck may have {limit}."
            title = item.card.title
            yield Violation("copies-exceed-deck-limit", message, title, item.copies, limit, item.line)


def _size(case: Case) -> Iterator[Violation]:
    """At least the identity's minimum deck size; there is no maximum."""
    if case.minimum is not None and case.size < case.minimum:
        message = f"The deck has {case.size} cards; it needs at least {case.minimum}."
        yield Violation("deck-too-small", message, copies=case.size, allowed=case.minimum)


def _influence(case: Case) -> Iterator[Violation]:
    """Influence within the limit, and no card out of faction that has no influence cost."""
    identity = case.identity
    if identity is None:
        return
    limit, spent = case.influence_limit, case.influence or 0
    if limit is not None and spent > limit:
        message = f"The deck spends {spent} influence; {identity.title} has {limit}."
        yield Violation("influence-exceeded", message, allowed=limit)
    for item in case.held:
        card = item.card
        if card.influence is None and card.type != AGENDA and card.faction != identity.faction:
            message = f"{card.title} has no influence cost and cannot be used out of faction."
            yield Violation("no-influence-cost", message, card.title, item.copies, 0, item.line)


def _agendas(case: Case) -> Iterator[Violation]:
    """Agendas of the own faction or neutral, and the right number of points for the size of the deck."""
    identity = case.identity
    if identity is None or identity.side is not Side.CORP:
        return
    for item in case.held:
        card = item.card
        foreign = card.type == AGENDA and card.faction != identity.faction and not card.is_neutral
        if foreign and not identity.is_draft:
            message = f"{card.title} is an agenda of another faction."
            yield Violation("agenda-out-of-faction", message, card.title, item.copies, 0, item.line)
    required = points_required(case)
    points = agenda_points(case)
    if required is not None and not required[0] <= points <= required[1]:
        size = max(case.size, identity.minimum_deck_size)
        message = f"{points} agenda points; a deck of {size} cards needs {required[0]} or {required[1]}."
        allowed = required[0] if points < required[0] else required[1]
        yield Violation("agenda-points-out-of-range", message, copies=points, allowed=allowed)


def _identity_restriction(case: Case) -> Iterator[Violation]:
    """Custom Biotics may not include Jinteki cards."""
    if case.identity is None or case.identity.title != CUSTOM_BIOTICS:
        return
    for item in case.held:
        if item.card.faction == "jinteki":
            message = f"{item.card.title} is a Jinteki card; {CUSTOM_BIOTICS} may not include any."
            yield Violation("identity-restriction", message, item.card.title, item.copies, 0, item.line)


def _most_wanted(case: Case) -> Iterator[Violation]:
    """No removed title, and at most one restricted title."""
    mwl = case.pool.mwl
    if mwl is None:
        return
    lines = {item.card.title: item.line for item in case.held}
    for card in _cards(case):
        if card.title in mwl.removed:
            message = f"{card.title} is removed by {mwl.name}."
            yield Violation("mwl-removed", message, card.title, allowed=0, line=lines.get(card.title))
    restricted = [card.title for card in restricted_cards(case)]
    if len(restricted) > 1:
        message = f"{listed(restricted, 'and')} are restricted by {mwl.name}; a deck may have one of them."
        yield Violation("mwl-restricted", message, copies=len(restricted), allowed=1)


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
        problem.message,
        card=problem.written or None,
        line=problem.line,
        suggestions=problem.suggestions,
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
)
