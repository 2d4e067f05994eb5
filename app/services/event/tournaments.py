"""Making an event, changing its settings, opening and closing its registration, ending it and going on.

A change of the card pool judges every deck again, so that no verdict of yesterday's pool stays on a page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from app.deckcheck.pools import Pool
from app.sentences import say
from app.services.decks.card_pool import check_pool, pool_of
from app.services.decks.deck_laws import read_and_judge, slots_of
from app.services.event.changed_settings import look_at_draft, put_settings, settings_after
from app.services.event.codes import free_code
from app.services.event.settings import (
    CUT_FIELDS,
    POOL_FIELDS,
    WORTH_FIELDS,
    TournamentDraft,
    check_typed,
    checked_values,
    draft_of,
)
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.field_words import field_words
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.people.places import give_free_places
from app.services.play.redraw import draw_again
from app.storage import journal, recording
from app.storage.access_tables import Membership
from app.storage.accounts import tournaments_of
from app.storage.cut import cut_seeds
from app.storage.packed_changes import Change
from app.storage.players import decks, players
from app.storage.rounds import round_by_number, rounds
from app.storage.tables import Journal, Tournament
from app.storage.text import is_storable
from app.storage.worth import keep_all_worths
from app.tournament.lifecycle import Phase, RoundState

MOST_SEED = 2**31 - 1
MOST_LOOKED_AT = 10
# Makes settings (`format`, `pool_overrides`) of the pool as it is and the stored changes of it.
PoolChange = Callable[[Pool, Mapping[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True)
class TournamentSummary:
    """A tournament in a list; `role` is that of who asked, None where nobody did."""

    id: int
    code: str
    name: str
    date: Day
    phase: Phase
    role: str | None = None


def create_tournament(
    installation: Installation,
    actor: Actor,
    now: datetime,
    draft: TournamentDraft,
    *,
    seed: int,
    staff: Sequence[tuple[int, Role]] = (),
) -> TournamentSummary:
    """A new event owned by the actor's account, open for registration; `staff` are (account, role) besides.

    `seed` (0 to 2³¹ - 1, a secret of the event) draws its code of five letters and everything drawn later.
    The same request again gives the event it made.
    Raises Refused: organizer-only (403) for others than accounts; 422 with a sentence for a bad setting.
    """
    if actor.kind is not ActorKind.ORGANIZER or actor.id is None:
        raise Refused("organizer-only", "Sign in as an organizer to make a tournament.", Kind.FORBIDDEN)
    if not 0 <= seed <= MOST_SEED:
        raise ValueError(f"A seed is 0 to {MOST_SEED}, not {seed}.")
    values = checked_values(draft)
    check_typed(draft.settings, {})
    with installation.database.write_session(None) as session:
        again = made_before(session, actor)
        if again is not None:
            return _summary(again, Role.OWNER)
        recorder = recording.Recorder(session)
        row = Tournament(
            **values,
            code=free_code(session, seed),
            settings={name: value for name, value in draft.settings.items() if value is not None},
            seed=seed,
            created_at=now,
        )
        check_pool(installation.catalog, row)
        session.add(row)
        session.flush()
        roles = {**dict(staff), actor.id: Role.OWNER}
        for account_id, role in roles.items():
            session.add(Membership(tournament_id=row.id, account_id=account_id, role=role))
        row.version = 1
        session.flush()
        journal.append(session, _first_entry(row, actor, now, recorder.changes))
        return _summary(row, Role.OWNER)


def _first_entry(row: Tournament, actor: Actor, now: datetime, changes: list[Change]) -> Journal:
    said = say("{event} was created", event=row.name)
    return Journal(
        tournament_id=row.id,
        number=row.version,
        at=now,
        actor_kind=actor.kind,
        actor_id=actor.id,
        actor_name=actor.name,
        command="create_tournament",
        summary=said.english,
        details={
            journal.SAID: said.as_json(),
            **({journal.ONCE: actor.key} if actor.key is not None else {}),
        },
        changes=changes,
    )


def made_before(session: Session, actor: Actor) -> Tournament | None:
    """What the same request made before; only the newest events of the account are looked at."""
    if actor.key is None:
        return None
    query = (
        select(Tournament)
        .join(Membership, col(Membership.tournament_id) == Tournament.id)
        .where(Membership.account_id == actor.id)
        .order_by(col(Tournament.id).desc())
        .limit(MOST_LOOKED_AT)
    )
    for row in session.exec(query):
        first = journal.entry(session, row.id, 1)
        if first is not None and first.details.get(journal.ONCE) == actor.key:
            return row
    return None


@command("edit_tournament", ahead=look_at_draft)
def edit_tournament(work: Work, changes: Mapping[str, Any]) -> None:
    """Change settings; `changes` holds fields of `TournamentDraft`, those left out stay as they are.

    Within `settings` only the keys given change, None removes one. Raises Refused: 422 with a sentence for
    each bad value, cut-started (409) for the cut once it has begun.
    """
    _edit(work, changes)


@command("edit_pool")
def edit_pool(work: Work, change: PoolChange) -> None:
    """Change the card pool into what `change` makes of the pool and the changes stored when its turn comes,
    so that no change of somebody else is lost. The same request sent again changes nothing more.

    Raises Refused: those of `change` and of `edit_tournament`.
    """
    present = pool_of(work.installation.catalog, work.tournament)
    _edit(work, change(present, work.tournament.pool_overrides))


def _edit(work: Work, changes: Mapping[str, Any]) -> None:
    values, settings = settings_after(work.tournament, changes)
    _refuse_late_cut(work, values)
    _refuse_late_structure(work, values)
    changed = put_settings(work.tournament, values, settings)
    if not changed:
        return
    work.require()
    if changed.keys() & POOL_FIELDS:
        check_pool(work.installation.catalog, work.tournament)
        judge_all_decks(work.installation, work)
    named = {*changed, *changed.get("settings", ())} - {"settings"}
    work.note(
        say("Settings were changed: {fields}", fields=field_words(named)), "tournament", changed=changed
    )
    if "structure" in changed:
        draw_again(work)
    if "player_limit" in changed.get("settings", ()):
        give_free_places(work)
    if changed.keys() & (WORTH_FIELDS - {"settings"}) or "id_points" in changed.get("settings", ()):
        keep_all_worths(work.session, work.tournament)
        work.topics.add("standings")


def _refuse_late_structure(work: Work, values: Mapping[str, Any]) -> None:
    if values["structure"] == work.tournament.structure:
        return
    first = round_by_number(work.session, work.tournament_id, 1)
    if first is not None and first.state != RoundState.DRAFT:
        raise Refused(
            "structure-is-fixed",
            "The structure is fixed once round 1 is published: take round 1 back to a draft first,"
            " or make another tournament.",
            field="structure",
        )


def _refuse_late_cut(work: Work, values: Mapping[str, Any]) -> None:
    """What kind of cut it is stays from its first game on; asked before anything is set, for a cut of another
    size has no bracket to look at."""
    if all(getattr(work.tournament, name) == values[name] for name in CUT_FIELDS):
        return
    if cut_seeds(work.session, work.tournament_id):
        raise Refused(
            "cut-started", "The top cut has begun: undo its start to change what kind of cut it is."
        )
    if work.tournament.phase == Phase.FINISHED:
        raise Refused("cut-started", "The tournament is finished: reopen it to change its top cut.")


def judge_all_decks(installation: Installation, work: Work) -> None:
    """Judge every deck of the event anew, by the pool it has now."""
    people = {player.id: player for player in players(work.session, work.tournament_id)}
    slots = slots_of(work.tournament)
    for deck in decks(work.session, work.tournament_id):
        if not deck.source or deck.side not in slots:
            continue
        slot, row = deck.side, people[deck.player_id]
        verdict = read_and_judge(installation.catalog, work.tournament, row, slot, deck.source).verdict
        if verdict != deck.verdict:
            deck.verdict = verdict
    work.topics.add("players")


@command("set_registration")
def set_registration(work: Work, is_open: bool) -> None:
    """Open or close the registration for those who join by themselves."""
    if work.tournament.registration_open == is_open:
        return
    work.require()
    work.tournament.registration_open = is_open
    said = say("The registration was opened") if is_open else say("The registration was closed")
    work.note(said, "tournament", "players")


@command("finish_tournament")
def finish_tournament(work: Work) -> None:
    """End the event: standings are final, and nobody can join or be paired any more."""
    if work.tournament.phase == Phase.FINISHED:
        return
    work.require()
    work.tournament.phase = Phase.FINISHED
    work.tournament.finished_at = work.now
    work.tournament.registration_open = False
    work.note(say("The tournament was finished"), "tournament", "round", "standings", "players")


@command("reopen_tournament")
def reopen_tournament(work: Work) -> None:
    """Go on with a finished event where it stood, in its top cut or in its Swiss rounds."""
    if work.tournament.phase != Phase.FINISHED:
        return
    work.require()
    stages = {row.stage for row in rounds(work.session, work.tournament_id)}
    phase = Phase.TOP_CUT if "top-cut" in stages else Phase.SWISS
    work.tournament.phase = phase
    work.tournament.finished_at = None
    work.note(say("The tournament was reopened"), "tournament", "round", "standings", "players")


def tournament_id_by_code(installation: Installation, code: str) -> int:
    """The tournament with this code in whatever case; raises Refused unknown-code (404)."""
    wanted = code.strip().upper()
    found = installation.known_codes.get(wanted)
    if found is not None:
        return found
    if is_storable(wanted) and len(wanted) <= 20:
        with installation.database.read_session() as session:
            found = session.exec(select(Tournament.id).where(Tournament.code == wanted)).first()
    if found is None:
        raise Refused(
            "unknown-code",
            "No tournament has this code: look at the poster again, it is five letters.",
            Kind.NOT_FOUND,
        )
    installation.known_codes[wanted] = found
    return found


def language_of(installation: Installation, tournament_id: int) -> str | None:
    """The language an event's pages have for who chose none; None where the organizer left it open."""
    with installation.database.read_session() as session:
        settings = session.exec(select(Tournament.settings).where(Tournament.id == tournament_id)).first()
    return (settings or {}).get("language") or None


def tournaments_of_account(installation: Installation, account_id: int) -> tuple[TournamentSummary, ...]:
    """The tournaments an account helps to run, the newest first, with its role."""
    with installation.database.read_session() as session:
        return tuple(_summary(row, role) for row, role in tournaments_of(session, account_id))


def settings_of(installation: Installation, tournament_id: int) -> TournamentDraft:
    """The settings of a tournament, for the form that changes them; raises Refused not-found (404)."""
    with installation.database.read_session() as session:
        row = session.get(Tournament, tournament_id)
        if row is None:
            raise Refused("not-found", "There is no such tournament here.", Kind.NOT_FOUND)
        return draft_of(row)


def _summary(row: Tournament, role: str | None) -> TournamentSummary:
    return TournamentSummary(row.id, row.code, row.name, row.date, row.phase, role)
