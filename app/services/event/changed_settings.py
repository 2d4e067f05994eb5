"""What a change of some settings makes of all of them, and of the draft of round 1."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from app.deckcheck.cyberpunk import CYBERPUNK
from app.deckcheck.pools import CACHE_REFRESH
from app.sentences import say
from app.services.event.settings import NAMES, check_typed, checked_values, draft_of
from app.services.kernel.errors import Kind, Refused
from app.services.play.drawing import drawing
from app.services.play.redraw import FirstDraft
from app.storage import recording
from app.storage.rounds import pairing_ids, round_by_number
from app.storage.tables import Tournament
from app.storage.worth import structure_of
from app.tournament.lifecycle import RoundState
from app.tournament.rules import CutSides
from app.tournament.structures import STRUCTURES, Game, Sides, structure


def look_at_draft(session: Session, tournament: Tournament, changes: Mapping[str, Any]) -> FirstDraft:
    """Draw the draft of round 1 by the settings that these changes make; refused as the change itself is."""
    first = round_by_number(session, tournament.id, 1)
    if "structure" not in changes or first is None or first.state != RoundState.DRAFT:
        return FirstDraft(None)
    # Of its own: nothing may be set on what the session holds.
    asked = Tournament(**{name: getattr(tournament, name) for name in Tournament.model_fields})
    values, settings = settings_after(asked, changes)
    put_settings(asked, values, settings)
    if structure_of(asked).has_pods:
        return FirstDraft(None)
    drawn = drawing(session, asked, first.number, (), first.seed)
    return FirstDraft(replace(drawn, gone=tuple(pairing_ids(session, asked.id, first.id))))


def settings_after(
    tournament: Tournament, changes: Mapping[str, Any]
) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """The values of all settings after these changes, and those within `settings`; Refused
    invalid-setting (422) for bad ones."""
    unknown = set(changes) - NAMES
    if unknown:
        raise Refused(
            "invalid-setting",
            say("There is no setting {fields}.", fields=[name[:80] for name in sorted(unknown)[:5]]),
            Kind.INVALID,
        )
    before = draft_of(tournament)
    extras = {**before.settings, **(changes.get("settings") or {})}
    wanted = {**changes, "settings": extras}
    if before.pool_date == before.date:
        # Nobody chose another day for the pool, so it moves with the event.
        wanted = {"pool_date": None, **wanted}
    if before.round_minutes == structure(before.structure).minutes:
        # Nobody chose another length, so it follows the structure.
        wanted = {"round_minutes": None, **wanted}
    kinds = [
        structure(code)
        for code in (before.structure, changes.get("structure", before.structure))
        if code in STRUCTURES
    ]
    if kinds[0].cut_sides is not Sides.AUCTION and kinds[-1].cut_sides is Sides.AUCTION:
        # The cut had its sides by seed, or none, because nobody could bid.
        wanted = {"cut_sides": CutSides.AUCTION, **wanted}
    if before.format == CYBERPUNK and kinds[-1].game is Game.NETRUNNER:
        # The game's own deck law went with its structure.
        wanted = {"format": CACHE_REFRESH, **wanted}
    after = replace(before, **wanted)
    values = checked_values(after)
    check_typed(after.settings, before.settings)
    return values, after.settings


def put_settings(row: Tournament, values: Mapping[str, Any], extras: Mapping[str, Any]) -> dict[str, Any]:
    """Set what differs and say it: `{name: [before, after]}`, JSON-ready."""
    changed: dict[str, Any] = {}
    for name, value in values.items():
        old = getattr(row, name)
        if old != value:
            changed[name] = [recording.jsonable(old), recording.jsonable(value)]
            setattr(row, name, value)
    kept = {key: value for key, value in {**row.settings, **extras}.items() if value is not None}
    if kept != row.settings:
        changed["settings"] = sorted(
            key for key in kept.keys() | row.settings if kept.get(key) != row.settings.get(key)
        )
        row.settings = kept
    return changed
