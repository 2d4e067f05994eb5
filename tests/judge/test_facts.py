"""The data of the desk: nothing without source and status, every card known, every word there, no step number
in a sentence, and the windows of each edition as its source has them.
"""

import re
from datetime import date

import pytest

from app.deckcheck.catalog import load_catalog
from app.judge.editions import COMPREHENSIVE, DECEMBER_2017, EDITIONS, FAQ, edition_for, moments
from app.judge.entries import Now, entries, sources
from app.judge.penalties import KINDS, penalties
from app.judge.side_games import GAMES, rules_cards
from app.judge.timing import Structure, timing, windows
from app.judge.words import facts, words
from app.words.written import day_of

CATALOG = load_catalog()
DATED = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
MOMENT = re.compile(r"\{([^}]*)\}")
# A number of a step in a sentence would be that of one edition; names and versions may have a point.
NUMBER = re.compile(r"\bsteps? \d|(?<![\w.])\d\.\d(?!\.\d)")
NUMBERS_THAT_ARE_NONE = ("Ichi 1.0", "Janus 1.0", "Fairchild 2.0", "FAQ 1.1", "Rules 26.03", "9.8.2", "9.8.3")
BY_ID = {entry.id: entry for entry in entries(DECEMBER_2017)}


def test_all_entries_are_there() -> None:
    assert len(BY_ID) == 93
    counted = {status: sum(1 for each in BY_ID.values() if each.now is status) for status in Now}
    assert counted == {Now.CONFIRMED: 38, Now.LIKELY: 30, Now.CHANGED: 11, Now.UNCHECKED: 14}


@pytest.mark.parametrize("entry", BY_ID.values(), ids=lambda each: each.id)
def test_an_entry_has_words_cards_source_and_status(entry: object) -> None:
    each = BY_ID[entry.id]  # type: ignore[attr-defined]
    assert each.question.endswith("?") and each.answer.endswith((".", ".)", '?"'))
    assert each.source.title and each.source.by and DATED.fullmatch(each.source.date)
    assert each.keywords
    assert [
        title for title in each.cards if (card := CATALOG.titled(title)) is None or card.title != title
    ] == []
    assert (each.checked is None) == (each.now is Now.UNCHECKED)
    assert each.now_note.lower().startswith(each.now.value)
    assert each.edition in EDITIONS


def test_a_changed_entry_has_both_answers_and_the_day_and_no_other_has() -> None:
    for each in BY_ID.values():
        if each.now is Now.CHANGED:
            assert each.changed_answer and each.changed_answer != each.answer
            assert DATED.fullmatch(each.since) and day_of(each.since) in each.now_note
            assert each.checked is not None and each.since <= "2026-03-02"
        else:
            assert (each.changed_answer, each.since) == ("", "")


@pytest.mark.parametrize(
    ("entry", "since", "exactly", "old", "new"),
    [
        ("ka-padtap-adonis", "2019-05-03", True, "No.", "Yes, PAD Tap triggers."),
        (
            "ka-mlinzi-short-stack",
            "2019-04-26",
            True,
            "Yes, as long as one card",
            "No. Trashing the cards is a cost",
        ),
        (
            "f11-secretary-twice",
            "2017-04-08",
            False,
            "more than once, but",
            "cannot choose one program more than",
        ),
    ],
)
def test_what_a_judge_would_get_wrong_by_the_source_alone(
    entry: str, since: str, exactly: bool, old: str, new: str
) -> None:
    each = BY_ID[entry]
    assert (each.since, each.since_exactly) == (since, exactly)
    assert old in each.answer and new in each.changed_answer
    assert each.now_note.startswith(
        f"Changed on {day_of(since)}." if exactly else f"Changed, by {day_of(since)} at the latest."
    )


def test_sentences_name_moments_and_no_numbers_of_steps() -> None:
    said = words()
    assert {
        name for each in said["entries"].values() for text in each.values() for name in MOMENT.findall(text)
    } == set(moments())
    for each in said["entries"].values():
        for text in each.values():
            for known in NUMBERS_THAT_ARE_NONE:
                text = text.replace(known, "")
            assert not NUMBER.search(text), text


def test_moments_are_steps_of_their_editions() -> None:
    for edition in EDITIONS:
        steps = {step.step for structure in timing(edition) for step in structure.steps}
        named = {numbers[edition] for numbers in moments().values() if edition in numbers}
        if edition == FAQ:
            named.discard("1.1")  # of the turn; the same number may be one of a run
        assert named <= steps


def test_one_answer_counts_the_steps_of_the_edition_that_is_shown() -> None:
    told = {
        edition: next(each.answer for each in entries(edition) if each.id == "ka-hippo-miraju")
        for edition in EDITIONS
    }
    assert "(step 3.1)" in told[DECEMBER_2017] and "is passed (step 4), and" in told[DECEMBER_2017]
    assert "(step 3b)" in told[COMPREHENSIVE] and "is passed (step 4a), and" in told[COMPREHENSIVE]
    assert "(step 3.1)" in told[FAQ] and "is passed, and" in told[FAQ]


def test_every_word_belongs_to_a_fact_and_every_source_is_used() -> None:
    said = words()
    assert set(said["entries"]) == set(BY_ID)
    assert set(said["penalties"]) == {each.id for each in penalties()}
    assert set(said["timing"]) == {row["id"] for row in facts("timing")["structure"]}
    assert set(said["sources"]) == set(sources())
    used = {row[name] for row in facts("entries")["entry"] for name in ("source", "checked") if name in row}
    used |= {
        row["source"]
        for name, table in (("penalties", "penalty"), ("timing", "structure"), ("side_games", "card"))
        for row in facts(name)[table]
    }
    assert used == set(sources())


def test_penalties_name_what_is_known_and_nothing_else() -> None:
    rows = {each.id: each for each in penalties()}
    assert len(rows) == 29
    for each in rows.values():
        assert each.name and each.what and each.penalty.endswith(".") and DATED.fullmatch(each.source.date)
        assert {each.first, each.repeat} <= {"", *KINDS}
        assert each.now is Now.UNCHECKED
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", each.infraction)
        assert each.is_recordable or not each.first
    assert {each.id for each in rows.values() if each.first} == {
        "p-reveal",
        "p-nsg-list",
        "p-nsg-outside",
        "p-nsg-online",
    }
    assert (rows["p-reveal"].first, rows["p-reveal"].repeat) == ("warning", "disqualification")
    assert rows["p-cheat"].penalty == "Its penalty there is not known. The organizer decides."


def test_rules_cards_of_the_side_events_are_there() -> None:
    assert [len(rules_cards(game)) for game in GAMES] == [20, 12]
    assert all(each.text or each.later for game in GAMES for each in rules_cards(game))


def test_structures_and_windows_of_each_edition() -> None:
    counts = {edition: [len(each.steps) for each in timing(edition)] for edition in EDITIONS}
    assert counts == {DECEMBER_2017: [23], COMPREHENSIVE: [14, 13, 29, 7, 4], FAQ: [11, 8, 17]}
    assert sum(len(windows(timing(edition))) for edition in EDITIONS) == 28


@pytest.mark.parametrize(
    ("format_code", "edition"),
    [
        ("cache-refresh", DECEMBER_2017),
        ("modded", DECEMBER_2017),
        ("socr9", DECEMBER_2017),
        ("custom", DECEMBER_2017),
        ("standard", COMPREHENSIVE),
        ("startup", COMPREHENSIVE),
        ("eternal", COMPREHENSIVE),
        ("throwback", COMPREHENSIVE),
        ("cache-refresh-today", COMPREHENSIVE),
    ],
)
def test_an_event_is_ruled_by_the_edition_of_its_format(format_code: str, edition: str) -> None:
    assert edition_for(format_code) == edition


RUN = "run"
# What may be done besides paid abilities: o other cards rezzed, i the approached ice, s scored, b broken.
WINDOWS = {
    DECEMBER_2017: {RUN: {"2.1": "", "2.3": "oi", "3.1": "b", "5.1": "", "5.3": "o"}},
    FAQ: {
        "corp turn": {"1.1": "os", "2.1": "os", "2.2": "os", "3.2": "o"},
        "runner turn": {"1.1": "o", "1.3": "o", "2.2": "o"},
        RUN: {"2.1": "", "2.3": "oi", "3.1": "b", "4.1": "", "4.3": "o"},
    },
    COMPREHENSIVE: {
        "corp turn": {"1b": "os", "2a": "os", "3b": "o"},
        "runner turn": {"1b": "o", "1e": "o", "2b": "o"},
        RUN: {"1e": "o", "2b": "oi", "3b": "b", "4b": "", "4e": "o"},
    },
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_windows_allow_what_their_source_says(edition: str) -> None:
    told: dict[str, dict[str, str]] = {}
    for each in windows(timing(edition)):
        allowed = {
            "o": each.corp_may_rez_non_ice,
            "i": each.corp_may_rez_approached_ice,
            "s": each.corp_may_score,
            "b": each.runner_may_break,
        }
        told.setdefault(each.structure, {})[each.step] = "".join(key for key, may in allowed.items() if may)
        assert each.paid_abilities_both_players
        assert each.priority_first == ("Corp" if each.structure == "corp turn" else "Runner")
        assert each.edition == edition
    assert told == WINDOWS[edition]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_step_can_be_reached_and_leads_on_to_a_step(edition: str) -> None:
    for structure in timing(edition):
        numbers = [step.step for step in structure.steps]
        assert len(set(numbers)) == len(numbers)
        assert {way.step for step in structure.steps for way in step.ways} <= set(numbers)
        assert reached(structure) == set(numbers)
        assert not structure.steps[-1].ways


def reached(structure: Structure) -> set[str]:
    """The steps one comes to from the first one."""
    steps = {step.step: step for step in structure.steps}
    found, waiting = set(), [structure.steps[0].step]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += [way.step for way in steps[number].ways]
    return found


def test_a_run_of_december_2017_goes_as_the_rules_say() -> None:
    run = {step.step: step for step in timing(DECEMBER_2017)[0].steps}
    assert run["1"].then == "ice protects the server: 2; no ice: 5"
    assert run["2.4"].then == "the ice is rezzed: 3; the ice is not rezzed: 4"
    assert run["4"].then == "more ice: 2; no more ice: 5"
    assert [number for number, step in run.items() if step.jack_out] == ["2.2", "5.2"]
    assert (
        run["2.2"].then
        == run["5.2"].then.replace("5.3", "2.3")
        == "the run goes on: 2.3; the Runner jacks out: 7"
    )
    assert [number for number, step in run.items() if not step.ways] == ["6", "7"]


def test_dates_of_sources_are_days_of_the_calendar() -> None:
    for each in sources().values():
        year, month, day = (int(part) for part in f"{each.date}-01-01".split("-")[:3])
        assert date(2012, 1, 1) <= date(year, month, day) <= date(2026, 12, 31) or each.id == "xnet-rules"
