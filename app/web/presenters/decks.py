"""Verdicts and pools in words: no code, no short name of a format reaches a reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.deckcheck.cyberpunk import CYBERPUNK
from app.deckcheck.formats import all_formats
from app.deckcheck.pools import Pool
from app.deckcheck.sentences import gathered, told
from app.deckcheck.titles import card_title, with_titles
from app.sentences import did_you_mean, message, t, tn
from app.services.kernel.views import TournamentView
from app.sides import DeckSlot
from app.tournament.structures import structure
from app.web.presenters.event import Fact
from app.web.presenters.marked_list import MarkedLine, marked_list
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
    side: str | None
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


def verdict_shown(verdict: Mapping[str, Any], source: str | bytes | None = None) -> VerdictShown:
    """A verdict of the API in words, with advice and days where it has them; older ones are read, too.

    `source` is the list as it was written, where the reader may see that.
    """
    return VerdictShown(
        legal=bool(verdict["legal"]),
        side=verdict.get("side"),
        headed=verdict.get("identity") or _nameless(verdict),
        judged_by=_judged_by(verdict),
        faults=tuple(_fault(each) for each in gathered(verdict, format_name(str(verdict["format"])))),
        warnings=tuple(
            WarningShown(str(told(each)), _lines([each["line"]] if each.get("line") else []))
            for each in verdict.get("warnings") or ()
        ),
        facts=tuple(_facts(verdict)),
        restricted=listed_short([card_title(each) for each in verdict.get("restricted") or ()]),
        lines=marked_list(verdict, source),
        titles=len(verdict.get("lines") or ()),
        advice=tuple(str(each["message"]) for each in verdict.get("advice") or ()),
        days=tuple(_days(each) for each in verdict.get("legal_ranges") or ()),
        has_days="legal_ranges" in verdict,
    )


def _nameless(verdict: Mapping[str, Any]) -> str:
    """What stands in place of the identity of a deck that has none."""
    if verdict["format"] == CYBERPUNK:
        return verdict.get("name") or t("Your deck")
    return t("No identity found")


def _judged_by(verdict: Mapping[str, Any]) -> str:
    day = day_of(str(verdict.get("date")))
    said = t("{format} on {day}", format=format_name(str(verdict["format"])), day=day)
    if verdict["format"] != CYBERPUNK:
        # words: {judged} is a format and a day, {list} a Most Wanted List
        said = t("{judged}, {list}", judged=said, list=verdict.get("mwl") or t("no MWL"))
    deluxe = verdict.get("deluxe")
    return t("{judged}, with {deluxe}", judged=said, deluxe=deluxe) if deluxe else said


def _fault(fault: Mapping[str, Any]) -> FaultShown:
    said, meant = str(fault["message"]), fault["suggestions"]
    # Most sentences name what may have been meant.
    ask = meant and not any(title in said or card_title(title) in said for title in meant)
    question = str(with_titles(did_you_mean(meant))) if ask else ""
    return FaultShown(said, _lines(fault["lines"]), question)


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


def _facts(verdict: Mapping[str, Any]) -> list[Fact]:
    """The numbers of a deck beside what the rules ask of them; nothing without an identity."""
    cards = verdict.get("cards") or 0
    if verdict["format"] == CYBERPUNK:
        return [Fact(t("Cards besides Legends"), cards, t("40 to 50"))]
    if not verdict.get("identity"):
        return []
    limit = verdict.get("influence_limit")
    facts = [
        Fact(t("Cards"), cards, t("at least {number}", number=verdict.get("minimum_cards"))),
        Fact(
            t("Influence"),
            verdict.get("influence") or 0,
            t("at most {number}", number=limit) if limit is not None else t("no limit"),
        ),
    ]
    if required := verdict.get("agenda_points_required"):
        fewest, most = required
        note = t("{fewest} or {most}", fewest=fewest, most=most)
        facts.append(Fact(t("Agenda points"), verdict.get("agenda_points") or 0, note))
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


def _days(range_: Mapping[str, str | None]) -> str:
    first, last = day_of(range_["from"] or ""), range_["until"]
    if last:
        return t("from {first} until {last}", first=first, last=day_of(last))
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
    answer = pool.as_json()
    sizes = answer["titles"]
    values = {"format": answer["name"], "day": pool.day, "list": answer["mwl"] or t("no MWL")}
    return PoolShown(
        caption=t("{format} on {day}, {list}", **values),
        sizes=tuple(
            Fact(label, sizes[size])
            for label, size in (
                (t("Titles, no deluxe"), "without_deluxe"),
                (t("One deluxe"), "one_deluxe"),
                (t("Two deluxes"), "two_deluxes"),
            )
            if sizes[size] is not None
        ),
        slots=tuple(_slot(each) for each in answer["slots"]),
        wild=pool.wild,
    )


def _slot(slot: Mapping[str, Any]) -> PoolSlot:
    name = slot["name"]
    return PoolSlot(
        t(_SLOTS[name]) if name in _SLOTS else name[:1].upper() + name[1:],
        slot.get("choose"),
        tuple(
            PoolProduct(each["name"], each["boxes"], day_of(each["released"] or "") or t("not by date"))
            for each in slot["products"]
        ),
    )
