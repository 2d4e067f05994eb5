"""Which copies to take out so that the influence is within the limit: any one that is enough, else the
fewest.

What a copy saves is worked out by taking it out, since it is not always its printed cost: The Professor's
first copies are free, alliance cards depend on others, and the first lists lower the limit for each copy.
"""

from dataclasses import replace

from app.deckcheck.case import Case
from app.deckcheck.catalog import AGENDA, Card
from app.deckcheck.influence import Held, influence_limit, influence_paid
from app.deckcheck.mwl import MostWanted
from app.deckcheck.sentences import Names, copies_of
from app.deckcheck.verdict import Change

_NAMED = 6  # titles named in one sentence


def influence_change(case: Case) -> Change | None:
    """How to come down to the influence limit; None where nothing is over it."""
    identity, limit = case.identity, case.influence_limit
    over = (case.influence or 0) - limit if limit is not None else 0
    if identity is None or over <= 0:
        return None
    saved = _savings(identity, case.held, case.pool.mwl, over)
    enough = tuple(title for title, saving in saved if saving >= over)
    if enough:
        named = enough[:_NAMED]
        values = {"over": over, "titles": Names(named, "or")}
        return Change("cut", "influence/any", values, enough, {enough[0]: 1})
    cuts = _fewest(identity, case.held, case.pool.mwl, over)
    values = {"over": over, "cuts": Names(tuple(copies_of(title, copies) for title, copies in cuts.items()))}
    return Change("cut", "influence/fewest", values, tuple(cuts), cuts)


def _over(identity: Card, held: tuple[Held, ...], mwl: MostWanted | None) -> int:
    limit = influence_limit(identity, held, mwl)
    return influence_paid(identity, held, mwl)[1] - (limit or 0)


def _savings(
    identity: Card, held: tuple[Held, ...], mwl: MostWanted | None, over: int
) -> list[tuple[str, int]]:
    """Titles with the influence one copy less of them saves, the most first, nothing that saves none.

    Agendas come only where no other card saves anything: the deck needs their points.
    """
    penalty = mwl.penalty if mwl else {}
    paid, _total = influence_paid(identity, held, mwl)
    found = []
    for item in held:
        title = item.card.title
        if paid[title] > 0 or title in penalty:
            saving = over - _over(identity, _less(held, title), mwl)
            if saving > 0:
                found.append((item.card.type == AGENDA, -saving, title))
    others = [entry for entry in found if not entry[0]] or found
    return [(title, -saving) for _agenda, saving, title in sorted(others)]


def _fewest(identity: Card, held: tuple[Held, ...], mwl: MostWanted | None, over: int) -> dict[str, int]:
    """The fewest copies that come down to the limit: again and again the one that saves most."""
    cuts: dict[str, int] = {}
    while over > 0 and (saved := _savings(identity, held, mwl, over)):
        title, saving = saved[0]
        held, over = _less(held, title), over - saving
        cuts[title] = cuts.get(title, 0) + 1
    return cuts


def _less(held: tuple[Held, ...], title: str) -> tuple[Held, ...]:
    """The deck with one copy less of a title."""
    rest = (replace(item, copies=item.copies - (item.card.title == title)) for item in held)
    return tuple(item for item in rest if item.copies)
