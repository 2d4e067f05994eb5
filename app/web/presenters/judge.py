"""The judge's desk in words and marks: entries, cards, editions, infractions."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from app.judge.editions import Edition, all_editions
from app.judge.entries import Entry, Now, Source
from app.judge.entries import entries as all_entries
from app.judge.penalties import GUIDE, Penalty
from app.judge.search import titles_in_every_language
from app.judge.side_games import RulesCard
from app.judge.words import ENGLISH
from app.judge.words import languages as desk_languages
from app.sentences import message, t
from app.services.decks.rulings import CardNotes
from app.sides import Side
from app.web.presenters.pool_cards import type_word
from app.web.views import NavLink
from app.words.reader import language
from app.words.written import day_of

PAGES = (
    ("/judge", message("Search")),
    ("/judge/timing", message("Timing")),
    ("/judge/penalties", message("Penalties")),
    # words: all rulings
    ("/judge/all", message("All")),
)
_STATUS = {
    # words: a later source says the same as a ruling
    Now.CONFIRMED: ("done", message("confirmed")),
    # words: nothing was found against a ruling
    Now.LIKELY: ("playing", message("likely")),
    # words: a later source answers differently
    Now.CHANGED: ("disputed", message("changed")),
    # words: a ruling was not compared with later sources
    Now.UNCHECKED: ("waiting", message("unchecked")),
}
_ISSUERS = {"ffg": "Fantasy Flight Games", "nsg": "Null Signal Games"}
_CATEGORIES = {
    "game-error": message("Game error"),
    "tournament-error": message("Tournament error"),
    "conduct": message("Conduct"),
    GUIDE: message("Good to know"),
}
_KINDS = {
    "warning": message("Warning"),
    "game-loss": message("Game loss"),
    "match-loss": message("Match loss"),
    "disqualification": message("Disqualification"),
}
# What a rules card of a side event is about.
_TOPICS = {
    "areas": message("Areas"),
    "attack": message("Attack"),
    "cards": message("Cards"),
    "cost": message("Cost"),
    "deck": message("Deck"),
    "demand": message("Demand"),
    "frame": message("Frame"),
    "lose": message("Lose"),
    "notice": message("Notice"),
    "play": message("Play"),
    "score": message("Score"),
    "set-up": message("Set-up"),
    "tie": message("Tie"),
    "tournament": message("Tournament"),
    "turn": message("Turn"),
    "win": message("Win"),
    "words": message("Words"),
}


@dataclass(frozen=True)
class AnswerShown:
    """An answer; `label` says when it holds if there are two, and `is_past` marks the one that does not."""

    label: str
    text: str
    is_past: bool


@dataclass(frozen=True)
class EntryShown:
    """One entry as a reader sees it. `now` is one of `Now`, `status` its word; `find` is what the page's
    script looks in besides the words.
    """

    id: str
    kind: str
    question: str
    answers: tuple[AnswerShown, ...]
    recorded: str
    icon: str
    now: str
    status: str
    note: str
    cards: tuple[NavLink, ...]
    find: str


@dataclass(frozen=True)
class CardShown:
    """The card that was asked for, with what it changes before the game."""

    title: str
    side: Side
    kind: str
    deck_building: tuple[str, ...]
    set_up: str


@dataclass(frozen=True)
class PenaltyShown:
    """One row of the list of infractions. `first` is empty where no source names a penalty."""

    name: str
    what: str
    penalty: str
    first: str
    source: str


@dataclass(frozen=True)
class PenaltyGroup:
    """The infractions of one category; `unknown` are those of which a source gives the name alone."""

    name: str
    rows: tuple[PenaltyShown, ...]
    unknown: tuple[str, ...]
    unknown_what: str
    unknown_penalty: str


@dataclass(frozen=True)
class RulesShown:
    """One rules card of a game at side events."""

    topic: str
    text: str
    later: str


def judge_address(path: str = "/judge", **query: str) -> str:
    """An address of the desk with the parts of the query that hold anything."""
    told = {name: value for name, value in query.items() if value}
    return f"{path}?{urlencode(told)}" if told else path


def pages_of_the_desk(current: str, edition: str) -> list[NavLink]:
    """The ways between the pages of the desk; each keeps the edition."""
    return [NavLink(judge_address(path, edition=edition), t(label), path == current) for path, label in PAGES]


def edition_links(path: str, chosen: Edition, **query: str) -> list[NavLink]:
    """The same page in each edition."""
    return [
        NavLink(judge_address(path, edition=each.id, **query), each.name, each.id == chosen.id)
        for each in all_editions(desk_language())
    ]


def entries_shown(entries: Iterable[Entry], edition: Edition) -> list[EntryShown]:
    """Entries as a reader sees them; their cards lead to the desk on that card."""
    return [_entry_shown(entry, edition, ()) for entry in entries]


def entries_to_search(entries: Iterable[Entry], edition: Edition) -> list[EntryShown]:
    """The same with the titles of their cards in every language, and the English words, for a search in the
    page.
    """
    listed = list(entries)
    spellings = titles_in_every_language({title for entry in listed for title in entry.cards})
    english = {} if desk_language() == ENGLISH else {each.id: each for each in all_entries(edition.id)}
    return [
        _entry_shown(
            entry,
            edition,
            (
                *(name for title in entry.cards for name in spellings[title]),
                *_words_of(english.get(entry.id)),
            ),
        )
        for entry in listed
    ]


def _words_of(entry: Entry | None) -> tuple[str, ...]:
    return (entry.question, entry.answer, entry.changed_answer) if entry is not None else ()


def desk_language() -> str:
    """The reader's language as the desk's files are named, `pt` for `pt-BR`; English where there is none."""
    code = language().partition("-")[0]
    return code if code in desk_languages() else ENGLISH


def _entry_shown(entry: Entry, edition: Edition, spelt: tuple[str, ...]) -> EntryShown:
    icon, status = _STATUS[entry.now]
    return EntryShown(
        id=entry.id,
        kind=entry.kind_name,
        question=entry.question,
        answers=_answers_shown(entry),
        recorded=t("Recorded in: {source}", source=source_words(entry.source)),
        icon=icon,
        now=entry.now,
        status=t(status),
        note=entry.now_note,
        cards=card_links(entry.cards, edition),
        find=" ".join((*spelt, *entry.keywords)),
    )


def _answers_shown(entry: Entry) -> tuple[AnswerShown, ...]:
    """The one answer, or both of a changed entry: the one that holds in the edition first."""
    if not entry.changed_answer:
        return (AnswerShown("", entry.answer, is_past=False),)
    since = day_of(entry.since)
    if not entry.since_exactly:
        since = t("{day} or earlier", day=since)
    if entry.recorded_holds:
        return (
            AnswerShown(t("In this edition, as recorded"), entry.answer, is_past=False),
            AnswerShown(
                t("In later editions, since {since}", since=since), entry.changed_answer, is_past=True
            ),
        )
    return (
        AnswerShown(t("Now, since {since}", since=since), entry.changed_answer, is_past=False),
        AnswerShown(t("Before, as recorded"), entry.answer, is_past=True),
    )


def card_links(titles: Iterable[str], edition: Edition) -> tuple[NavLink, ...]:
    """The desk on each of these cards."""
    return tuple(NavLink(judge_address(edition=edition.id, card=title), title) for title in titles)


def card_shown(notes: CardNotes) -> CardShown:
    """The card that was asked for."""
    card = notes.card
    return CardShown(
        card.title,
        card.side,
        type_word(card.type),
        tuple(map(str, notes.deck_building)),
        str(notes.set_up or ""),
    )


def source_words(source: Source) -> str:
    """A document: its title, who wrote it, and its date."""
    return t("{title}. {by}, {date}.", title=source.title, by=source.by, date=day_of(source.date))


def penalty_groups(rows: Iterable[Penalty]) -> list[PenaltyGroup]:
    """The infractions by category, in the order in which a judge thinks of them."""
    listed = list(rows)
    return [
        _penalty_group(t(name), [row for row in listed if row.category == category])
        for category, name in _CATEGORIES.items()
    ]


def _penalty_group(name: str, rows: list[Penalty]) -> PenaltyGroup:
    """One category. What several infractions of it share word by word is said of all of them at once."""
    said = Counter((row.what, row.penalty) for row in rows)
    shared, times = said.most_common(1)[0]
    alike = [row for row in rows if times > 1 and (row.what, row.penalty) == shared]
    return PenaltyGroup(
        name,
        tuple(_penalty_shown(row) for row in rows if row not in alike),
        tuple(row.name for row in alike),
        *(shared if alike else ("", "")),
    )


def _penalty_shown(row: Penalty) -> PenaltyShown:
    return PenaltyShown(
        name=row.name,
        what=row.what,
        penalty=row.penalty,
        first=t(_KINDS[row.first]) if row.first else "",
        source=t("{by}, {date}", by=_ISSUERS[row.issuer], date=day_of(row.source.date)),
    )


def rules_shown(cards: Iterable[RulesCard]) -> list[RulesShown]:
    """Rules cards as a reader sees them."""
    return [RulesShown(t(_TOPICS[card.topic]), card.text, card.later) for card in cards]
