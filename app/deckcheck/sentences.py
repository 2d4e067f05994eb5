"""The sentences of the deck check: one for every code of a violation, a warning or a piece of advice.

Rules and advice give a key and values, never words. A value is a number, a name, `Names` (several names,
joined by "and" or "or" here) or `Points`. A message with two forms takes the first where its value `n` is 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from app.deckcheck.titles import with_titles
from app.sentences import AnyOf, Sentence, message, messages, names_in, say, say_count, sentence_of

# Under this a violation that is kept has its sentence as text and values.
SAID = "said"
# Values that are days.
DAYS = ("day", "first")


@dataclass(frozen=True, slots=True)
class Names:
    """Names to be listed in a sentence, joined by `word`: `and` or `or`."""

    names: tuple[str | Sentence, ...]
    word: str = "and"


@dataclass(frozen=True, slots=True)
class Points:
    """Agenda points of which any will do: `4 or 5 points`, `1 point`."""

    numbers: tuple[int, ...]


MESSAGES: Mapping[str, str | tuple[str, str]] = {
    # violations
    "bad-quantity": message("{card}: {copies} copies is no quantity."),
    "identity-missing": message("The list names no identity; say which one the deck has."),
    "several-identities": message("A deck has one identity; the list names {titles}."),
    "wrong-side": message("{card} is a {card_side} card; this is a {side} deck."),
    "copies-exceed-pool": message("{copies} {card}: the pool has {allowed}."),
    "needs-other-deluxe": message("{card} is in {boxes}; this deck's choice is {choice}."),
    "needs-other-deluxe/none": message("{card} is in {boxes}; this deck's choice is none."),
    "not-in-pool": message("{card} is not in the pool of {format} on {day}."),
    "copies-exceed-deck-limit": message("{copies} {card}: a deck may have {allowed}."),
    "copies-exceed-deck-limit/identity": message(
        "{copies} {card}: {identity} may have {allowed} of each card."
    ),
    "deck-too-small": messages(
        "The deck has {n} card; it needs at least {allowed}.",
        "The deck has {n} cards; it needs at least {allowed}.",
    ),
    "influence-exceeded": message("The deck spends {spent} influence; {identity} has {allowed}."),
    "no-influence-cost": message("{card} has no influence cost and cannot be used out of faction."),
    "agenda-out-of-faction": message("{card} is an agenda of another faction."),
    "agenda-out-of-faction/too-many": message(
        "{card}: {identity} may have {allowed} different agendas of each other faction."
    ),
    "agenda-points-out-of-range": messages(
        "{n} agenda point; a deck of {size} cards needs {least} or {most}.",
        "{n} agenda points; a deck of {size} cards needs {least} or {most}.",
    ),
    "identity-restriction": message("{card} is a {faction} card; {identity} may not include any."),
    "identity-restriction/never-legal": message("{card} is for the starter game only; no deck may have it."),
    "mwl-removed": message("{card} is removed by {mwl}."),
    "mwl-removed/subtype": message("{card} is a {subtype}; {mwl} removes all of them."),
    "mwl-restricted": message("{titles} are restricted by {mwl}; a deck may have one of them."),
    "points-exceeded": message(
        "The deck spends {copies} points of {mwl} on {titles}; it may spend {allowed}."
    ),
    "too-many-three-point-agendas": message(
        "The deck has {copies} agendas worth 3 or more points; {mwl} allows {allowed}."
    ),
    "format-not-yet": message("{format} did not exist on {day}; its first day is {first}."),
    # Cyberpunk TCG
    "unknown-card": message("No card is called “{card}”; check how it is written."),
    "unknown-card/several": message("“{card}” is the name of several cards; write which one."),
    "unread-card-line": message("Line {line} names a card but was not read: write a number and the name."),
    "legends-count": message("A deck has 3 Legends; this one has {copies}."),
    "legends-count/unmarked": message(
        "A deck has 3 Legends, and this list marks none: write them below a line “Legends”."
    ),
    "legends-same-name": message("The 3 Legends have different names; {titles} share one."),
    "deck-too-large": message("The deck has {copies} cards besides its Legends; it may have {allowed}."),
    "deck-too-small/besides": messages(
        "The deck has {n} card besides its Legends; it needs at least {allowed}.",
        "The deck has {n} cards besides its Legends; it needs at least {allowed}.",
    ),
    "ram-exceeded": message(
        "{card} has {ram} RAM; the {color} Legends of this deck have {allowed} together."
    ),
    # warnings
    "not-checked": message("The cards of the game are not known here, so names and RAM were not checked."),
    "unreadable-line": message("Line {line} was not understood: “{text_of_line}”."),
    "starting-cards/apart": message(
        "One copy each of {titles} was set aside: {identity} starts with them, and they are no part of "
        "the deck."
    ),
    "starting-cards/counted": message(
        "{titles} were counted as part of the deck; without one copy of each it would have fewer cards than "
        "{identity} needs."
    ),
    # several violations of one cause
    "not-in-pool/many": message("{n} titles are not in the pool of {format} on {day}: {titles}."),
    "needs-other-deluxe/many": message("{n} titles are in a deluxe this deck does not use: {titles}."),
    "wrong-side/many": message("{n} titles are cards of the other side: {titles}."),
    "copies-exceed-pool/many": message("{n} titles have more copies than the pool: {counts}."),
    "copies-exceed-deck-limit/many": message("{n} titles have more copies than a deck may have: {counts}."),
    "no-influence-cost/many": message(
        "{n} titles have no influence cost and cannot be used out of faction: {titles}."
    ),
    "agenda-out-of-faction/many": message("{n} titles are agendas of another faction: {titles}."),
    "identity-restriction/many": message("{n} titles may not be in a deck of this identity: {titles}."),
    "mwl-removed/many": message("{n} titles are removed by {mwl}: {titles}."),
    # advice: names and identities
    "advice/name": message("Write {titles} if that is meant."),
    "advice/name-line": message("Line {line}: write {titles} if that is meant."),
    "advice/correct": message("Correct or replace “{written}”."),
    "advice/correct-line": message("Line {line}: correct or replace “{written}”."),
    "advice/correct-nameless": message("Line {line}: correct or replace this line."),
    "advice/name-identity": message("Name one identity by its full title."),
    "advice/name-identity-line": message("Line {line}: Name one identity by its full title."),
    "advice/other-identity": message("Choose another identity than {card}."),
    "advice/this-identity": message("Choose {other} in place of {card}, or another identity of the pool."),
    "advice/use-deluxe": message("Use {box}: {card} is in it."),
    # advice: cuts; {copies} is "2 Diesel and 1 Modded"
    "cut/copies-exceed-pool": message("Cut {cuts}: the pool has {allowed}."),
    "cut/copies-exceed-pool/many": message("Cut {cuts}: the pool has no more."),
    "cut/copies-exceed-deck-limit": message("Cut {cuts}: a deck may have {allowed}."),
    "cut/copies-exceed-deck-limit/many": message("Cut {cuts}: a deck may have no more."),
    "cut/mwl-removed": message("Cut {cuts}: {mwl} removes it."),
    "cut/mwl-removed/many": message("Cut {cuts}: {mwl} removes them."),
    "cut/needs-other-deluxe": message("Cut {cuts}: it is in {boxes}, and this deck uses {deluxe}."),
    "cut/needs-other-deluxe/many": message("Cut {cuts}: they are in {boxes}, and this deck uses {deluxe}."),
    "cut/needs-other-deluxe/none": message("Cut {cuts}: it is in {boxes}, and this deck uses no deluxe."),
    "cut/needs-other-deluxe/none/many": message(
        "Cut {cuts}: they are in {boxes}, and this deck uses no deluxe."
    ),
    "cut/not-in-pool": message("Cut {cuts}: it is not in the pool."),
    "cut/not-in-pool/many": message("Cut {cuts}: they are not in the pool."),
    "cut/wrong-side": message("Cut {cuts}: it is a card of the other side."),
    "cut/wrong-side/many": message("Cut {cuts}: they are cards of the other side."),
    "cut/agenda-out-of-faction": message("Cut {cuts}: it is an agenda of another faction."),
    "cut/agenda-out-of-faction/many": message("Cut {cuts}: they are agendas of another faction."),
    "cut/identity-restriction": message("Cut {cuts}: {identity} may not include it."),
    "cut/identity-restriction/many": message("Cut {cuts}: {identity} may not include them."),
    "cut/no-influence-cost": message("Cut {cuts}: it cannot be used out of faction."),
    "cut/no-influence-cost/many": message("Cut {cuts}: they cannot be used out of faction."),
    "cut/mwl-restricted": message("Cut {cuts}: a deck may have one restricted title."),
    "cut/mwl-restricted/many": message("Cut {cuts}: a deck may have one restricted title."),
    "cut/points-exceeded": message("Cut {cuts}: a deck may spend {allowed} points of {mwl}."),
    "cut/points-exceeded/many": message("Cut {cuts}: a deck may spend {allowed} points of {mwl}."),
    # advice: influence, size, agendas, other boxes
    "influence/any": message("{over} influence over: cutting one copy of {titles} is enough."),
    "influence/fewest": message("{over} influence over: cut as few as {cuts}."),
    # `add` cards are new, `put` cards take the place of some that were cut
    "size/add": messages("Add {n} card to reach {size}.", "Add {n} cards to reach {size}."),
    "size/put": messages(
        "Put {n} other card in place of what you cut, to reach {size}.",
        "Put {n} other cards in place of what you cut, to reach {size}.",
    ),
    "size/add-no-agenda": messages(
        "Add {n} card that is no agenda to reach {size}.",
        "Add {n} cards that are no agendas to reach {size}.",
    ),
    "size/put-no-agenda": messages(
        "Put {n} other card that is no agenda in place of what you cut, to reach {size}.",
        "Put {n} other cards that are no agendas in place of what you cut, to reach {size}.",
    ),
    "size/add-up-to": messages(
        "Add {n} card to reach {size}, an agenda only if it is worth {most} point.",
        "Add {n} cards to reach {size}, agendas worth at most {most} point among them.",
    ),
    "size/put-up-to": messages(
        "Put {n} other card in place of what you cut, to reach {size}, an agenda only if it is "
        "worth {most} point.",
        "Put {n} other cards in place of what you cut, to reach {size}, agendas worth at most {most} point "
        "among them.",
    ),
    "size/add-agendas": messages(
        "Add {n} card, an agenda worth {points}, to reach {size}.",
        "Add {n} cards, agendas worth {points} among them, to reach {size}.",
    ),
    "size/put-agendas": messages(
        "Put {n} other card, an agenda worth {points}, in place of what you cut, to reach {size}.",
        "Put {n} other cards, agendas worth {points} among them, in place of what you cut, to reach {size}.",
    ),
    "size/add-and-swap": messages(
        "Add {n} card to reach {size}, and put in agendas worth {points} more in all, also in place of "
        "other cards.",
        "Add {n} cards to reach {size}, and put in agendas worth {points} more in all, also in place of "
        "other cards.",
    ),
    "size/put-and-swap": messages(
        "Put {n} other card in place of what you cut, to reach {size}, and agendas worth {points} more in "
        "all, also in place of other cards.",
        "Put {n} other cards in place of what you cut, to reach {size}, and agendas worth {points} more in "
        "all, also in place of other cards.",
    ),
    "agendas/put-in": message("Put in agendas worth {points} in place of other cards."),
    "agendas/exchange": message(
        "Exchange agendas and other cards so that the agendas are worth {least} or {most} points; they are "
        "worth {now}."
    ),
    "agendas/take-out": message(
        "Put other cards in place of agendas worth {points}; {least} or {most} are allowed."
    ),
    "agendas/cap": messages(
        "Exchange agendas so that at most {n} of them is worth 3 or more points and all of them "
        "{least} or {most}.",
        "Exchange agendas so that at most {n} of them are worth 3 or more points and all of them {least} or "
        "{most}.",
    ),
    "boxes/instead": message("With {box} instead, replace {cuts}."),
    "boxes/instead-influence": message(
        "With {box} instead, replace {cuts}, and spend {over} influence less."
    ),
    # words: copies of a card, like "2 Diesel"
    "copies-of": message("{copies} {card}"),
    # words: copies of a card, and in parentheses how many are allowed
    "copies-of/allowed": message("{copies} {card} ({allowed})"),
    "points": messages("{numbers} point", "{numbers} points"),
    "more-titles": messages("{n} more title", "{n} more titles"),
}


def sentence(key: str, values: Mapping[str, Any]) -> Sentence:
    """The sentence of a key with its values. KeyError for an unknown key or a missing value."""
    text = MESSAGES[key]
    texts = text if isinstance(text, tuple) else (text,)
    named = {name: _words(values[name], name) for each in texts for name in names_in(each)}
    if isinstance(text, tuple):
        named.pop("n", None)
        return with_titles(say_count(*text, values["n"], **named))
    return with_titles(say(text, **named))


def copies_of(title: str, copies: int) -> Sentence:
    """A number of copies of a card, for lists of cuts: `2 Diesel`."""
    return sentence("copies-of", {"copies": copies, "card": title})


def _words(value: Any, name: str) -> Any:
    """A value as a sentence takes it; a day is kept as text (ISO 8601)."""
    if name in DAYS and isinstance(value, str):
        return _day(value)
    if isinstance(value, Names):
        return AnyOf(value.names) if value.word == "or" else list(value.names)
    if isinstance(value, Points):
        return sentence(
            "points", {"numbers": Names(tuple(map(str, value.numbers)), "or"), "n": value.numbers[-1]}
        )
    return value


def told(kept: Mapping[str, Any]) -> Sentence:
    """What a violation, warning or piece of advice that was kept as JSON says; those of former versions have
    their English sentence alone."""
    if isinstance(said := kept.get(SAID), Mapping):
        try:
            return with_titles(_with_days(sentence_of(said)))
        except ValueError:
            pass  # of an archive made elsewhere
    return Sentence(str(kept["message"]))


def _with_days(said: Sentence) -> Sentence:
    """A sentence that was kept before its days were days."""
    days = {name: _day(kept) for name in DAYS if isinstance(kept := said.values.get(name), str)}
    return replace(said, values={**said.values, **days}) if days else said


def _day(text: str) -> date | str:
    """The day of ISO 8601, or the text where it is none: of an archive made elsewhere."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text


def told_verdict(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """A Verdict as it was kept, with its sentences for readers of any language."""
    parts = {name: verdict[name] for name in ("violations", "warnings") if name in verdict}
    return {
        **verdict,
        **{
            name: [
                {**{key: value for key, value in each.items() if key != SAID}, "message": told(each)}
                for each in found
            ]
            for name, found in parts.items()
        },
    }
