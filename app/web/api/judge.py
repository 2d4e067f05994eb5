"""The judge's desk for programs: entries by words or card, and timing structures, one edition at a time."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Query

from app.judge.entries import Entry, Source
from app.judge.search import LONGEST_QUERY
from app.judge.timing import Step, Structure, timing, windows
from app.judge.words import spoken
from app.services.decks.rulings import ask_desk, edition_asked
from app.web.api.documents import problems
from app.web.context import InContext
from app.web.routes_made_late import Router
from app.words.reader import language as readers_language

router = Router(prefix="/api/v1/judge", tags=["judge's desk"])

_Edition = Annotated[str, Query(max_length=40, description="2017-12 (default), cr-26.03 or faq-1.1")]
_Language = Annotated[
    str | None,
    Query(max_length=10, description="By default that of the reader; one that is not there yet is English"),
]
_Text = Annotated[str, Query(max_length=LONGEST_QUERY)]


@router.get("/entries", responses=problems(), summary="Rulings by words or card")
def judge_entries(
    context: InContext, q: _Text = "", card: _Text = "", edition: _Edition = "", language: _Language = None
) -> dict[str, Any]:
    """The likeliest first, all for no words and no card; steps are counted as in the edition."""
    catalog, today = context.installation.catalog, context.now().date()
    answer = ask_desk(catalog, edition, today, words=q, card=card, language=_spoken(language))
    return {
        "edition": answer.edition.id,
        "cards": [each.title for each in answer.cards],
        "entries": [_entry(entry) for entry in answer.entries],
    }


def _spoken(asked: str | None) -> str:
    return spoken(asked or readers_language())


def _entry(entry: Entry) -> dict[str, Any]:
    """An entry; `changed_answer` and `changed_since` are null unless a later source answers differently."""
    return {
        "id": entry.id,
        "kind": entry.kind,
        "question": entry.question,
        "answer": entry.answer,
        "cards": entry.cards,
        "keywords": entry.keywords,
        "source": entry.source.title,
        "by": entry.source.by,
        "date": entry.source.date,
        "source_edition": entry.edition,
        "now": entry.now,
        "now_note": entry.now_note,
        "changed_answer": entry.changed_answer or None,
        "changed_since": entry.since or None,
    }


@router.get("/timing", responses=problems(), summary="Turns and runs, step by step")
def judge_timing(edition: _Edition = "", language: _Language = None) -> dict[str, Any]:
    """The structures of one edition with their steps, and every window with what may be done in it."""
    words = _spoken(language)
    chosen = edition_asked(edition, words)
    structures = timing(chosen.id, words)
    return {
        "edition": chosen.id,
        "name": chosen.name,
        "structures": [_structure(each) for each in structures],
        "windows": [asdict(each) for each in windows(structures)],
    }


def _structure(structure: Structure) -> dict[str, Any]:
    return {
        "id": structure.id,
        "edition": structure.edition,
        "structure": structure.structure,
        "name": structure.name,
        "source": _source(structure.source),
        "completeness": structure.completeness,
        "steps": [_step(step) for step in structure.steps],
    }


def _step(step: Step) -> dict[str, Any]:
    """A step; `next` lists where it goes on, `then` says the same in words where there is a choice."""
    return {
        "step": step.step,
        "text": step.text,
        "window": step.window,
        "jack_out": step.jack_out,
        "triggers": step.triggers,
        "then": step.then,
        "next": [{"case": way.case, "step": way.step} for way in step.ways],
        "see": step.see or None,
    }


def _source(source: Source) -> dict[str, str]:
    return {"title": source.title, "by": source.by, "date": source.date}
