"""The judge's desk in words and marks: entries, cards, editions, and the chart of a timing structure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from app.judge.editions import Edition, all_editions
from app.judge.entries import Entry, Now
from app.judge.penalties import GUIDE, Penalty
from app.judge.search import titles_in_every_language
from app.judge.side_games import RulesCard
from app.judge.timing import BREAK, PAID, REZ_ICE, REZ_OTHERS, SCORE, Step, Structure, Way
from app.judge.words import words
from app.services.decks.rulings import CardNotes

PAGES = (
    ("/judge", "Search"),
    ("/judge/timing", "Timing"),
    ("/judge/penalties", "Penalties"),
    ("/judge/all", "All"),
)
_STATUS = {
    Now.CONFIRMED: ("done", "confirmed"),
    Now.LIKELY: ("playing", "likely"),
    Now.CHANGED: ("disputed", "changed"),
    Now.UNCHECKED: ("waiting", "unchecked"),
}
_CORP, _RUNNER, _BOTH = "corp", "runner", ""
_WHO = {PAID: _BOTH, REZ_OTHERS: _CORP, REZ_ICE: _CORP, SCORE: _CORP, BREAK: _RUNNER}
_ISSUERS = {"ffg": "Fantasy Flight Games", "nsg": "Null Signal Games"}
_CATEGORIES = {
    "game-error": "Game error",
    "tournament-error": "Tournament error",
    "conduct": "Conduct",
    GUIDE: "Good to know",
}
_KINDS = {
    "warning": "Warning",
    "game-loss": "Game loss",
    "match-loss": "Match loss",
    "disqualification": "Disqualification",
}


@dataclass(frozen=True)
class Link:
    """A way to another page; `current` marks the page or choice that is shown."""

    href: str
    label: str
    current: bool = False


@dataclass(frozen=True)
class AnswerShown:
    """An answer; `label` says when it holds if there are two, and `is_past` marks the one that does not."""

    label: str
    text: str
    is_past: bool


@dataclass(frozen=True)
class EntryShown:
    """One entry as a reader sees it. `find` is what the page's script looks in besides the words."""

    id: str
    kind: str
    question: str
    answers: tuple[AnswerShown, ...]
    recorded: str
    icon: str
    status: str
    note: str
    cards: tuple[Link, ...]
    find: str


@dataclass(frozen=True)
class CardShown:
    """The card that was asked for, with what it changes before the game."""

    title: str
    side: str
    kind: str
    deck_building: tuple[str, ...]
    set_up: str


@dataclass(frozen=True)
class Mark:
    """Something that may be done in a window, and by whom: `corp`, `runner`, or empty for both."""

    side: str
    text: str


@dataclass(frozen=True)
class WayShown:
    """A way on: where it leads in the page, and its words."""

    href: str
    text: str


@dataclass(frozen=True)
class StepShown:
    """One step of the chart. `begins`: it begins a phase of several steps, such as 2 before 2.1."""

    id: str
    number: str
    text: str
    marks: tuple[Mark, ...]
    first: str
    triggers: str
    ways: tuple[WayShown, ...]
    see: Link | None
    begins: bool


@dataclass(frozen=True)
class ChartShown:
    """One structure as a chart to follow; `start` is the place of its first step."""

    id: str
    name: str
    completeness: str
    start: str
    steps: tuple[StepShown, ...]


@dataclass(frozen=True)
class PenaltyShown:
    """One row of the list of infractions. `first` and `repeat` are empty where no source names a penalty."""

    name: str
    what: str
    penalty: str
    first: str
    repeat: str
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


def pages_of_the_desk(current: str, edition: str) -> list[Link]:
    """The ways between the pages of the desk; each keeps the edition."""
    return [Link(judge_address(path, edition=edition), label, path == current) for path, label in PAGES]


def edition_links(path: str, chosen: Edition, **query: str) -> list[Link]:
    """The same page in each edition."""
    return [
        Link(judge_address(path, edition=each.id, **query), each.name, each.id == chosen.id)
        for each in all_editions()
    ]


def entries_shown(entries: Iterable[Entry], edition: Edition) -> list[EntryShown]:
    """Entries as a reader sees them; their cards lead to the desk on that card."""
    return [_entry_shown(entry, edition, ()) for entry in entries]


def entries_to_search(entries: Iterable[Entry], edition: Edition) -> list[EntryShown]:
    """The same with the titles of their cards in every language, for a search in the page."""
    listed = list(entries)
    spellings = titles_in_every_language({title for entry in listed for title in entry.cards})
    return [
        _entry_shown(entry, edition, tuple(name for title in entry.cards for name in spellings[title]))
        for entry in listed
    ]


def _entry_shown(entry: Entry, edition: Edition, spelt: tuple[str, ...]) -> EntryShown:
    icon, status = _STATUS[entry.now]
    return EntryShown(
        id=entry.id,
        kind=entry.kind_name,
        question=entry.question,
        answers=_answers_shown(entry),
        recorded=f"Recorded in: {entry.source.title}. {entry.source.by}, {entry.source.date}.",
        icon=icon,
        status=status,
        note=entry.now_note,
        cards=card_links(entry.cards, edition),
        find=" ".join((*spelt, *entry.keywords)),
    )


def _answers_shown(entry: Entry) -> tuple[AnswerShown, ...]:
    """The one answer, or both of a changed entry: the one that holds in the edition first."""
    if not entry.changed_answer:
        return (AnswerShown("", entry.answer, is_past=False),)
    since = entry.since if entry.since_exactly else f"{entry.since} or earlier"
    if entry.recorded_holds:
        return (
            AnswerShown("In this edition, as recorded", entry.answer, is_past=False),
            AnswerShown(f"In later editions, since {since}", entry.changed_answer, is_past=True),
        )
    return (
        AnswerShown(f"Now, since {since}", entry.changed_answer, is_past=False),
        AnswerShown("Before, as recorded", entry.answer, is_past=True),
    )


def card_links(titles: Iterable[str], edition: Edition) -> tuple[Link, ...]:
    """The desk on each of these cards."""
    return tuple(Link(judge_address(edition=edition.id, card=title), title) for title in titles)


def card_shown(notes: CardNotes) -> CardShown:
    """The card that was asked for."""
    card = notes.card
    return CardShown(card.title, card.side.value, card.type, notes.deck_building, notes.set_up)


def chart_shown(structure: Structure) -> ChartShown:
    """A structure as a chart; each step is a place in the page, and its ways lead to others."""
    phases = [_phase(step) for step in structure.steps]
    has_phases = len(set(phases)) < len(phases)
    return ChartShown(
        id=structure.id,
        name=structure.name,
        completeness=structure.completeness,
        start=f"#{_place(structure.id, structure.steps[0].step)}",
        steps=tuple(
            _step_shown(structure, step, has_phases and phases.index(phases[at]) == at)
            for at, step in enumerate(structure.steps)
        ),
    )


def sources_shown(structures: Iterable[Structure]) -> list[str]:
    """The sources of some structures, each once."""
    found = (each.source for each in structures)
    return list(dict.fromkeys(f"{source.title}. {source.by}, {source.date}." for source in found))


def _phase(step: Step) -> str:
    """The number of the phase a step belongs to: `2` for 2, 2.3 and 2b."""
    return step.step.rstrip("abcdefghijklmnopqrstuvwxyz").partition(".")[0]


def _step_shown(structure: Structure, step: Step, begins: bool) -> StepShown:
    named = words()["windows"]
    marks = [Mark(_WHO[each], named[each]) for each in step.window]
    if step.jack_out:
        marks.append(Mark(_RUNNER, words()["jack_out"]))
    return StepShown(
        id=_place(structure.id, step.step),
        number=step.step,
        text=step.text,
        marks=tuple(marks),
        first=f"{structure.first} acts first" if step.window else "",
        triggers=step.triggers,
        ways=tuple(_way_shown(structure, way) for way in step.ways),
        see=Link(f"#{_place(step.see, '1')}", words()["structures"][_kind(step.see)]) if step.see else None,
        begins=begins,
    )


def _way_shown(structure: Structure, way: Way) -> WayShown:
    text = f"{way.case[:1].upper()}{way.case[1:]}: {way.step}" if way.case else f"Next: {way.step}"
    return WayShown(f"#{_place(structure.id, way.step)}", text)


def _place(structure: str, step: str) -> str:
    return f"{structure}-{step.replace('.', '-')}"


def _kind(structure: str) -> str:
    return structure.rpartition("-")[2]


def penalty_groups(rows: Iterable[Penalty]) -> list[PenaltyGroup]:
    """The infractions by category, in the order in which a judge thinks of them."""
    listed = list(rows)
    return [
        _penalty_group(name, [row for row in listed if row.category == category])
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
        first=_KINDS.get(row.first, ""),
        repeat=_KINDS.get(row.repeat, ""),
        source=f"{_ISSUERS[row.issuer]}, {row.source.date}",
    )


def rules_shown(cards: Iterable[RulesCard]) -> list[RulesShown]:
    """Rules cards as a reader sees them."""
    return [RulesShown(card.topic.capitalize(), card.text, card.later) for card in cards]
