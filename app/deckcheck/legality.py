"""The law of decks: a decklist held against a pool gives a verdict with every violation there is.

The rules are those of rules.py: here the pool is found, every rule is asked, and the answer put together.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date as Day

from app.deckcheck.case import Case, make_case
from app.deckcheck.catalog import Catalog
from app.deckcheck.formats import Overrides
from app.deckcheck.pools import CACHE_REFRESH, FormatNotYet, Pool, pool_at
from app.deckcheck.rules import (
    RULES,
    WARNINGS,
    agenda_points,
    as_violation,
    notes,
    points_required,
    restricted_cards,
)
from app.deckcheck.values import Decklist
from app.deckcheck.verdict import Line, Verdict, Violation
from app.sides import Side


def judge(
    catalog: Catalog,
    decklist: Decklist,
    *,
    format: str = CACHE_REFRESH,
    date: Day,
    deluxe: str | None = None,
    mwl: str | None = None,
    overrides: Overrides | None = None,
) -> Verdict:
    """The verdict on a decklist in `format` on `date`.

    `deluxe` fixes the deluxe (name, code or `none`), else the best one is found; `mwl` names a list or
    `none`, else the list of the day counts. Raises PoolError or UnknownList when the pool asked for cannot
    be made.
    """
    if mwl is not None:
        overrides = replace(overrides or Overrides(), mwl=mwl)
    try:
        pool = pool_at(catalog, format, date, overrides)
    except FormatNotYet as error:
        return _not_yet(decklist, format, date, error)
    return check(decklist, pool, deluxe=deluxe)


def is_legal(
    catalog: Catalog,
    decklist: Decklist,
    *,
    format: str,
    date: Day,
    deluxe: str | None = None,
    overrides: Overrides | None = None,
) -> bool:
    """Whether the verdict of `judge` would be legal, found without putting a verdict together: a fifth of its
    time, for who asks about many days. Raises as `judge`."""
    try:
        pool = pool_at(catalog, format, date, overrides)
    except FormatNotYet:
        return False
    # To choose products is the longest part, and no choice brings what no product of the pool prints.
    titles = {entry.card.title for entry in decklist.entries if not entry.card.is_identity}
    if len(titles - pool.offered) > pool.wild and deluxe is None:
        return False
    case = make_case(decklist, pool, deluxe)
    return next(_broken(case), None) is None


def check(decklist: Decklist, pool: Pool, *, deluxe: str | None = None) -> Verdict:
    """The verdict on a decklist in a pool; `deluxe` as in `judge`. Raises PoolError for an unknown deluxe."""
    case = make_case(decklist, pool, deluxe)
    violations = list(_broken(case))
    warnings = [as_violation(p) for p in decklist.problems if p.code in WARNINGS]
    warnings.extend(notes(case))
    deluxe_slots = {h.product.code for slot in pool.choices if slot.is_deluxe for h in slot.holdings}
    chosen = case.assignment.products
    identity = case.identity
    return Verdict(
        legal=not violations,
        side=case.side,
        identity=identity.title if identity else None,
        faction=identity.faction if identity else None,
        format=pool.format,
        date=pool.day,
        mwl=pool.mwl.name if pool.mwl else None,
        deluxe=next((product.name for product in chosen if product.code in deluxe_slots), None),
        cards=case.size,
        minimum_cards=case.minimum,
        influence=case.influence,
        influence_limit=case.influence_limit,
        agenda_points=agenda_points(case) if case.side is Side.CORP else None,
        agenda_points_required=points_required(case),
        restricted=tuple(card.title for card in restricted_cards(case)),
        violations=tuple(violations),
        warnings=tuple(warnings),
        lines=_lines(case, violations),
        name=decklist.name,
        products=tuple(product.name for product in chosen),
        wild=case.assignment.wild,
    )


def violations_of(decklist: Decklist, pool: Pool) -> list[Violation]:
    """The violations that `check` would tell, without the rest of a verdict."""
    return list(_broken(make_case(decklist, pool)))


def _broken(case: Case) -> Iterator[Violation]:
    return (violation for rule in RULES for violation in rule(case))


def _lines(case: Case, violations: list[Violation]) -> tuple[Line, ...]:
    """One line per title, with the products of the pool it comes from (else the first that printed it)."""
    status: dict[str, str] = {}
    for violation in violations:
        if violation.card is not None:
            status.setdefault(violation.card, violation.code)
    lines = []
    for item in case.held:
        card, title = item.card, item.card.title
        names = [case.pool.sources[title]] if title in case.pool.sources else []
        names += [p.name for p in case.assignment.products if title in case.pool.options[p.code]]
        if not names:
            names = [case.pool.catalog.products[card.printings[0].product].name]
        paid = case.paid.get(title, 0)
        state = status.get(title, "ok")
        origin = " + ".join(names)
        lines.append(Line(title, item.copies, origin, paid, state, card.type, card.faction, item.line))
    return tuple(lines)


def _not_yet(decklist: Decklist, format: str, date: Day, error: FormatNotYet) -> Verdict:
    """Before the format there is nothing to judge: that one violation; what was not read is a warning."""
    identity = decklist.identity
    cards = sum(entry.copies for entry in decklist.entries if not entry.card.is_identity)
    return Verdict(
        legal=False,
        side=identity.side if identity else None,
        identity=identity.title if identity else None,
        faction=identity.faction if identity else None,
        format=format,
        date=date,
        mwl=None,
        deluxe=None,
        cards=cards,
        minimum_cards=identity.minimum_deck_size if identity else None,
        influence=None,
        influence_limit=identity.influence_limit if identity else None,
        agenda_points=None,
        agenda_points_required=None,
        restricted=(),
        violations=(Violation("format-not-yet", values=error.values),),
        warnings=tuple(as_violation(problem) for problem in decklist.problems),
        lines=(),
        name=decklist.name,
    )
