"""What to change so that an illegal deck becomes legal, as far as that can be told.

Copies no rule allows are cut first; what is left is judged again, so that the influence, the size and the
agenda points spoken of are those after the cuts. Influence over the limit is met with as few copies as
possible.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.deckcheck.legality import check
from app.deckcheck.pools import Pool
from app.deckcheck.values import Decklist, Entry
from app.deckcheck.verdict import Change, Verdict, listed

_NAMED = 6  # titles named in one sentence


def advise(decklist: Decklist, pool: Pool, verdict: Verdict) -> tuple[Change, ...]:
    """Changes for a deck whose verdict in that pool is not legal, in the order in which to make them."""
    if verdict.legal:
        return ()
    changes = list(_reading(verdict))
    cuts = _cuts(verdict)
    for title, copies in cuts.items():
        changes.append(Change("cut", _cut_sentence(title, copies, verdict), (title,)))
    left = _without(decklist, cuts)
    deluxe = verdict.deluxe or ("none" if any(slot.is_deluxe for slot in pool.choices) else None)
    after = check(left, pool, deluxe=deluxe) if cuts else verdict
    if over := _influence_change(after):
        changes.append(over)
        left = _without(left, _fewest_copies(after))
        after = check(left, pool, deluxe=deluxe)
    changes.extend(_size_and_agendas(after))
    changes.extend(_other_boxes(decklist, pool, verdict))
    return tuple(changes)


def _reading(verdict: Verdict) -> Iterator[Change]:
    """Names to correct and identities to name or change."""
    for violation in verdict.violations:
        place = f"Line {violation.line}: " if violation.line else ""
        if violation.code in ("unknown-card", "identity-missing") and violation.suggestions:
            titles = listed(violation.suggestions, "or")
            yield Change("name", f"{place}write {titles} if that is meant.", violation.suggestions)
        elif violation.code in ("unknown-card", "bad-quantity"):
            yield Change("replace", f"{place}correct or replace “{violation.card or 'this line'}”.")
        elif violation.code in ("identity-missing", "identity-ambiguous", "several-identities"):
            yield Change("name", f"{place}Name one identity by its full title.", violation.suggestions)
        elif violation.card is not None and violation.card == verdict.identity:
            yield Change("replace", f"Choose another identity than {violation.card}.", (violation.card,))


def _cuts(verdict: Verdict) -> dict[str, int]:
    """Copies to cut of each title so that every rule about single titles and the restricted list holds."""
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
    return cuts


def _cut_sentence(title: str, copies: int, verdict: Verdict) -> str:
    """How many copies to cut, and the strictest rule that asks for it."""
    left = next(line.copies for line in verdict.lines if line.card == title) - copies
    reasons = [v.code for v in verdict.violations if v.card == title and v.allowed == left]
    why = {
        "copies-exceed-pool": f"the pool has {left}",
        "copies-exceed-deck-limit": f"a deck may have {left}",
        "mwl-removed": f"{verdict.mwl} removes it",
        "needs-other-deluxe": "it is in a deluxe the deck does not use",
        "not-in-pool": "it is not in the pool",
        "wrong-side": "it is a card of the other side",
        "agenda-out-of-faction": "it is an agenda of another faction",
        "identity-restriction": f"{verdict.identity} may not include it",
        "no-influence-cost": "it cannot be used out of faction",
    }
    reason = why[reasons[0]] if reasons else "a deck may have one restricted title"
    return f"Cut {copies} {title}: {reason}."


def _without(decklist: Decklist, cuts: Mapping[str, int]) -> Decklist:
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


def _excess(verdict: Verdict) -> int:
    if verdict.influence is None or verdict.influence_limit is None:
        return 0
    return verdict.influence - verdict.influence_limit


def _costs(verdict: Verdict) -> list[tuple[int, str, int]]:
    """Influence per copy, title and copies of every card that costs influence, the dearest first."""
    found = [
        (line.influence // line.copies, line.card, line.copies) for line in verdict.lines if line.influence
    ]
    return sorted(found, key=lambda item: (-item[0], item[1]))


def _fewest_copies(verdict: Verdict) -> dict[str, int]:
    """The fewest copies whose influence covers what is over the limit: the dearest first."""
    over, cuts = _excess(verdict), dict[str, int]()
    for each, title, copies in _costs(verdict):
        if over > 0 and each > 0:
            cuts[title] = min(copies, -(-over // each))
            over -= cuts[title] * each
    return cuts


def _influence_change(verdict: Verdict) -> Change | None:
    """How to come down to the influence limit: any one card that is enough, else the fewest copies."""
    over = _excess(verdict)
    if over <= 0:
        return None
    enough = tuple(title for each, title, _copies in _costs(verdict) if each >= over)
    if enough:
        shown = listed(enough[:_NAMED], "or")
        return Change("cut", f"{over} influence over: cutting one copy of {shown} is enough.", enough)
    cuts = _fewest_copies(verdict)
    shown = listed([f"{copies} {title}" for title, copies in cuts.items()], "and")
    return Change("cut", f"{over} influence over: cut as few as {shown}.", tuple(cuts))


def _size_and_agendas(after: Verdict) -> Iterator[Change]:
    """Cards to add up to the minimum, and agenda points to add or to take out."""
    missing = max((after.minimum_cards or 0) - after.cards, 0)
    points, required = after.agenda_points, after.agenda_points_required
    short = max(required[0] - points, 0) if required and points is not None else 0
    over = max(points - required[1], 0) if required and points is not None else 0
    if missing and short:
        agendas = f"agendas worth {short} points among them"
        yield Change("add", f"Add {missing} cards, {agendas}, to reach {after.minimum_cards}.")
    elif missing:
        plural = "card" if missing == 1 else "cards"
        yield Change("add", f"Add {missing} {plural} to reach {after.minimum_cards}.")
    elif short:
        yield Change("swap", f"Put in agendas worth {short} points in place of other cards.")
    if over and required:
        yield Change(
            "swap", f"Put other cards in place of agendas worth {over} points; {required[1]} are allowed."
        )


def _other_boxes(decklist: Decklist, pool: Pool, verdict: Verdict) -> Iterator[Change]:
    """What would have to go with each other deluxe the deck has cards of."""
    if "needs-other-deluxe" not in verdict.codes:
        return
    titles = {line.card for line in verdict.lines}
    for slot in pool.choices:
        for holding in slot.holdings if slot.is_deluxe else ():
            product = holding.product
            if product.name == verdict.deluxe or titles.isdisjoint(pool.options[product.code]):
                continue
            other = check(decklist, pool, deluxe=product.code)
            cuts = _cuts(other)
            if cuts and {violation.card for violation in other.violations} <= set(cuts):
                named = [f"{copies} {title}" for title, copies in list(cuts.items())[:_NAMED]]
                more = [f"{len(cuts) - _NAMED} more titles"] if len(cuts) > _NAMED else []
                message = f"With {product.name} instead, replace {listed([*named, *more], 'and')}."
                yield Change("choose", message, tuple(cuts))
