"""Which identity somebody means: a title of the right side, or a part of it that fits no other identity.

A part that begins a word of one title is not kept from it by titles that have it inside a word.
"""

import re

from app.deckcheck.catalog import Card, Catalog
from app.deckcheck.folding import fold
from app.deckcheck.titles import with_titles
from app.sentences import Sentence, did_you_mean, in_turn, say
from app.services.kernel.errors import Kind, Refused
from app.sides import Side

_SHORTEST_PART = 4
_MOST_NAMED = 5
_WORD = re.compile(r"[^\W_]+")


def identity_named(catalog: Catalog, text: str | None, side: Side) -> str | None:
    """The full title, None for nothing; raises Refused unknown-identity (422) with `suggestions`."""
    if text is None or not text.strip():
        return None
    found = catalog.find_identity(text.strip(), side) or _containing(catalog, text, side)
    if len(found) == 1:
        return found[0].title
    raise Refused(
        "unknown-identity",
        with_titles(_sentence(catalog, text, side, found)),
        Kind.INVALID,
        suggestions=_titles(catalog, text, side, found),
        field=f"{side}_identity",
    )


def _containing(catalog: Catalog, text: str, side: Side) -> tuple[Card, ...]:
    key = fold(text[:120])
    if len(key) < _SHORTEST_PART:
        return ()
    found = tuple(card for card in catalog.identities(side) if key in fold(card.title))
    # Steve is Steve Cambridge, not Valencia Estevez.
    return tuple(card for card in found if _begins_a_word(key, card.title)) or found


def _begins_a_word(key: str, title: str) -> bool:
    return any(fold(title[word.start() :]).startswith(key) for word in _WORD.finditer(title))


def _titles(catalog: Catalog, text: str, side: Side, found: tuple[Card, ...]) -> list[str]:
    if found:
        return [card.title for card in found]
    titles = [card.title for card in catalog.identities(side)]
    return [title for title in catalog.suggest(text, limit=10, identities=True) if title in titles][:3]


def _sentence(catalog: Catalog, text: str, side: Side, found: tuple[Card, ...]) -> Sentence:
    written = " ".join(text.split())[:60]
    if found:
        named: list[str | Sentence] = [card.title for card in found[:_MOST_NAMED]]
        if len(found) > _MOST_NAMED:
            named.append(say("{number} more", number=len(found) - _MOST_NAMED))
        return say(
            '"{written}" can be several {side} identities: {titles}. Write the one you mean.',
            written=written,
            side=side.word,
            titles=named,
        )
    if catalog.find_identity(text, side.other):
        return say(
            '"{written}" is a {other} identity: give the identity of the {side} deck.',
            written=written,
            other=side.other.word,
            side=side.word,
        )
    near = _titles(catalog, text, side, found)
    none = say('No {side} identity is called "{written}".', side=side.word, written=written)
    return in_turn([none, did_you_mean(near) if near else say("Choose one from the list.")])
