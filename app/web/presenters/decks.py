"""Verdicts and pools in words: no code, no short name of a format reaches a reader."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.deckcheck.cyberpunk import CYBERPUNK
from app.deckcheck.formats import all_formats
from app.deckcheck.kept import Cause, KeptVerdict
from app.deckcheck.pools import Pool, Slot
from app.deckcheck.ranges import Range
from app.deckcheck.titles import card_title, with_titles
from app.deckcheck.verdict import Change
from app.sentences import did_you_mean, message, t, tn
from app.services.kernel.views import TournamentView
from app.sides import DeckSlot, Side
from app.tournament.structures import structure
from app.web.presenters.event import Fact
from app.web.presenters.marked_list import MarkedLine, marked_list
from app.words.written import day as in_words
from app.words.written import day_of, listed_short


@dataclass(frozen=True)
class FaultShown:
    """What is wrong with a deck, the lines it stands in and what may have been meant; both may be empty."""

    message: str
    lines: str
    suggestions: str


@dataclass(frozen=True)
class WarningShown:
    """What a reader of a verdict should know; `lines` is the line it stands in, or empty."""

    message: str
    lines: str


@dataclass(frozen=True)
class VerdictShown:
    """A verdict in words. `headed` is the identity or what stands in its place, `judged_by` the format, day
    and list, `lines` the deck list with what is said of each line, `titles` how many cards it names;
    `has_days` says that `days` tell when the list is legal.
    """

    legal: bool
    side: Side | None
    headed: str
    judged_by: str
    faults: tuple[FaultShown, ...]
    warnings: tuple[WarningShown, ...]
    facts: tuple[Fact, ...]
    restricted: str
    lines: tuple[MarkedLine, ...]
    titles: int
    advice: tuple[str, ...]
    days: tuple[str, ...]
    has_days: bool


@dataclass(frozen=True)
class PoolProduct:
    """A product of a pool, how many boxes of it, and the day of its release in words."""

    name: str
    boxes: int
    released: str


@dataclass(frozen=True)
class PoolSlot:
    """A part of a pool; `choose` is how many of its products a player chooses, None where all count."""

    name: str
    choose: int | None
    products: tuple[PoolProduct, ...]


@dataclass(frozen=True)
class PoolShown:
    """A pool in words; `wild` is how many more titles may come from any product."""

    caption: str
    sizes: tuple[Fact, ...]
    slots: tuple[PoolSlot, ...]
    wild: int


_DECKS = {
    DeckSlot.CORP: message("Corp deck"),
    DeckSlot.RUNNER: message("Runner deck"),
    DeckSlot.ONE: message("Deck"),
}


def slot_words(slot: DeckSlot) -> str:
    """Which of the decks of a player this is."""
    return t(_DECKS[slot])


def no_deck_words(slot: DeckSlot) -> str:
    """That this deck was not handed in."""
    if slot.side is None:
        return t("No deck was handed in.")
    return t("No {side} deck was handed in.", side=slot.side.word)


def slots_in(event: TournamentView) -> tuple[DeckSlot, ...]:
    """The decks a player of the event hands in."""
    return structure(event.structure).decks


def short_slot_words(slot: DeckSlot) -> str:
    """The side of a deck, or that it is the one deck."""
    return str(slot.side.word) if slot.side is not None else slot_words(slot)


def format_name(code: str) -> str:
    """The name of a format by its code."""
    if code == CYBERPUNK:
        return "Cyberpunk TCG"
    spec = all_formats().get(code)
    return spec.name if spec else code.replace("-", " ").capitalize()


def verdict_shown(
    verdict: KeptVerdict,
    source: str | bytes | None = None,
    advice: Sequence[Change] = (),
    days: Sequence[Range] | None = None,
) -> VerdictShown:
    """A verdict in words, with what to change and the days on which the list is legal, where that was asked.

    `source` is the list as it was written, where the reader may see that.
    """
    return VerdictShown(
        legal=verdict.legal,
        side=verdict.side,
        headed=verdict.identity or _nameless(verdict),
        judged_by=_judged_by(verdict),
        faults=tuple(_fault(each) for each in verdict.causes(format_name(verdict.format))),
        warnings=tuple(
            WarningShown(each.message, _lines([each.line] if each.line else [])) for each in verdict.warnings
        ),
        facts=tuple(_facts(verdict)),
        restricted=listed_short([card_title(each) for each in verdict.restricted]),
        lines=marked_list(verdict, source),
        titles=len(verdict.lines),
        advice=tuple(each.message for each in advice),
        days=tuple(_days(each) for each in days or ()),
        has_days=days is not None,
    )


def _nameless(verdict: KeptVerdict) -> str:
    """What stands in place of the identity of a deck that has none."""
    if verdict.format == CYBERPUNK:
        return verdict.name or t("Your deck")
    return t("No identity found")


def _judged_by(verdict: KeptVerdict) -> str:
    said = t("{format} on {day}", format=format_name(verdict.format), day=day_of(verdict.day or ""))
    if verdict.format != CYBERPUNK:
        # words: {judged} is a format and a day, {list} a Most Wanted List
        said = t("{judged}, {list}", judged=said, list=verdict.mwl or t("no MWL"))
    return t("{judged}, with {deluxe}", judged=said, deluxe=verdict.deluxe) if verdict.deluxe else said


def _fault(fault: Cause) -> FaultShown:
    said, meant = fault.message, fault.suggestions
    # Most sentences name what may have been meant.
    ask = meant and not any(title in said or card_title(title) in said for title in meant)
    question = str(with_titles(did_you_mean(meant))) if ask else ""
    return FaultShown(said, _lines(fault.lines), question)


def _lines(numbers: Sequence[int]) -> str:
    """`line 3`, `lines 3, 4`, or nothing."""
    if not numbers:
        return ""
    return tn(
        "line {numbers}",
        "lines {numbers}",
        len(numbers),
        numbers=listed_short([str(number) for number in numbers]),
    )


def _facts(verdict: KeptVerdict) -> list[Fact]:
    """The numbers of a deck beside what the rules ask of them; nothing without an identity."""
    if verdict.format == CYBERPUNK:
        return [Fact(t("Cards besides Legends"), verdict.cards, t("40 to 50"))]
    if not verdict.identity:
        return []
    limit = verdict.influence_limit
    facts = [
        Fact(t("Cards"), verdict.cards, t("at least {number}", number=verdict.minimum_cards)),
        Fact(
            t("Influence"),
            verdict.influence,
            t("at most {number}", number=limit) if limit is not None else t("no limit"),
        ),
    ]
    if required := verdict.agenda_points_required:
        fewest, most = required
        note = t("{fewest} or {most}", fewest=fewest, most=most)
        facts.append(Fact(t("Agenda points"), verdict.agenda_points, note))
    return facts


def outside_words(identities: Sequence[str]) -> list[str]:
    """What a player reads about identities that are not in the pool of the event."""
    return [
        t(
            "{identity} is not in the card pool of this event. Choose another identity, "
            "or ask the organizer.",
            identity=card_title(title),
        )
        for title in identities
    ]


def _days(days: Range) -> str:
    first = in_words(days.first)
    if days.last is not None:
        return t("from {first} until {last}", first=first, last=in_words(days.last))
    return t("from {first} until today", first=first)


# The other slots are called by the name of their product.
_SLOTS = {
    "core": message("Core"),
    "deluxe": message("Deluxe"),
    "deluxes": message("Deluxes"),
    "campaign": message("Campaign"),
    "data pack": message("Data pack"),
    "newest cycle": message("Newest cycle"),
    "second newest cycle": message("Second newest cycle"),
}


def pool_shown(pool: Pool) -> PoolShown:
    """A pool in words."""
    sizes: dict[str, int | None] = pool.as_json()["titles"]
    mwl = pool.mwl.name if pool.mwl else t("no MWL")
    return PoolShown(
        caption=t("{format} on {day}, {list}", format=pool.name, day=pool.day, list=mwl),
        sizes=tuple(
            Fact(label, number)
            for label, size in (
                (t("Titles, no deluxe"), "without_deluxe"),
                (t("One deluxe"), "one_deluxe"),
                (t("Two deluxes"), "two_deluxes"),
            )
            if (number := sizes[size]) is not None
        ),
        slots=tuple(_slot(each) for each in pool.slots),
        wild=pool.wild,
    )


def _slot(slot: Slot) -> PoolSlot:
    name = slot.name
    return PoolSlot(
        t(_SLOTS[name]) if name in _SLOTS else name[:1].upper() + name[1:],
        slot.choose,
        tuple(
            PoolProduct(
                each.product.name,
                each.boxes,
                in_words(each.product.released) if each.product.released else t("not by date"),
            )
            for each in slot.holdings
        ),
    )
