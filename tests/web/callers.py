"""Everybody who may ask something of an event, and the requests they make of every route.

`House.ask` makes the request of route_actions.py as one of CALLERS: programs show a token, browsers a cookie.
"""

import re
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from app.deckcheck.catalog import load_catalog
from app.services.event import queries
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament
from app.services.judging.calls import standing_calls
from app.services.judging.deck_checks import deck_checks
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import members, sessions
from app.services.people.accounts import create_account
from app.storage.database import Database
from app.web.asides import KEY
from tests.stages import FILLED_AT, HELPERS, Stage, player_session, session_of, token_of
from tests.web.filled import Hall
from tests.web.route_actions import Ask

STRANGER = "Xenia"
PLACE = re.compile(r"\{(\w+)\}")
CALLERS = (
    *("nobody", "player of another event", "organizer of another event", "display"),
    *("player of another table", "player", "judge", "organizer", "owner"),
)
OUTSIDERS = CALLERS[:5]
STAFF = {"judge": Role.JUDGE, "organizer": Role.ORGANIZER, "owner": Role.OWNER, "display": Role.DISPLAY}
STAGES = ("open", "draft", "playing", "several", "dealt", "duel", "cut", "finished")


@dataclass(frozen=True)
class Scene:
    """One event, a player at a table, one at another, and the things the addresses name."""

    stage: Stage
    own: int
    other: int
    values: Mapping[str, Any]


@dataclass(frozen=True)
class House:
    """The hall, and the scenes to be asked about by their stage."""

    hall: Hall
    scenes: Mapping[str, Scene]
    tokens: Mapping[str, int]

    def ask(self, caller: str, route: str, ask: Ask) -> Any:
        """Make the request of a route, like `GET /t/{code}`, as a caller; redirects are not followed."""
        scene = self.scenes[ask.stage]
        method, _, template = route.partition(" ")
        program = template.startswith("/api/v1/")
        values = {**scene.values, "own_token": self._token_id(caller)}
        values |= {name: filled_in(value, values) for name, value in ask.params.items()}
        path = filled_in(template, values, whole=False)
        query = filled_in(ask.query, values, whole=False)
        body = {name: filled_in(value, values) for name, value in ask.body.items()}
        sent: dict[str, Any] = {} if method == "GET" else {"json": body} if program else {"data": body}
        answer = self.hall.http.request(
            method,
            f"{path}?{query}" if query else path,
            headers={"sec-fetch-site": "same-origin", **self._key(caller, scene, program)},
            follow_redirects=False,
            **sent,
        )
        # What only others see was between marks, and so was what all see.
        assert KEY.encode() not in answer.content, f"{caller}: {route}"
        return answer

    def _key(self, caller: str, scene: Scene, program: bool) -> dict[str, str]:
        if caller == "nobody":
            return {}
        kind = "organizer"
        if caller in STAFF:
            secret = (token_of if program else session_of)(STAFF[caller])
        elif caller == "organizer of another event":
            secret = f"{'token' if program else 'session'}-{STRANGER}"
        else:
            link, kind = self._link(caller, scene), "player"
            secret = link if program else player_session(link)
        return {"authorization": f"Bearer {secret}"} if program else {"cookie": f"{kind}={secret}"}

    def _link(self, caller: str, scene: Scene) -> str:
        if caller == "player of another event":
            stages = self.hall.stages
            elsewhere = stages.finished if scene.stage is not stages.finished else stages.open
            return next(iter(elsewhere.links.values()))
        return scene.stage.links[scene.own if caller == "player" else scene.other]

    def _token_id(self, caller: str) -> int:
        name = HELPERS[STAFF[caller]] if caller in STAFF else STRANGER
        return self.tokens[name]


def filled_in(value: Any, values: Mapping[str, Any], whole: bool = True) -> Any:
    """Text with its `{places}` filled; with `whole`, a place alone becomes the value and not its text."""
    if not isinstance(value, str):
        return value
    alone = PLACE.fullmatch(value) if whole else None
    return values[alone[1]] if alone else PLACE.sub(lambda found: str(values[found[1]]), value)


def add_stranger(template: Path, file: Path) -> None:
    """Copy a filled database, with an organizer who has an event of his own and no part in the others."""
    shutil.copy(template, file)
    database = Database(f"sqlite:///{file}")
    installation = Installation(database, load_catalog(), lambda _: None)
    account = create_account(installation, FILLED_AT, STRANGER, f"sign-in-{STRANGER}")
    stranger = Actor(ActorKind.ORGANIZER, account.id, STRANGER)
    own = TournamentDraft("Elsewhere", date(2018, 2, 15))
    create_tournament(installation, stranger, FILLED_AT, own, seed=99)
    sessions.create_token(installation, FILLED_AT, STRANGER, "x", sessions.Scope.WRITE, f"token-{STRANGER}")
    sessions.open_session(installation, FILLED_AT, f"session-{STRANGER}", stranger)
    database.dispose()


def house_of(hall: Hall) -> House:
    """The house of a hall whose database `add_stranger` made."""
    installation, stages = hall.app.state.context.installation, hall.stages
    with closing(sqlite3.connect(hall.template)) as connection:
        found = connection.execute(
            "SELECT account.name, api_token.id FROM api_token JOIN account ON account.id = account_id"
        )
        tokens = dict(found.fetchall())
        announced = dict(connection.execute("SELECT tournament_id, max(id) FROM announcement GROUP BY 1"))
    scenes = {name: _scene(installation, getattr(stages, name)) for name in STAGES}
    for name, scene in scenes.items():
        tournament_id = scene.stage.tournament_id
        checks = deck_checks(installation, tournament_id)
        invitations = members.invitations(installation, tournament_id)
        extra = {
            # What came before the helpers were added, which only an owner undoes.
            "undoable": queries.version(installation, tournament_id) - (len(HELPERS) - 1),
            "account_id": stages.accounts[Role.DISPLAY],
            "day": stages.day,
            "open_code": stages.open.code,
            "check_id": checks[0].id if checks else 0,
            "call": announced.get(tournament_id, 0),
            "invitation": stages.invitation,
            "invitation_key": invitations[0].key if invitations else "",
        }
        standing = standing_calls(installation, tournament_id)
        # The player's own, where there is one.
        extra["call_id"] = next((call.id for call in standing if call.player_id == scene.own), 0)
        scenes[name] = replace(scene, values={**scene.values, **extra})
    return House(hall, scenes, tokens)


def _scene(installation: Installation, stage: Stage) -> Scene:
    """Somebody at a table that bids, if there is one, and somebody at a table that is done."""
    common = {"code": stage.code, "side": "corp", "name": "tables", "number": stage.round}
    own, other, table_id = *list(stage.links)[:2], 0
    if stage.round:
        view = queries.round_view(installation, stage.tournament_id, stage.round, ORGANIZER_VIEWER, FILLED_AT)
        if view.pods:
            own, other = (pod.seats[1].player_id for pod in view.pods)
            points = {str(seat.player_id): 120 - seat.seat for seat in view.pods[0].seats}
            asked = {"pod_id": view.pods[0].id, "points": points, "player_id": own, "other_id": other}
            return Scene(stage, own, other, {**common, **asked})
        tables = [table for table in view.tables if table.second is not None]
        bidding = next((table for table in tables if table.state == "bidding"), tables[0])
        far = next((t for t in tables if t.state == "done" and t is not bidding), tables[-1])
        own, table_id = bidding.first.player_id, bidding.id
        other = far.first.player_id if far is not bidding else view.unpaired[0].player_id
    return Scene(stage, own, other, {**common, "player_id": own, "other_id": other, "table_id": table_id})


def every_route(routes: Any) -> Iterator[Any]:
    """The routes of an application with those of its routers."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from every_route(inner.routes)
        else:
            yield route
