"""What a judge asks: entries for words or a card, and what the card changes in deck building and set-up."""

from dataclasses import dataclass
from datetime import date

from app.deckcheck.catalog import Card, Catalog
from app.deckcheck.mwl import NAPD, STANDARD, MostWanted, deck_limit_at, mwl_at
from app.judge.editions import COMPREHENSIVE, Edition, UnknownEdition, edition_named
from app.judge.entries import Entry
from app.judge.search import desk
from app.judge.words import ENGLISH
from app.sentences import Sentence, said_by, say, say_count
from app.services.kernel.errors import Kind, Refused
from app.tournament.starting import set_up_of


@dataclass(frozen=True)
class CardNotes:
    """A card at the desk: sentences on deck building on a day, and its set-up note, empty for most cards."""

    card: Card
    deck_building: tuple[Sentence, ...]
    set_up: Sentence | None


@dataclass(frozen=True)
class Answer:
    """Entries, the likeliest first; the cards the words can mean; the one card they mean, if it is one."""

    edition: Edition
    entries: tuple[Entry, ...]
    cards: tuple[Card, ...]
    card: CardNotes | None


def edition_asked(name: str, language: str = ENGLISH) -> Edition:
    """The edition with this id, the default for an empty name. Refused unknown-edition (422)."""
    try:
        return edition_named(name, language)
    except UnknownEdition as error:
        raise Refused("unknown-edition", said_by(error), Kind.INVALID) from error


def ask_desk(
    catalog: Catalog, edition: str, day: date, *, words: str = "", card: str = "", language: str = ENGLISH
) -> Answer:
    """The entries on a card, narrowed by words; without a card those for the words; all for neither."""
    chosen = edition_asked(edition, language)
    ready = desk(catalog, chosen.id, language)
    meant = ready.meant(card) if card.strip() else ()
    found = ready.find(words)
    entries = found.entries
    if card.strip():
        titles = {each.title for each in meant}
        entries = tuple(entry for entry in entries if titles.intersection(entry.cards))
    cards = meant or found.cards
    notes = card_notes(cards[0], chosen, day) if len(cards) == 1 else None
    return Answer(chosen, entries, cards, notes)


def card_notes(card: Card, edition: Edition, day: date) -> CardNotes:
    """What a card changes in deck building on a day, by the list that belongs to the edition."""
    family = STANDARD if edition.id == COMPREHENSIVE else NAPD
    wanted = mwl_at(day, family)
    said = (_most_wanted(card, wanted) if wanted is not None else None, _erratum(card, day))
    return CardNotes(
        card, tuple(filter(None, said)), set_up_of(card.title).note if card.is_identity else None
    )


def _most_wanted(card: Card, wanted: MostWanted) -> Sentence:
    name, title = say("{name} (from {day})", name=wanted.name, day=wanted.start), card.title
    if title in wanted.removed:
        return say("{list}: removed. A deck holds no copy of it.", list=name)
    if title in wanted.restricted:
        return say("{list}: restricted. A deck holds one restricted title at most.", list=name)
    if title in wanted.universal:
        return say(
            "{list}: each copy costs {influence} more influence, in faction too.",
            list=name,
            influence=wanted.universal[title],
        )
    if title in wanted.penalty:
        return say(
            "{list}: each copy lowers the influence limit by {influence}, but not below 1.",
            list=name,
            influence=wanted.penalty[title],
        )
    return say("{list}: not listed.", list=name)


def _erratum(card: Card, day: date) -> Sentence | None:
    limit = deck_limit_at(card, day)
    if limit == card.deck_limit:
        return None
    return say_count(
        "Erratum: {n} copy per deck instead of {before}.",
        "Erratum: {n} copies per deck instead of {before}.",
        limit,
        before=card.deck_limit,
    )
