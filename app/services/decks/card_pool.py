"""Which cards a tournament allows, and the verdict on a deck handed in to it.

An organizer's changes of the pool are kept as JSON: `core` and `add` {PRODUCT: boxes}, `deluxes`, `cycles`
and `remove` [CODE, …], `slots` of a custom pool [{"name", "products", "choose"?}], `wild` a number of titles,
`legality` "release" or "second-friday" (the day from which a new product counts).
"""

from collections.abc import Mapping
from typing import Any

from app.deckcheck.catalog import Catalog
from app.deckcheck.decklists import Unreadable, read
from app.deckcheck.formats import LEGALITIES, RELEASE, Overrides, PoolError, custom_slots
from app.deckcheck.legality import check
from app.deckcheck.mwl import UnknownList
from app.deckcheck.pools import FormatNotYet, Pool, pool_at
from app.deckcheck.values import Decklist
from app.deckcheck.verdict import Verdict
from app.sentences import AnyOf, said_by, say
from app.services.kernel.errors import Kind, Refused
from app.storage.tables import Tournament
from app.storage.worth import structure_of
from app.tournament.structures import Game

LARGEST_DECK = 256 * 1024
LARGEST_KEPT = 20_000  # ten times a list of names; each change of one stays in the journal as well
_KEYS = frozenset({"core", "deluxes", "cycles", "add", "remove", "slots", "wild", "legality"})


def overrides_of(data: Mapping[str, Any], mwl: str | None) -> Overrides:
    """The organizer's changes of a pool as a value; raises PoolError for anything that is none."""
    if set(data) - _KEYS:
        raise PoolError(say("A pool can be changed by {fields}, nothing else.", fields=sorted(_KEYS)))
    slots = data.get("slots")
    if slots is not None and not (isinstance(slots, list) and all(isinstance(s, Mapping) for s in slots)):
        raise PoolError(say("Slots are a list of objects with name, products and perhaps choose."))
    wild = data.get("wild")
    if wild is not None and not (type(wild) is int and 0 <= wild <= 5):
        raise PoolError(say("Up to 5 titles may come from anywhere."))
    legality = data.get("legality", RELEASE)
    if legality not in LEGALITIES:
        raise PoolError(say("The legality of new products is one of {choices}.", choices=AnyOf(LEGALITIES)))
    core, deluxes, cycles = data.get("core"), data.get("deluxes"), data.get("cycles")
    return Overrides(
        core=_boxes("core", core) if core is not None else None,
        deluxes=_codes("deluxes", deluxes) if deluxes is not None else None,
        cycles=_codes("cycles", cycles) if cycles is not None else None,
        add=_boxes("add", data.get("add") or {}),
        remove=_codes("remove", data.get("remove") or []),
        mwl=mwl,
        slots=custom_slots(slots) if slots is not None else None,
        wild=wild,
        legality=legality,
    )


def _codes(key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > 100 or not all(isinstance(code, str) for code in value):
        raise PoolError(say("{field} is a list of product codes.", field=key))
    return tuple(value)


def _boxes(key: str, value: object) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, Mapping) or len(value) > 100:
        raise PoolError(say("{field} is a number of boxes for each product code.", field=key))
    if not all(type(boxes) is int and 1 <= boxes <= 99 for boxes in value.values()):
        raise PoolError(say("{field} needs 1 to 99 boxes for each product code.", field=key))
    return tuple(value.items())


def has_pool(tournament: Tournament) -> bool:
    """Whether the event is played with a pool of cards; other games have a deck law alone."""
    return structure_of(tournament).game is Game.NETRUNNER


def check_pool(catalog: Catalog, tournament: Tournament) -> None:
    """Refuse, as `pool_of` does, what makes no pool; a game without one has nothing to check."""
    if has_pool(tournament):
        pool_of(catalog, tournament)


def pool_of(catalog: Catalog, tournament: Tournament) -> Pool:
    """The cards a tournament allows. Raises Refused no-pool (404), invalid-pool, format-not-yet (422)."""
    if not has_pool(tournament):
        raise Refused(
            "no-pool", say("This game has no pool of cards: its deck law counts alone."), Kind.NOT_FOUND
        )
    try:
        overrides = overrides_of(tournament.pool_overrides, tournament.mwl)
        return pool_at(catalog, tournament.format, tournament.pool_date, overrides)
    except FormatNotYet as error:
        raise Refused("format-not-yet", said_by(error), Kind.INVALID, field="pool_date") from error
    except (PoolError, UnknownList) as error:
        raise Refused("invalid-pool", said_by(error), Kind.INVALID, field="format") from error


def read_kept_deck(catalog: Catalog, source: str | bytes, identity: str | None) -> Decklist:
    """A list that will be kept with an entry; Refused deck-too-large (413) over 20 kB, and as `read_deck`."""
    check_kept_size(source)
    return read_deck(catalog, source, identity)


def check_kept_size(source: str | bytes) -> None:
    """Refuse deck-too-large (413) for a list that is too large to be kept."""
    size = _size(source)
    if size > LARGEST_KEPT:
        raise Refused(
            "deck-too-large",
            say(
                "This list has {size} kB; up to {most} kB are kept. Paste the deck list alone.",
                size=size // 1000,
                most=LARGEST_KEPT // 1000,
            ),
            Kind.TOO_LARGE,
            field="deck",
        )


def read_deck(catalog: Catalog, source: str | bytes, identity: str | None) -> Decklist:
    """The list as read; raises Refused deck-too-large (413, over 256 kB) or unreadable-deck (422)."""
    size = _size(source)
    if size > LARGEST_DECK:
        raise Refused(
            "deck-too-large",
            say(
                "This list has {size} kB; up to 256 kB are read. Paste the deck list alone.",
                size=size // 1024,
            ),
            Kind.TOO_LARGE,
            field="deck",
        )
    try:
        return read(source, catalog, identity=identity)
    except Unreadable as error:
        raise Refused("unreadable-deck", said_by(error), Kind.INVALID, field="deck") from error


def _size(source: str | bytes) -> int:
    return len(source) if isinstance(source, bytes) else len(source.encode("utf-8", "replace"))


def judge_deck(catalog: Catalog, tournament: Tournament, decklist: Decklist) -> Verdict:
    """The verdict on a list in the tournament's pool; raises Refused as `pool_of`."""
    return check(decklist, pool_of(catalog, tournament))
