"""Reads the JSON forms: NetrunnerDB's API objects, its prebuilt decks, plain title-to-copies objects.

Shapes: `{"cards": {CODE or TITLE: copies}}` with or without `"identity"` and `"name"`; the API answer
`{"data": [that]}`; a list of such objects; a bare `{TITLE: copies}`; cards as a list of objects with a
title or code and a quantity, in the deck or bare; a string that is a list of lines; today's JSON:API
decklist with `attributes.card_slots`. Of several decks only the first is read, and that is said. Line numbers
are those of the card's key in the JSON text.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from app.deckcheck.reading.loose import take_apart
from app.deckcheck.reading.naming import names_another
from app.deckcheck.reading.sheet import Sheet
from app.deckcheck.reading.source import MAX_LINES, Unreadable, written
from app.deckcheck.reading.text import read_text
from app.deckcheck.reading.two_decks import several
from app.sentences import say

_SHOWN = 20  # letters of a number of copies that is none
_EXAMPLE = '{"identity": "Noise: Hacker Extraordinaire", "cards": {"Sure Gamble": 3}}'
_IDENTITIES = (
    "identity",
    "identity_title",
    "identity_card_id",
    "identity_code",
    "identity_printing_id",
    "identity_nrdb_printing_id",
)
_READ = frozenset({"cards", "card_slots", "attributes", "details", "data", *_IDENTITIES})
_MOST_TOLD = 20
_NAMES = ("code", "title", "card", "name", "id")
_COPIES = ("copies", "quantity", "qty", "count", "amount")


_UNSAID = object()


_START = re.compile(r"""\s*(?:\{\s*(?:["'}]|\w+\s*:|\Z)|\[\s*[\[\]{]|"[^"\n]*\\n[^\n]*"\s*\Z)""")


class _Repeating(dict[str, Any]):
    """A JSON object in whose text a name stands twice; plain dictionaries keep the last value only."""

    repeated: tuple[tuple[str, Any], ...] = ()


def is_json(text: str) -> bool:
    """Whether the text means to be JSON: `[b]Deck[/b]`, `[Title](link)` and `{i}Endurance{/i}` do not."""
    return _START.match(text) is not None


def read_json_text(text: str, sheet: Sheet) -> None:
    """Read JSON text onto the sheet. Raises Unreadable when it is broken or holds no deck."""
    try:
        value = json.loads(text, object_pairs_hook=_pairs)
    except json.JSONDecodeError as error:
        raise Unreadable(
            say("This JSON is broken at line {line}; copy or export the deck again.", line=error.lineno)
        ) from None
    except (ValueError, RecursionError):
        raise Unreadable(
            say(
                "This JSON cannot be a deck; write {example} or paste a NetrunnerDB decklist object.",
                example=_EXAMPLE,
            )
        ) from None
    read_value(value, sheet, text)


def read_value(value: object, sheet: Sheet, text: str = "") -> None:
    """Read a parsed JSON value onto the sheet; `text` is its source, for line numbers. Raises Unreadable."""
    if isinstance(value, str):  # a text list with its line ends written as \n
        sheet.keep_lines, sheet.is_text = False, True
        read_text(value, sheet)
        return
    deck = _the_deck(value, sheet)
    attributes = deck.get("attributes")
    if isinstance(attributes, dict) and isinstance(attributes.get("card_slots"), dict):
        deck = {
            **attributes,
            "cards": attributes["card_slots"],
        }
    details = deck.get("details")
    details = details if isinstance(details, dict) else {}
    name = deck.get("name", deck.get("title", details.get("name")))
    if isinstance(name, str):
        sheet.name = name.strip()
    reader = _Cards(sheet, text)
    for place in (deck, details):
        for key in _IDENTITIES:
            if identity := _name_of(place.get(key)):
                reader.identity(identity)
    cards = deck.get("cards")
    if isinstance(cards, list) and cards and all(isinstance(card, str) for card in cards):
        sheet.keep_lines = False
        read_text("\n".join(cards), sheet)
    else:
        for key, copies, *title in _pairs_of(deck, sheet):
            reader.card(key, copies, *title)
    _report_others(deck, sheet)


def _name_of(identity: object) -> str:
    """A title or code under a key for the identity, "" for none."""
    if isinstance(identity, dict):
        identity = next((identity[key] for key in _NAMES if isinstance(identity.get(key), str)), None)
    return identity.strip() if isinstance(identity, str) else ""


def _report_others(deck: dict[str, Any], sheet: Sheet) -> None:
    """Say which cards stand under keys that are not read (`"sideboard"`), or under a key that comes twice."""
    others = [value for key, value in deck.items() if key not in _READ]
    if isinstance(deck, _Repeating):
        others += [value for key, value in deck.repeated if value is not deck.get(key)]
    if "cards" not in deck:  # titles stand in the deck itself
        others = [value for value in others if isinstance(value, dict | list)]
    found: list[str] = []
    waiting, looked_at = others, 0
    while waiting and looked_at < MAX_LINES and len(found) < _MOST_TOLD:
        value = waiting.pop()
        looked_at += 1
        if isinstance(value, dict):
            found += [key for key, copies in value.items() if _is_card(key, copies, sheet)]
            listed_card = any(key in value for key in _COPIES) and _name_of(value)
            if listed_card and _is_card(listed_card, 1, sheet):
                found.append(listed_card)
            waiting += [each for each in value.values() if isinstance(each, dict | list)]
        elif isinstance(value, list):
            waiting += [each for each in value if isinstance(each, dict | list)]
            lines_ = [each for each in value if isinstance(each, str)]
            found += [name for each in lines_ for name in _held(each, sheet)]
    for name in found:
        card = sheet.named(name.strip())
        sheet.unread_card([card.title if card else name], None, name)


def _is_card(name: str, copies: object, sheet: Sheet) -> bool:
    card = sheet.named(name.strip())
    return card is not None and not card.is_identity and isinstance(copies, int | float | str)


def _held(line: str, sheet: Sheet) -> list[str]:
    """Titles in a line that is no description: with a number, or alone."""
    taken = take_apart(line[:300], sheet.catalog)
    if taken is None or not taken.titles:
        return []
    return taken.names if taken.beside_number or line.strip() in taken.names else []


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    kept = _Repeating(plain)
    kept.repeated = tuple(pairs)
    return kept


def _the_deck(value: object, sheet: Sheet) -> dict[str, Any]:
    """The object that is the deck: inside `data`, inside a list, inside `deck`."""
    for _ in range(4):
        if isinstance(value, list):
            if not value:
                raise Unreadable(
                    say(
                        "This JSON is empty; write {example} or paste a NetrunnerDB decklist object.",
                        example=_EXAMPLE,
                    )
                )
            if _lists_cards(value):
                return {"cards": value}
            if len(value) > 1:
                sheet.problems.append(several(len(value)))
            value = value[0]
        elif isinstance(value, dict):
            inner = next(
                (value[key] for key in ("data", "deck") if isinstance(value.get(key), dict | list)), None
            )
            if inner is None or "cards" in value:
                return value
            value = inner
        else:
            break
    raise Unreadable(
        say(
            "This JSON is no deck; write {example} or paste a NetrunnerDB decklist object.",
            example=_EXAMPLE,
        )
    )


def _lists_cards(value: list[Any]) -> bool:
    """Whether a list is one of cards (`[{"title": "Diesel", "quantity": 3}]`) and not of decks."""
    return all(
        isinstance(each, dict)
        and "cards" not in each
        and any(isinstance(each.get(key), str | dict) for key in _NAMES)
        for each in value
    ) and any(key in each for each in value for key in _COPIES)


def _pairs_of(deck: dict[str, Any], sheet: Sheet) -> Iterable[tuple[str, object] | tuple[str, object, str]]:
    """Names and copies of the deck's cards, in their order, and the title where the name is a code."""
    cards = deck.get("cards")
    if isinstance(cards, dict):
        return cards.repeated if isinstance(cards, _Repeating) else cards.items()
    if isinstance(cards, list):
        return [_listed(card) for card in cards]
    if cards is None:
        given = deck.repeated if isinstance(deck, _Repeating) else tuple(deck.items())
        bare = [(key, copies) for key, copies in given if key not in ("identity", "name", "title")]
        numbers = bool(bare) and all(isinstance(copies, int | float) for _, copies in bare)
        if numbers or any(sheet.named(key) for key, _ in bare[:MAX_LINES]):
            return bare
    raise Unreadable(
        say(
            "This JSON has no cards; write {example} or paste a NetrunnerDB decklist object.",
            example=_EXAMPLE,
        )
    )


def _listed(card: object) -> tuple[str, object, str]:
    """One element of a list of cards; without a number of copies it gives `_UNSAID`."""
    if isinstance(card, dict):
        inner = next((card[key] for key in _NAMES if isinstance(card.get(key), str | dict)), None)
        told = inner if isinstance(inner, dict) else card
        names = [told[key] for key in _NAMES if isinstance(told.get(key), str)]
        copies = next((card[key] for key in _COPIES if key in card), _UNSAID)
        if names:
            return names[0], copies, names[1] if len(names) > 1 else ""
    raise Unreadable(
        say(
            "This JSON lists its cards in a form nobody knows; write {example} or paste a "
            "NetrunnerDB decklist object.",
            example=_EXAMPLE,
        )
    )


class _Cards:
    """Puts cards on the sheet, with the line of each key in the source."""

    def __init__(self, sheet: Sheet, text: str) -> None:
        self._sheet = sheet
        self._text = text
        self._position = 0
        self._line = 1

    def identity(self, name: str) -> None:
        """What stands under "identity": a title, half of one, or a code."""
        card = self._sheet.named(name)
        if card is not None and card.is_identity:
            self._sheet.claims.certain(card, None, name)
        else:
            self._sheet.claims.claim(name, "", None, name, marked=True)

    def card(self, key: str, copies: object, title: str = "") -> None:
        """One card and its copies; `title` is what stands beside its code."""
        sheet, line = self._sheet, self._line_of(key)
        sheet.count_line()
        name = key.strip()
        given = "1" if copies is _UNSAID else _as_given(copies)
        shown = f"{given} {name}"
        card = sheet.named(name)
        number = 1 if copies is _UNSAID else _whole(copies)
        if copies is _UNSAID and card is not None and not card.is_identity:
            sheet.without_quantity(card, line, name)
        elif card is not None and title and names_another(sheet, title, card):
            sheet.unread_card([title, card.title], line, f"{given} {title} {name}")
        elif card is None and number == 1 and sheet.catalog.find_identity(name):
            sheet.claims.claim(name, "", line, shown, marked=True)
        elif card is None:
            sheet.unknown(name, line, shown)
        elif number is None:
            sheet.bad_quantity(given, card.title, line, shown)
        else:
            sheet.add(card, number, line, shown)

    def _line_of(self, key: str) -> int | None:
        """The line of the next occurrence of a key; keys come in the order of the text, so this looks on
        from the last.
        """
        if not self._text:
            return None
        for quoted in (f'"{key}"', json.dumps(key)):
            found = self._text.find(quoted, self._position)
            if found >= 0:
                self._line += self._text.count("\n", self._position, found)
                self._position = found
                return self._line
        return None


def _as_given(copies: object) -> str:
    """Copies as they may be shown: the beginning of what was written, in no language."""
    if isinstance(copies, str):
        return written(copies)[:_SHOWN]
    given = json.dumps(copies, ensure_ascii=False)
    return given if len(given) <= _SHOWN else f"{given[:_SHOWN]}…"


def _whole(copies: object) -> int | None:
    """Copies as a whole number, or None: `3`, `3.0`, `"3"`."""
    if isinstance(copies, bool):
        return None
    if isinstance(copies, int):
        return copies if abs(copies) < 1_000_000 else None
    if isinstance(copies, float):
        return int(copies) if copies.is_integer() and abs(copies) < 1_000_000 else None
    if isinstance(copies, str) and copies.isascii() and copies.isdigit() and len(copies) <= 4:
        return int(copies)
    return None
