"""The public deck check: any list, any format, any day, judged without a tournament."""

from dataclasses import dataclass
from datetime import date as Day
from typing import Any

from app.deckcheck.advice import advise
from app.deckcheck.catalog import Catalog
from app.deckcheck.cyberpunk import CYBERPUNK, judge_cyberpunk, load_cyber_cards
from app.deckcheck.decklists import Unreadable, read, read_json
from app.deckcheck.formats import Overrides, PoolError
from app.deckcheck.legality import judge
from app.deckcheck.mwl import UnknownList
from app.deckcheck.pools import CACHE_REFRESH, FormatNotYet, Pool, pool_at
from app.deckcheck.ranges import Range, legal_ranges
from app.deckcheck.values import Decklist
from app.deckcheck.verdict import Change, Verdict
from app.sentences import said_by, say
from app.services.decks.card_pool import LARGEST_DECK
from app.services.kernel.errors import Kind, Refused


@dataclass(frozen=True)
class Question:
    """A deck in whatever form, and the pool it is asked about. `deck` is text, bytes or parsed JSON."""

    deck: Any
    day: Day
    identity: str | None = None
    format: str = CACHE_REFRESH
    deluxe: str | None = None
    mwl: str | None = None


@dataclass(frozen=True)
class Answer:
    """The verdict, what to change, and the days on which this very list is legal."""

    verdict: Verdict
    advice: tuple[Change, ...]
    legal_ranges: tuple[Range, ...] | None

    def as_json(self) -> dict[str, Any]:
        """The Verdict of the API with advice, and ranges where the game has them, beside it."""
        told = {**self.verdict.as_json(), "advice": [change.as_json() for change in self.advice]}
        if self.legal_ranges is None:
            return told
        return {**told, "legal_ranges": [each.as_json() for each in self.legal_ranges]}


def pool_asked(catalog: Catalog, format: str, day: Day, mwl: str | None) -> Pool:
    """The pool of a format on a day; Refused format-not-yet, invalid-pool, unknown-mwl (422) for none."""
    try:
        return pool_at(catalog, format, day, Overrides(mwl=mwl) if mwl else None)
    except FormatNotYet as error:
        raise Refused("format-not-yet", said_by(error), Kind.INVALID, field="date") from error
    except PoolError as error:
        raise Refused("invalid-pool", said_by(error), Kind.INVALID, field="format") from error
    except UnknownList as error:
        raise Refused("unknown-mwl", said_by(error), Kind.INVALID, field="mwl") from error


def read_asked(catalog: Catalog, question: Question) -> Decklist:
    """The list of a question; Refused: deck-too-large (413), unreadable-deck (422)."""
    deck = question.deck
    _refuse_the_large(deck)
    try:
        if isinstance(deck, str | bytes):
            return read(deck, catalog, identity=question.identity)
        return read_json(deck, catalog, question.identity)
    except Unreadable as error:
        raise Refused("unreadable-deck", said_by(error), Kind.INVALID) from error


def _refuse_the_large(deck: object) -> None:
    if isinstance(deck, str | bytes):
        size = len(deck) if isinstance(deck, bytes) else len(deck.encode("utf-8", "surrogatepass"))
        if size > LARGEST_DECK:
            raise Refused(
                "deck-too-large",
                say(
                    "This list has {size} kB; up to 256 kB are read. Send the deck list alone.",
                    size=size // 1024,
                ),
                Kind.TOO_LARGE,
            )


def _cyberpunk(catalog: Catalog, question: Question) -> Verdict:
    """The verdict on a Cyberpunk TCG deck with the cards this installation has imported."""
    _refuse_the_large(question.deck)
    try:
        return judge_cyberpunk(question.deck, load_cyber_cards(catalog.added), question.day)
    except Unreadable as error:
        raise Refused("unreadable-deck", said_by(error), Kind.INVALID) from error


def check_deck(catalog: Catalog, question: Question) -> Verdict:
    """The verdict on a question; raises Refused (413, 422) as `read_asked` and `pool_asked` do."""
    if question.format == CYBERPUNK:
        return _cyberpunk(catalog, question)
    return _judged(catalog, question, read_asked(catalog, question))


def _judged(catalog: Catalog, question: Question, decklist: Decklist) -> Verdict:
    try:
        return judge(
            catalog,
            decklist,
            format=question.format,
            date=question.day,
            deluxe=question.deluxe,
            mwl=question.mwl,
        )
    except PoolError as error:
        raise Refused("invalid-pool", said_by(error), Kind.INVALID, field="format") from error
    except UnknownList as error:
        raise Refused("unknown-mwl", said_by(error), Kind.INVALID, field="mwl") from error


def check_in_detail(catalog: Catalog, question: Question, today: Day) -> Answer:
    """The verdict with what to change, and the days up to `today` on which the list is legal.

    Costs some twenty verdicts; a list asked about before its format existed has no advice.
    """
    if question.format == CYBERPUNK:
        return Answer(_cyberpunk(catalog, question), (), None)
    decklist = read_asked(catalog, question)
    verdict = _judged(catalog, question, decklist)
    changes: tuple[Change, ...] = ()
    if not verdict.legal and "format-not-yet" not in verdict.codes:
        pool = pool_asked(catalog, question.format, question.day, question.mwl)
        changes = tuple(advise(decklist, pool, verdict))
    ranges = legal_ranges(
        catalog, decklist, today, format=question.format, deluxe=question.deluxe, mwl=question.mwl
    )
    return Answer(verdict, changes, tuple(ranges))
