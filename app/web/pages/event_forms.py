"""The form of an event's settings: what an organizer typed as the value the services take, and back again."""

from collections.abc import Mapping, Sequence
from datetime import date as Day
from pathlib import Path
from typing import Any

from app.deckcheck.formats import all_formats
from app.deckcheck.mwl import all_lists
from app.sentences import message, say, t
from app.services.event.settings import TournamentDraft
from app.services.kernel.errors import Kind, Refused
from app.tournament.rules import CUT_SIZES, CutKind
from app.tournament.structures import StructureCode, structure
from app.web.forms import Posted
from app.web.presenters.desk_settings import Card
from app.words.languages import languages, own_name

CUT_WORDS = {
    CutKind.SINGLE: message("Top {size}, single elimination"),
    CutKind.DOUBLE: message("Top {size}, double elimination"),
}
POLICIES = [
    ("required", message("Required"), message("everybody owes both decks")),
    ("optional", message("Optional"), message("who hands in gets a verdict")),
    ("none", message("None"), message("decks are brought to the table")),
]
_PLAIN = ("name", "format", "structure", "deck_policy", "decks_change", "decks_open", "cut_sides", "info")


def said(options: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The options of a select with their words in the reader's language."""
    return [(value, t(words)) for value, words in options]


def policy_options() -> list[Card]:
    """What an event may ask of decks, as cards to choose from."""
    return [Card(value, t(label), t(hint)) for value, label, hint in POLICIES]


def language_options() -> list[tuple[str, str]]:
    """The languages an event can be held in, each by its own name; the first leaves it to the reader."""
    return [("", t("As each reader’s browser says")), *((code, own_name(code)) for code in languages())]


def format_options() -> list[tuple[str, str]]:
    """Every named format."""
    return [(code, spec.name) for code, spec in all_formats().items()]


def structure_options() -> list[tuple[str, str]]:
    """Every way to play and count a round."""
    return [
        (
            code,
            t(
                "{structure}, {minutes} minutes",
                structure=t(structure(code).name),
                minutes=structure(code).minutes,
            ),
        )
        for code in StructureCode
    ]


def mwl_options(added: Path | None) -> list[tuple[str, str]]:
    """The Most Wanted Lists; the first follows the day."""
    return [
        ("", t("The list of the pool's day")),
        ("none", t("No list")),
        *((m.name, m.name) for m in all_lists(added)),
    ]


def cut_options() -> list[tuple[str, str]]:
    """Every cut there is: the value is kind and size."""
    sizes = [(kind, size) for kind in CUT_WORDS for size in CUT_SIZES[kind]]
    ordered = sorted(sizes, key=lambda each: (each[1], each[0]))
    return [
        ("none-0", t("No cut")),
        *((f"{kind}-{size}", t(CUT_WORDS[kind], size=size)) for kind, size in ordered),
        *((f"table-{size}", t("Final table of {size}", size=size)) for size in CUT_SIZES[CutKind.TABLE]),
    ]


def draft_from(form: Posted, before: TournamentDraft | None = None) -> TournamentDraft:
    """The settings a form says; what it has no field for stays as it was. Refused (422)."""
    given = changes_from(form)
    base = before or TournamentDraft(name="", date=given.get("date", Day.min))
    return TournamentDraft(**{**{name: getattr(base, name) for name in base.__dataclass_fields__}, **given})


def changes_from(form: Posted) -> dict[str, Any]:
    """The fields of the form as the values of settings; Refused (422) with the field in its state."""
    given: dict[str, Any] = {name: form.text(name) for name in _PLAIN if name in form}
    if "date" in form:
        given["date"] = day_of(form, "date")
    if "pool_date" in form:
        given["pool_date"] = _optional_day(form, "pool_date")
    if "mwl" in form:
        given["mwl"] = form.text("mwl") or None
    for name, sentence in (
        ("timed_win_points", message("Say what a win at time is worth, 0 to 3.")),
        ("hide_last_rounds", message("Say how many rounds to hide, 0 for none.")),
    ):
        if name in form:
            given[name] = form.whole(name, sentence)
    if "round_minutes" in form:
        given["round_minutes"] = form.optional_whole(
            "round_minutes", "Say how many minutes a round lasts, like 40; or leave it empty for the usual."
        )
    if "planned_rounds" in form:
        given["planned_rounds"] = form.optional_whole(
            "planned_rounds", "Say how many rounds, or leave it empty to follow the advice."
        )
    if "cut" in form:
        given["cut_kind"], given["cut_size"] = cut_of(form.text("cut"))
    if "retention_days" in form:
        days = form.optional_whole("retention_days", "Say after how many days, or leave it empty.")
        given["settings"] = {"retention_days": days, **_nrdb(form), **_seating(form)}
    if "time_zone" in form:
        given["settings"] = {**given.get("settings", {}), "time_zone": form.line("time_zone")}
    if "language" in form:
        given["settings"] = {**given.get("settings", {}), "language": form.line("language")}
    if "place" in form:
        given["settings"] = {**given.get("settings", {}), **_public(form)}
    return given


def _public(form: Posted) -> dict[str, Any]:
    """What the start page, the event's page and the poster say; an empty field removes it."""
    lines = ("place", "begins", "fee", "wifi_name", "wifi_password", "round_1_at")
    between = form.optional_whole("between_minutes", "Say how many minutes, like 15; or leave it empty.")
    limit = form.optional_whole("player_limit", "Say how many players fit, or leave it empty.")
    return {
        "listed": True if "listed" in form else None,
        "player_limit": limit or None,
        "between_minutes": between,
        **{name: form.line(name) or None for name in lines},
        **{name: form.text(name).strip() or None for name in ("schedule", "links", "breaks")},
    }


def _nrdb(form: Posted) -> dict[str, Any]:
    number = form.optional_whole("nrdb_id", "A NetrunnerDB id is a number; leave it empty without one.")
    return {"nrdb_id": number, "nrdb_username": form.line("nrdb_username")}


def _seating(form: Posted) -> dict[str, Any]:
    given: dict[str, Any] = {}
    if "apart_rounds" in form:
        given["apart_rounds"] = form.optional_whole(
            "apart_rounds", "Say in how many rounds households are kept apart; 0 for all of them."
        )
    if "blocked_tables" in form:
        given["blocked_tables"] = _tables(form.text("blocked_tables")) or None
    if "goal_points" in form:
        sentence = t("Say how many points end a game, 0 for none; or leave it empty for 120.")
        given["goal_points"] = form.optional_whole("goal_points", sentence)
    if "swapped_costs" in form:
        given["swapped_costs"] = form.optional_whole(
            "swapped_costs", "Say what a rematch costs, like 18; or leave it empty."
        )
    if "id_points" in form:
        given["id_points"] = form.optional_whole(
            "id_points", "Say what an intentional draw is worth, 0 to 6; or leave it empty."
        )
    return given


def _tables(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
        sentence = say("Write the numbers of the tables to keep free, like 3, 7; or leave it empty.")
        raise Refused("invalid-setting", sentence, Kind.INVALID, field="blocked_tables")
    return [int(word) for word in words]


def cut_of(text: str) -> tuple[str, int]:
    """Kind and size of a cut as the select sends it; Refused (422)."""
    kind, _, size = text.partition("-")
    if not size.isascii() or not size.isdigit() or len(size) > 3:
        raise Refused("invalid-setting", "Choose a cut from the list.", Kind.INVALID, field="cut")
    return kind, int(size)


def day_of(
    form: Posted, name: str, sentence: str = message("Say on which day the event is, like 2018-02-15.")
) -> Day:
    """A day as the browser or a person writes it; Refused (422) with the field."""
    try:
        return Day.fromisoformat(form.text(name).strip())
    except ValueError as error:
        raise Refused("invalid-date", sentence, Kind.INVALID, field=name) from error


def _optional_day(form: Posted, name: str) -> Day | None:
    if not form.text(name).strip():
        return None
    return day_of(form, name, message("Write the day of the pool like 2018-02-15, or leave it empty."))


def typed_from(draft: TournamentDraft) -> dict[str, Any]:
    """The settings as the form shows them; a pool day that is the event's own is left empty."""
    plain = {name: getattr(draft, name) for name in draft.__dataclass_fields__ if name != "settings"}
    own_day = None if draft.pool_date == draft.date else draft.pool_date
    return {
        **plain,
        **draft.settings,
        "apart_rounds": draft.settings.get("apart_rounds", ""),
        "id_points": draft.settings.get("id_points", ""),
        "swapped_costs": draft.settings.get("swapped_costs", ""),
        "goal_points": draft.settings.get("goal_points", ""),
        "blocked_tables": ", ".join(map(str, draft.settings.get("blocked_tables", []))),
        "date": draft.date.isoformat(),
        "pool_date": own_day.isoformat() if own_day else "",
        "cut": f"{draft.cut_kind}-{draft.cut_size}",
        "mwl": draft.mwl or "",
    }


def errors_of(refusal: Refused | None) -> Mapping[str, str]:
    """The refusal by the field it belongs to, as far as it can be told."""
    if refusal is None:
        return {}
    return {refusal.field: refusal.sentence} if refusal.field else {}
