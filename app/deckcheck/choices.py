"""Which products of the "one of" slots a deck had best use: the assignment with the fewest violations,
exactly.

Every combination that can matter is tried; an option that prints no title the deck still needs cannot help
and is left out. Among equals the one wins that keeps the identity legal, then the one that lacks fewer
copies, then the one with fewer products, then the order of the pool. Nothing is chosen that the deck does
not need.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from app.deckcheck.catalog import Card, Product
from app.deckcheck.folding import fold
from app.deckcheck.formats import PoolError
from app.deckcheck.pools import Pool, Slot
from app.sentences import say


@dataclass(frozen=True, slots=True)
class Need:
    """A title of the deck, how many copies of it, and how many its deck limit allows."""

    card: Card
    copies: int
    limit: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """The products chosen, the titles taken from anywhere, and the copies both add to the needs, by title."""

    products: tuple[Product, ...]
    wild: tuple[str, ...]
    extra: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Option:
    """Products of one slot taken together and what they give to the needs, by index."""

    codes: tuple[str, ...]
    gives: tuple[tuple[int, int], ...]


def named_option(pool: Pool, name: str) -> str | None:
    """The code of a product the pool lets a deck choose, from its code or name; `none` is None.

    Raises PoolError.
    """
    wanted = fold(name)
    if wanted == "none":
        return None
    names = []
    for slot in pool.choices:
        for holding in slot.holdings:
            if wanted in (fold(holding.product.code), fold(holding.product.name)):
                return holding.product.code
            if slot.is_deluxe:
                names.append(holding.product.name)
    known = names or say("none at all")
    raise PoolError(
        say(
            '"{name}" cannot be chosen in this pool. The deluxes of the day: {known}.',
            name=name[:60],
            known=known,
        )
    )


def choose(pool: Pool, needs: list[Need], deluxe: str | None = None) -> Assignment:
    """The best assignment for the needs. `deluxe`: a choice that is fixed (name, code or `none`)."""
    open_needs = [need for need in needs if pool.base.get(need.card.title, 0) < need.copies]
    slots = pool.choices
    if deluxe is None and (not open_needs or not (slots or pool.wild)):
        return Assignment((), (), {})
    fixed = named_option(pool, deluxe) if deluxe is not None else None
    gives = _gives(pool, open_needs)
    columns = []
    for slot in slots:
        here = any(holding.product.code == fixed for holding in slot.holdings)
        if here or (deluxe is not None and fixed is None and slot.is_deluxe):
            codes = (fixed,) if fixed is not None and here else ()
            columns.append([_option(codes, gives)])
        else:
            columns.append(list(_options(slot, gives)))
    columns.sort(key=len)
    search = _Search(pool, open_needs)
    search.walk(columns, [], [pool.base.get(need.card.title, 0) for need in open_needs])
    return search.result()


def _gives(pool: Pool, needs: list[Need]) -> dict[str, list[tuple[int, int]]]:
    """What each product of the pool gives to the needs: pairs of index and copies; nothing else can help."""
    gives: dict[str, list[tuple[int, int]]] = {}
    for index, need in enumerate(needs):
        for code in {printing.product for printing in need.card.printings}:
            if code in pool.options:
                gives.setdefault(code, []).append((index, pool.options[code][need.card.title]))
    return gives


def _options(slot: Slot, gives: Mapping[str, list[tuple[int, int]]]) -> Iterator[_Option]:
    """Nothing of the slot, and every group of its products (up to `choose`) that gives something."""
    useful = [holding.product.code for holding in slot.holdings if holding.product.code in gives]
    for size in range(min(slot.choose or 0, len(useful)) + 1):
        for codes in combinations(useful, size):
            yield _option(codes, gives)


def _option(codes: tuple[str, ...], gives: Mapping[str, list[tuple[int, int]]]) -> _Option:
    return _Option(codes, tuple(pair for code in codes for pair in gives.get(code, ())))


class _Search:
    """Walks through all combinations of one option per slot and keeps the best."""

    def __init__(self, pool: Pool, needs: list[Need]) -> None:
        self.pool = pool
        self.needs = needs
        self.wanted = [need.copies for need in needs]
        self.able = [need.copies <= need.limit and pool.is_out(need.card) for need in needs if pool.wild]
        self.best: tuple[int, bool, int, int] | None = None
        self.codes: tuple[str, ...] = ()
        self.wild: tuple[str, ...] = ()

    def walk(self, columns: list[list[_Option]], taken: list[_Option], have: list[int]) -> None:
        """Try every option of the first column, then the rest; `have` is copies per need, given back as it
        was.
        """
        if not columns:
            self._weigh(taken, have)
            return
        for option in columns[0]:
            for index, copies in option.gives:
                have[index] += copies
            walk_on = [*taken, option]
            self.walk(columns[1:], walk_on, have)
            for index, copies in option.gives:
                have[index] -= copies

    def _weigh(self, taken: list[_Option], have: list[int]) -> None:
        failing = [index for index, copies in enumerate(self.wanted) if have[index] < copies]
        if self.best is not None and len(failing) - self.pool.wild > self.best[0]:
            return
        needs = self.needs
        wild: list[int] = []
        if self.pool.wild:
            able = [index for index in failing if self.able[index]]
            able.sort(
                key=lambda i: (not needs[i].card.is_identity, have[i] - self.wanted[i], needs[i].card.title)
            )
            wild = able[: self.pool.wild]
            failing = [index for index in failing if index not in wild]
        key = (
            len(failing),
            any(needs[index].card.is_identity for index in failing),
            sum(self.wanted[index] - have[index] for index in failing),
            sum(len(option.codes) for option in taken) + len(wild),
        )
        if self.best is None or key < self.best:
            self.best = key
            self.codes = tuple(code for option in taken for code in option.codes)
            self.wild = tuple(needs[index].card.title for index in wild)

    def result(self) -> Assignment:
        """The best combination found, its products in the order of the pool."""
        chosen = [
            holding.product
            for slot in self.pool.choices
            for holding in slot.holdings
            if holding.product.code in self.codes
        ]
        extra: dict[str, int] = {}
        for need in self.needs:
            title = need.card.title
            extra[title] = sum(self.pool.options[code].get(title, 0) for code in self.codes)
            if title in self.wild:
                extra[title] = max(extra[title], need.limit)
        return Assignment(tuple(chosen), self.wild, extra)
