"""The chart of a timing structure: its steps as places in a page, with what may be done and the ways on."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.judge.timing import BREAK, PAID, REZ_ICE, REZ_OTHERS, SCORE, Step, Structure, Way
from app.judge.words import words
from app.sentences import t
from app.sides import Side
from app.web.presenters.judge import desk_language, source_words
from app.web.views import NavLink

_CORP, _RUNNER, _BOTH = "corp", "runner", ""
_WHO = {PAID: _BOTH, REZ_OTHERS: _CORP, REZ_ICE: _CORP, SCORE: _CORP, BREAK: _RUNNER}


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
    see: NavLink | None
    begins: bool


@dataclass(frozen=True)
class ChartShown:
    """One structure as a chart to follow; `start` is the place of its first step."""

    id: str
    name: str
    completeness: str
    start: str
    steps: tuple[StepShown, ...]


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
    return list(dict.fromkeys(t("Source: {source}", source=source_words(each)) for each in found))


def _phase(step: Step) -> str:
    """The number of the phase a step belongs to: `2` for 2, 2.3 and 2b."""
    return step.step.rstrip("abcdefghijklmnopqrstuvwxyz").partition(".")[0]


def _step_shown(structure: Structure, step: Step, begins: bool) -> StepShown:
    said = words(desk_language())
    named = said["windows"]
    marks = [Mark(_WHO[each], named[each]) for each in step.window]
    if step.jack_out:
        marks.append(Mark(_RUNNER, said["jack_out"]))
    return StepShown(
        id=_place(structure.id, step.step),
        number=step.step,
        text=step.text,
        marks=tuple(marks),
        first=t("{side} acts first", side=Side(structure.first.lower()).word) if step.window else "",
        triggers=step.triggers,
        ways=tuple(_way_shown(structure, way) for way in step.ways),
        see=NavLink(f"#{_place(step.see, '1')}", said["structures"][_kind(step.see)]) if step.see else None,
        begins=begins,
    )


def _way_shown(structure: Structure, way: Way) -> WayShown:
    if way.case:
        text = t("{case}: {step}", case=f"{way.case[:1].upper()}{way.case[1:]}", step=way.step)
    else:
        # words: the next step of a run or turn
        text = t("Next: {step}", step=way.step)
    return WayShown(f"#{_place(structure.id, way.step)}", text)


def _place(structure: str, step: str) -> str:
    return f"{structure}-{step.replace('.', '-')}"


def _kind(structure: str) -> str:
    return structure.rpartition("-")[2]
