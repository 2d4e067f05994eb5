"""What to change so that an illegal deck becomes legal, as far as that can be told.

Names and the identity come first, then the copies no rule allows; what is left is judged again, so that the
influence, the size and the agenda points spoken of are those after the cuts. Whoever does literally what is
said, in this order, has a legal deck. Influence is in relief.py, size and agendas in filling.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from app.deckcheck.case import make_case
from app.deckcheck.catalog import Card
from app.deckcheck.filling import size_and_agendas
from app.deckcheck.identity_laws import law_of
from app.deckcheck.legality import check, violations_of
from app.deckcheck.pools import Pool
from app.deckcheck.relief import influence_change
from app.deckcheck.sentences import Names, copies_of, sentence
from app.deckcheck.values import Decklist, Entry, with_identity
from app.deckcheck.verdict import Change, Verdict
from app.sentences import Sentence
from app.sides import Side

_NAMED = 6  # titles named in a sentence about another box
_IDENTITY_CODES = ("identity-missing", "identity-ambiguous", "several-identities")
_LINE_CODES = ("unknown-card", "bad-quantity", "unread-card-line")


def advise(decklist: Decklist, pool: Pool, verdict: Verdict) -> tuple[Change, ...]:
    """Changes for a deck whose verdict in that pool is not legal, in the order in which to make them."""
    if verdict.legal:
        return ()
    changes = list(_reading(verdict))
    left, now, told = _identity(decklist, pool, verdict)
    changes.extend(told)
    deluxe = now.deluxe or ("none" if any(slot.is_deluxe for slot in pool.choices) else None)
    cuts = _cuts(now, pool)
    changes.extend(_cut_changes(cuts, now))
    if cuts:
        left = without(left, cuts)
    cut = sum(cuts.values())
    case = make_case(left, pool, deluxe)
    if over := influence_change(case):
        changes.append(over)
        case = make_case(without(left, over.cuts), pool, deluxe)
        cut += sum(over.cuts.values())
    changes.extend(size_and_agendas(case, cut))
    changes.extend(_other_boxes(decklist, pool, verdict, now))
    return tuple(changes)


def _reading(verdict: Verdict) -> Iterator[Change]:
    """Names to correct and identities to name."""
    for violation in verdict.violations:
        code, line, suggestions = violation.code, violation.line, violation.suggestions
        at_line = "-line" if line else ""
        if code in ("unknown-card", "identity-missing") and suggestions:
            values = {"titles": Names(suggestions, "or"), "line": line}
            yield Change("name", f"advice/name{at_line}", values, suggestions)
        elif code in _LINE_CODES:
            key = f"advice/correct{at_line}" if violation.card else "advice/correct-nameless"
            yield Change("replace", key, {"written": violation.card, "line": line or 1})
        elif code in _IDENTITY_CODES:
            yield Change("name", f"advice/name-identity{at_line}", {"line": line}, suggestions)


def _identity(
    decklist: Decklist, pool: Pool, verdict: Verdict
) -> tuple[Decklist, Verdict, tuple[Change, ...]]:
    """A deluxe that makes the identity legal, else another identity; the list and the verdict then."""
    wrong = next((v for v in verdict.violations if v.card and v.card == verdict.identity), None)
    if wrong is None or wrong.card is None or decklist.identity is None:
        return decklist, verdict, ()
    if wrong.code == "needs-other-deluxe":
        box = wrong.values["boxes"].names[0]
        told = Change("choose", "advice/use-deluxe", {"box": box, "card": wrong.card}, (wrong.card,))
        return decklist, check(decklist, pool, deluxe=box), (told,)
    other = _another_identity(decklist, pool, decklist.identity)
    if other is None:
        told = Change("replace", "advice/other-identity", {"card": wrong.card}, (wrong.card,))
        return decklist, verdict, (told,)
    values = {"card": wrong.card, "other": other.title}
    told = Change("replace", "advice/this-identity", values, (wrong.card, other.title))
    left = with_identity(decklist, other)
    left, now, more = _identity(left, pool, check(left, pool))
    return left, now, (told, *more)


def _another_identity(decklist: Decklist, pool: Pool, identity: Card) -> Card | None:
    """The identity of the pool that fits best: of the same faction if there is one, legal with the boxes the
    cards need, without a law of its own on copies, with the fewest violations.
    """
    found = _identities(pool, identity.side)
    same = [card for card in found if card.faction == identity.faction and not identity.is_neutral]

    def price(card: Card) -> tuple[bool, bool, int, str]:
        violations = violations_of(with_identity(decklist, card), pool)
        broken = any(violation.card == card.title for violation in violations)
        return broken, law_of(card).copies is not None, len(violations), card.title

    return min(same or found, key=price, default=None)


@lru_cache(maxsize=64)
def _identities(pool: Pool, side: Side) -> Sequence[Card]:
    """The identities a deck of that side may have in the pool."""
    return [
        card
        for card in pool.catalog.identities(side)
        if card.title in pool.offered
        and not law_of(card).never_legal
        and not (pool.mwl is not None and pool.mwl.removes(card))
    ]


@dataclass(frozen=True, slots=True)
class _Cut:
    """Copies to take out of a title and the strictest rule that asks for it."""

    copies: int
    code: str
    allowed: int
    boxes: tuple[str, ...] = ()


def _cuts(verdict: Verdict, pool: Pool) -> dict[str, int]:
    """Copies to cut of each title so that every rule about single titles and the lists holds."""
    copies = {line.card: line.copies for line in verdict.lines}
    cuts: dict[str, int] = {}
    for violation in verdict.violations:
        title = violation.card
        if title in copies and violation.allowed is not None:
            cuts[title] = max(cuts.get(title, 0), copies[title] - violation.allowed)
    restricted = [title for title in verdict.restricted if cuts.get(title, 0) < copies.get(title, 1)]
    if len(restricted) > 1:
        kept = max(restricted, key=lambda title: (title == verdict.identity, copies.get(title, 1)))
        cuts.update({title: copies[title] for title in restricted if title != kept and title in copies})
    cuts.update({title: copies[title] for title in _too_dear(verdict, pool, copies, cuts)})
    return cuts


def _too_dear(
    verdict: Verdict, pool: Pool, copies: Mapping[str, int], cuts: Mapping[str, int]
) -> Iterator[str]:
    """Titles to leave out so that the points of the list hold: one that is enough, else the dearest first."""
    mwl = pool.mwl
    if mwl is None or mwl.point_limit is None:
        return
    held = {title: mwl.points[title] for title in copies if title in mwl.points}
    held = {title: points for title, points in held.items() if cuts.get(title, 0) < copies[title]}
    over = sum(held.values()) + mwl.points.get(verdict.identity or "", 0) - mwl.point_limit
    while over > 0 and held:
        enough = [title for title, points in held.items() if points >= over]
        title = min(enough, key=lambda t: (held[t], t)) if enough else max(held, key=lambda t: (held[t], t))
        over -= held.pop(title)
        yield title


def _cut_changes(cuts: Mapping[str, int], verdict: Verdict) -> Iterator[Change]:
    """One piece of advice for all titles cut for the same reason."""
    groups: dict[tuple[str, tuple[str, ...]], list[tuple[str, _Cut]]] = {}
    for title, copies in cuts.items():
        cut = _reason(title, copies, verdict)
        groups.setdefault((cut.code, cut.boxes), []).append((title, cut))
    for (code, boxes), group in groups.items():
        values = {
            "cuts": _copies_named({title: cut.copies for title, cut in group}),
            "allowed": group[0][1].allowed,
            "mwl": verdict.mwl,
            "identity": verdict.identity,
            "deluxe": verdict.deluxe,
            "boxes": Names(boxes, "or"),
        }
        none = "/none" if code == "needs-other-deluxe" and verdict.deluxe is None else ""
        many = "/many" if len(group) > 1 else ""
        titles = tuple(title for title, _cut in group)
        removed = {title: cut.copies for title, cut in group}
        yield Change("cut", f"cut/{code}{none}{many}", values, titles, removed)


def _reason(title: str, copies: int, verdict: Verdict) -> _Cut:
    left = next(line.copies for line in verdict.lines if line.card == title) - copies
    for violation in verdict.violations:
        if violation.card == title and violation.allowed == left:
            boxes = violation.values["boxes"].names if violation.code == "needs-other-deluxe" else ()
            return _Cut(copies, violation.code, left, boxes)
    for violation in verdict.violations:
        if violation.code == "points-exceeded" and title not in verdict.restricted:
            return _Cut(copies, violation.code, violation.allowed or 0)
    return _Cut(copies, "mwl-restricted", left)


def _copies_named(cuts: Mapping[str, int]) -> Names:
    return Names(tuple(copies_of(title, copies) for title, copies in cuts.items()))


def without(decklist: Decklist, cuts: Mapping[str, int]) -> Decklist:
    """The list with copies taken out."""
    left = dict(cuts)
    entries: list[Entry] = []
    for entry in decklist.entries:
        taken = min(left.get(entry.card.title, 0), max(entry.copies, 0))
        if taken:
            left[entry.card.title] -= taken
        if entry.copies > taken:
            entries.append(replace(entry, copies=entry.copies - taken))
    return replace(decklist, entries=tuple(entries))


def _other_boxes(decklist: Decklist, pool: Pool, verdict: Verdict, now: Verdict) -> Iterator[Change]:
    """What would have to go with each other deluxe the deck has cards of."""
    if "needs-other-deluxe" not in verdict.codes:
        return
    titles = {line.card for line in verdict.lines}
    for slot in pool.choices:
        for holding in slot.holdings if slot.is_deluxe else ():
            product = holding.product
            if product.name == now.deluxe or titles.isdisjoint(pool.options[product.code]):
                continue
            other = check(decklist, pool, deluxe=product.code)
            cuts = _cuts(other, pool)
            if not cuts or any(violation.card == other.identity for violation in other.violations):
                continue
            named: list[str | Sentence] = [
                copies_of(title, copies) for title, copies in list(cuts.items())[:_NAMED]
            ]
            if len(cuts) > _NAMED:
                named.append(sentence("more-titles", {"n": len(cuts) - _NAMED}))
            after = check(without(decklist, cuts), pool, deluxe=product.code)
            over = (after.influence or 0) - (after.influence_limit or 0) if after.influence_limit else 0
            values = {"box": product.name, "cuts": Names(tuple(named)), "over": over}
            key = "boxes/instead-influence" if over > 0 else "boxes/instead"
            yield Change("choose", key, values, tuple(cuts))
