"""Which action of the table of permissions each route is, and a request that asks for it.

A route that is not named here fails tests/web/test_permissions.py. `{…}` in a body is filled from the stage.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Own = Literal["player", "table"]


@dataclass(frozen=True)
class Ask:
    """A request to a route, and who may make it.

    `all_of` are actions the caller's role needs, `any_of` actions of which one is enough. `own` says whose
    player or table the address names: a player may do it to his own only. `door` is for routes that ask for
    no role in an event: open to everybody, for an account, for a player's own pages, for this computer, or
    whoever holds the secret of the address.
    """

    all_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    own: Own | None = None
    door: Literal["open", "account", "own pages", "this computer", "secret"] | None = None
    stage: str = "playing"
    body: Mapping[str, Any] = field(default_factory=dict)
    query: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)


def _do(*actions: str, own: Own | None = None, stage: str = "playing", **body: Any) -> Ask:
    return Ask(all_of=actions, own=own, stage=stage, body=body)


def _desk(*actions: str, stage: str = "playing", **body: Any) -> Ask:
    return Ask(all_of=("see_dashboard", *actions), stage=stage, body=body)


def _own_page(action: str | None = None, **body: Any) -> Ask:
    return Ask(door="own pages", all_of=(action,) if action else (), body=body)


OPEN, ACCOUNT = Ask(door="open"), Ask(door="account")
EVENT, STANDINGS = _do("see_tournament"), _do("see_standings")
E, D = "/api/v1/tournaments/{code}", "/t/{code}/desk"
R, T, P = E + "/rounds/{number}", E + "/tables/{table_id}", E + "/pods/{pod_id}"
_NEW = {"name": "Another", "date": "2018-02-15"}
_ENTRY = {"name": "Newcomer", "corp_identity": "NBN: Making News", "runner_identity": "Gabriel Santiago"}

ROUTES: Mapping[str, Ask | Sequence[Ask]] = {
    # without an event
    "GET /api/openapi.json": OPEN,
    "GET /healthz": OPEN,
    "GET /readyz": OPEN,
    "GET /favicon.ico": OPEN,
    "GET /apple-touch-icon.png": OPEN,
    "GET /apple-touch-icon-precomposed.png": OPEN,
    "GET /apple-touch-icon-{size}.png": Ask(door="open", params={"size": "120x120"}),
    "GET /metrics": Ask(door="this computer"),
    "GET /api/docs": OPEN,
    "GET /api/docs/openapi.json": OPEN,
    "POST /api/v1/decks/check": Ask(door="open", body={"deck": "NBN: Making News\n3x Hedge Fund"}),
    "GET /api/v1/pools/{format}": Ask(door="open", params={"format": "cache-refresh"}),
    "GET /api/v1/cards": Ask(door="open", query="q=hedge"),
    "GET /api/v1/auction/table": OPEN,
    "GET /api/v1/judge/entries": OPEN,
    "GET /api/v1/judge/timing": OPEN,
    "POST /api/v1/tournaments": Ask(door="account", body=_NEW),
    "GET /api/v1/tournaments": ACCOUNT,
    "POST /api/v1/tournaments/import": Ask(door="account", body={"format": "nothing"}),
    # the API of an event
    f"GET {E}": EVENT,
    f"PATCH {E}": [_do("edit_tournament", info="News"), _do("set_registration", registration_open=False)],
    f"POST {E}/finish": _do("finish_tournament"),
    f"POST {E}/reopen": _do("reopen_tournament", stage="finished"),
    f"GET {E}/players": EVENT,
    f"POST {E}/players": Ask(all_of=("register_player",), stage="open", body=_ENTRY),
    f"GET {E}/players/{{player_id}}": EVENT,
    f"PATCH {E}/players/{{player_id}}": [
        _do("edit_player", own="player", pronouns="xe"),
        _do("seat_player", fixed_table=3),
    ],
    f"POST {E}/players/{{player_id}}/drop": _do("drop_player", own="player"),
    f"POST {E}/players/{{player_id}}/reinstate": _do("reinstate_player", own="player"),
    f"POST {E}/players/{{player_id}}/place": _do("add_players"),
    f"POST {E}/players/{{player_id}}/link": _do("issue_link"),
    f"GET {E}/standings": STANDINGS,
    f"POST {E}/cut": _do("start_cut", stage="cut"),
    f"GET {E}/bracket": _do("see_tournament", stage="cut"),
    f"GET {E}/journal": _do("see_journal"),
    f"POST {E}/journal/{{number}}/undo": Ask(all_of=("undo",), params={"number": "{undoable}"}),
    f"POST {E}/announcements": _do("announce", text="Lunch"),
    f"GET {E}/statistics": STANDINGS,
    f"GET {E}/calls": _do("see_calls"),
    f"POST {E}/calls": _do("call_organizer", reason="Help"),
    f"GET {E}/calls/waiting": _do("claim_call"),
    f"POST {E}/calls/{{call_id}}/claim": _do("claim_call"),
    f"POST {E}/calls/{{call_id}}/close": _do("close_call", note="Ruled", extra_seconds=60),
    f"DELETE {E}/calls/{{call_id}}": _do("take_back_call", own="player"),
    f"GET {E}/penalties": _do("see_penalties"),
    f"GET {E}/penalties/suggestion": Ask(
        all_of=("give_penalty",), query="player_id={player_id}&infraction=slow-play"
    ),
    f"POST {E}/penalties": _do(
        "give_penalty", player_id="{player_id}", kind="warning", infraction="slow-play"
    ),
    f"GET {E}/deck-checks": _do("check_decks"),
    f"POST {E}/deck-checks": _do("check_decks", tables=1),
    f"GET {E}/deck-checks/{{check_id}}": _do("check_decks"),
    f"PUT {E}/deck-checks/{{check_id}}/count": _do("check_decks", unlisted="Snare!"),
    f"POST {E}/deck-checks/{{check_id}}/record": _do("check_decks", finding="ok"),
    f"GET {E}/live": Ask(all_of=("see_tournament",), query="topics=round"),
    f"GET {E}/rounds": EVENT,
    f"POST {E}/rounds": _do("pair_round", expected_number=4),
    f"GET {R}": [EVENT, _do("see_drafts", stage="draft")],
    f"DELETE {R}": _do("delete_round", stage="draft", confirm="round {number}"),
    f"POST {R}/publish": _do("publish_round", stage="draft"),
    f"POST {R}/withdraw": _do("withdraw_round"),
    f"POST {R}/close": _do("close_round", without_result=[]),
    f"POST {R}/shuffle": _do("edit_draft", stage="draft"),
    f"POST {R}/fill-gaps": _do("edit_draft", stage="draft"),
    f"POST {R}/play-bye": _do("play_bye", player_id="{player_id}"),
    f"POST {R}/swap": _do("edit_draft", stage="draft", player_id="{player_id}", other_id="{other_id}"),
    f"POST {R}/swap-sides": _do("edit_draft", stage="draft", table_id="{table_id}"),
    f"POST {R}/lock": _do("edit_draft", stage="draft", table_id="{table_id}"),
    f"POST {R}/take-apart": _do("edit_draft", stage="draft", table_id="{table_id}"),
    f"POST {R}/pair": _do("edit_draft", stage="draft", first_id="{player_id}"),
    f"POST {R}/table-number": _do("edit_draft", stage="draft", table_id="{table_id}", table_number=9),
    f"GET {R}/clock": EVENT,
    f"POST {R}/clock": _do("set_clock", action="pause"),
    f"GET {T}": [EVENT, _do("see_drafts", stage="draft")],
    f"POST {T}/bids": _do("place_bid", own="table", version=0, side="corp", bid=2),
    f"POST {T}/auction": [
        _do("place_bid", own="table", action="settle", winner="{player_id}", side="corp", bid=2),
        _do("settle_auction", action="restart", reason="again"),
    ],
    f"POST {T}/one-phone": _do("share_phone", own="table", action="share"),
    f"POST {T}/result": Ask(
        any_of=("report_result", "correct_result"), own="table", body={"outcome": "corp"}
    ),
    f"DELETE {T}/result": _do("correct_result", reason="wrong"),
    f"POST {T}/check-in": _do("check_in", own="table"),
    f"POST {T}/began": _do("check_in", own="table", stage="duel", player_id=None),
    f"POST {T}/extra-time": _do("set_clock", seconds=60),
    "POST /api/v1/days": Ask(door="account", body={"name": "Sunday", "date": "2018-02-18"}),
    "GET /api/v1/days": ACCOUNT,
    "GET /api/v1/days/{day}": OPEN,
    f"POST {E}/day": _do("set_day", stage="several", day=None),
    f"GET {E}/sit-twice": _do("see_dashboard"),
    f"POST {E}/players/{{player_id}}/move": _do("move_player", stage="several", to="{open_code}"),
    f"POST {E}/players/out-of-cut": _do("move_player", stage="several", source="{open_code}"),
    f"GET {P}": Ask(all_of=("see_tournament",), stage="several"),
    f"POST {P}/result": Ask(
        any_of=("report_result", "correct_result"),
        own="table",
        stage="several",
        body={"points": "{points}", "ending": "time"},
    ),
    f"POST {P}/accept": _do("correct_result", stage="several"),
    f"DELETE {P}/result": _do("correct_result", stage="several", reason="wrong"),
    f"POST {P}/extra-time": _do("set_clock", stage="several", seconds=60),
    f"POST {R}/move": _do("edit_draft", stage="dealt", player_id="{player_id}", pod_id="{pod_id}"),
    f"GET {E}/export/nrtm.json": _do("export_results"),
    f"GET {E}/export/warnings": _do("export_archive"),
    f"GET {E}/export/standings.csv": _do("export_results"),
    f"GET {E}/export/final-standings.csv": _do("export_results"),
    f"GET {E}/export/pairings.csv": _do("export_results"),
    f"GET {E}/export/decks.csv": _do("export_archive"),
    f"GET {E}/export/archive.json": _do("export_archive"),
    # pages without an event
    "GET /": OPEN,
    "GET /t": Ask(door="open", query="code={code}"),
    "POST /theme": Ask(door="open", body={"theme": "dark", "back": "/"}),
    "POST /language": Ask(door="open", body={"language": "en", "back": "/"}),
    "GET /sign-in": OPEN,
    "POST /sign-in": Ask(door="secret", body={"name": "Olga", "password": "none of hers"}),
    "GET /sign-in/{secret}": Ask(door="open", params={"secret": "no-link"}),
    "POST /sign-in/{secret}": Ask(door="secret", params={"secret": "no-link"}),
    "POST /sign-out": OPEN,
    "GET /account": ACCOUNT,
    "POST /account/password": Ask(door="account", body={"password": "x", "again": "y"}),
    "POST /account/link": ACCOUNT,
    "POST /account/tokens": Ask(door="account", body={"label": "mine", "scope": "read"}),
    "POST /account/tokens/{token_id}/revoke": Ask(door="account", params={"token_id": "{own_token}"}),
    "GET /check": OPEN,
    "POST /check": Ask(door="open", body={"deck": "NBN: Making News\n3x Hedge Fund"}),
    "GET /pool": OPEN,
    "GET /bids": OPEN,
    "GET /judge": OPEN,
    "GET /judge/all": OPEN,
    "GET /judge/timing": OPEN,
    "GET /judge/penalties": OPEN,
    "GET /judge/games/{game}": Ask(door="open", params={"game": "xnet"}),
    "GET /p/{secret}": Ask(door="secret", params={"secret": "no-link"}),
    "GET /organize": ACCOUNT,
    "POST /organize": Ask(door="account", body=_NEW),
    # The secret of an invitation is the right to come in by it: no account is needed.
    "GET /invitation/{secret}": Ask(door="open", params={"secret": "{invitation}"}, stage="open"),
    "POST /invitation/{secret}": Ask(
        door="open", params={"secret": "{invitation}"}, stage="open", body={"name": "Judy"}
    ),
    "GET /{code}": EVENT,
    "GET /d/{day}": OPEN,
    "GET /d/{day}/wall": OPEN,
    # what everybody sees of an event
    "GET /t/{code}": EVENT,
    "GET /t/{code}/pairings": EVENT,
    "GET /t/{code}/rounds/{number}": EVENT,
    "GET /t/{code}/standings": STANDINGS,
    "GET /t/{code}/players/{player_id}": EVENT,
    "GET /t/{code}/bracket": _do("see_tournament", stage="cut"),
    "GET /t/{code}/pool": EVENT,
    "GET /t/{code}/statistics": STANDINGS,
    "GET /t/{code}/pictures/standings.svg": STANDINGS,
    "GET /t/{code}/pictures/standings.png": STANDINGS,
    "GET /t/{code}/pictures/champion.svg": _do("see_tournament", stage="finished"),
    "GET /t/{code}/pictures/champion.png": _do("see_tournament", stage="finished"),
    "GET /t/{code}/pictures/event.png": EVENT,
    "GET /t/{code}/pictures/bracket.svg": _do("see_tournament", stage="cut"),
    "GET /t/{code}/players/{player_id}/decks": _do("see_tournament", stage="finished"),
    "GET /t/{code}/join": _do("register_player", stage="open"),
    "POST /t/{code}/join": Ask(all_of=("register_player",), stage="open", body=_ENTRY),
    "GET /t/{code}/wall": _do("see_display"),
    # a player's own pages
    "GET /t/{code}/me": _own_page(),
    "GET /t/{code}/me/fragment": _own_page(),
    "POST /t/{code}/me/call": _own_page("call_organizer", text="Help"),
    "POST /t/{code}/me/call/end": _own_page("call_organizer"),
    "GET /t/{code}/me/drop": _own_page(),
    "POST /t/{code}/me/drop": _own_page("drop_player"),
    "POST /t/{code}/me/return": _own_page("reinstate_player"),
    "GET /t/{code}/me/decks": _own_page(),
    "POST /t/{code}/me/decks/{side}": _own_page("hand_in_deck", deck="x"),
    "POST /t/{code}/me/entry": _own_page("edit_player", pronouns="xe"),
    "POST /t/{code}/me/bid": _own_page("place_bid", version="0", bid="2", side="corp"),
    "POST /t/{code}/me/settlement": _own_page("place_bid"),
    "POST /t/{code}/me/one-phone": Ask(door="own pages", all_of=("share_phone",), body={"action": "end"}),
    "POST /t/{code}/me/side": _own_page("place_bid", side="corp"),
    "POST /t/{code}/me/result": _own_page("report_result", outcome="corp"),
    "POST /t/{code}/me/duel": Ask(
        door="own pages", all_of=("report_result",), stage="duel", body={"outcome": "first"}
    ),
    "POST /t/{code}/me/began": Ask(
        door="own pages", all_of=("check_in",), stage="duel", body={"player": "{player_id}"}
    ),
    "POST /t/{code}/me/games": _own_page("report_result", outcome_1="corp"),
    "POST /t/{code}/me/draw": _own_page("report_result", draw="1"),
    "POST /t/{code}/me/check-in": _own_page("check_in"),
    "POST /t/{code}/me/points": _own_page("report_result", ending="time"),
    # the desk
    f"GET {D}": _desk(),
    f"GET {D}/parts": Ask(all_of=("see_dashboard",), query="names=tables,clock"),
    f"GET {D}/parts/{{name}}": Ask(all_of=("see_dashboard",), params={"name": "tables"}),
    f"POST {D}/next": _desk("close_round", command="close_round", number="{number}"),
    f"POST {D}/clock": _desk("set_clock", action="pause"),
    f"POST {D}/accept": _desk("correct_result"),
    f"POST {D}/end-games": _desk("correct_result"),
    f"POST {D}/accept-biddings": _desk("settle_auction"),
    f"POST {D}/announcements": _desk("announce", text="Lunch"),
    f"POST {D}/announcements/{{number}}/end": Ask(
        all_of=("see_dashboard", "announce"), params={"number": "{call}"}
    ),
    f"GET {D}/entry/preview": Ask(all_of=("see_dashboard", "enter_table"), query="line=1+c"),
    f"POST {D}/entry": _desk("enter_table", line="1 c"),
    f"GET {D}/rounds": _desk(),
    f"GET {D}/rounds/{{number}}": [_desk(), _desk("see_drafts", stage="draft")],
    f"POST {D}/rounds/{{number}}/shuffle": _desk("edit_draft", stage="draft"),
    f"POST {D}/rounds/{{number}}/fill-gaps": _desk("edit_draft", stage="draft"),
    f"POST {D}/rounds/{{number}}/play-bye": _desk("play_bye", player="{player_id}"),
    f"POST {D}/rounds/{{number}}/swap": _desk("edit_draft", stage="draft"),
    f"POST {D}/rounds/{{number}}/swap-sides": _desk("edit_draft", stage="draft", table="{table_id}"),
    f"POST {D}/rounds/{{number}}/lock": _desk("edit_draft", stage="draft", table="{table_id}"),
    f"POST {D}/rounds/{{number}}/take-apart": _desk("edit_draft", stage="draft", table="{table_id}"),
    f"POST {D}/rounds/{{number}}/pair": _desk("edit_draft", stage="draft", first="{player_id}"),
    f"POST {D}/rounds/{{number}}/table-number": _desk("edit_draft", stage="draft", table="{table_id}"),
    f"POST {D}/rounds/{{number}}/withdraw": _desk("withdraw_round"),
    f"POST {D}/rounds/{{number}}/close": _desk("close_round"),
    f"POST {D}/rounds/{{number}}/delete": _desk("delete_round", confirm="no"),
    f"GET {D}/tables/{{table_id}}": _desk(),
    f"GET {D}/tables/{{table_id}}/part": _desk(),
    f"POST {D}/tables/{{table_id}}/bids": _desk("place_bid", version="1", seat="first", bid="9"),
    f"POST {D}/tables/{{table_id}}/settle": _desk("settle_auction", winner="{player_id}"),
    f"POST {D}/tables/{{table_id}}/confirm": _desk("settle_auction"),
    f"POST {D}/tables/{{table_id}}/restart": _desk("settle_auction"),
    f"POST {D}/tables/{{table_id}}/result": _desk("correct_result", outcome="corp"),
    f"POST {D}/tables/{{table_id}}/duel": _desk("correct_result", stage="duel", outcome="first"),
    f"POST {D}/tables/{{table_id}}/began": _desk("check_in", stage="duel", player="{player_id}"),
    f"POST {D}/tables/{{table_id}}/games": _desk("correct_result", outcome_1="corp"),
    f"POST {D}/tables/{{table_id}}/draw": _desk("correct_result"),
    f"POST {D}/tables/{{table_id}}/side": _desk("settle_auction", side="corp"),
    f"POST {D}/tables/{{table_id}}/sides": _desk("correct_sides", winner="{player_id}"),
    f"POST {D}/tables/{{table_id}}/right": _desk("uphold_report", player="{player_id}", outcome="corp"),
    f"POST {D}/tables/{{table_id}}/clear": _desk("correct_result", reason="wrong"),
    f"POST {D}/tables/{{table_id}}/extra-time": _desk("set_clock", minutes="2"),
    f"GET {D}/day": _desk(),
    f"POST {D}/day": _desk("set_day", stage="several", day=""),
    f"POST {D}/day/new": _desk("set_day", name="Sunday", date="2018-02-18"),
    f"POST {D}/day/move": _desk("move_player", stage="several", player="{player_id}", to="{open_code}"),
    f"POST {D}/day/out-of-cut": _desk("move_player", stage="several", source="{open_code}"),
    f"GET {D}/pods/{{pod_id}}": _desk(stage="several"),
    f"GET {D}/pods/{{pod_id}}/part": _desk(stage="several"),
    f"POST {D}/pods/{{pod_id}}/result": _desk("correct_result", stage="several", ending="time"),
    f"POST {D}/pods/{{pod_id}}/accept": _desk("correct_result", stage="several"),
    f"POST {D}/pods/{{pod_id}}/clear": _desk("correct_result", stage="several", reason="wrong"),
    f"POST {D}/pods/{{pod_id}}/extra-time": _desk("set_clock", stage="several", minutes="2"),
    f"POST {D}/rounds/{{number}}/move": _desk("edit_draft", stage="dealt"),
    f"GET {D}/players": _desk(),
    f"POST {D}/players": _desk("add_players", name="Newcomer"),
    f"POST {D}/players/list": _desk("add_players", list="Newcomer"),
    f"POST {D}/players/remove": _desk("remove_players", stage="open", player="{player_id}"),
    f"GET {D}/players/{{player_id}}": _desk(),
    f"POST {D}/players/{{player_id}}/entry": _desk("edit_player", "seat_player", pronouns="xe"),
    f"POST {D}/players/{{player_id}}/drop": _desk("drop_player"),
    f"POST {D}/players/{{player_id}}/reinstate": _desk("reinstate_player"),
    f"POST {D}/players/{{player_id}}/place": _desk("add_players"),
    f"POST {D}/players/{{player_id}}/link": _desk("issue_link"),
    f"POST {D}/players/{{player_id}}/decks/{{side}}": _desk("hand_in_deck", deck="x"),
    f"POST {D}/players/{{player_id}}/decks/{{side}}/override": _desk("override_deck", reason="A proxy"),
    f"POST {D}/players/{{player_id}}/erase": _desk("erase_player", stage="finished", confirm="no"),
    f"GET {D}/decks": _desk("see_decks"),
    f"POST {D}/decks/checks": _desk("check_decks", count="1"),
    f"GET {D}/decks/checks/{{check_id}}": _desk("check_decks"),
    f"POST {D}/decks/checks/{{check_id}}": _desk("check_decks", finding="ok", outcome="in-order"),
    f"GET {D}/calls": _desk("claim_call"),
    f"POST {D}/calls/{{call_id}}/claim": _desk("claim_call"),
    f"POST {D}/calls/{{call_id}}/close": _desk("close_call", minutes="2", note="Ruled"),
    f"GET {D}/penalties": _desk("give_penalty"),
    f"POST {D}/penalties": _desk(
        "give_penalty", player="{player_id}", kind="warning", infraction="Slow play"
    ),
    f"GET {D}/settings": _desk(),
    f"POST {D}/settings": _desk("edit_tournament", name=""),
    f"GET {D}/pool": _desk("edit_tournament"),
    f"POST {D}/pool/add": _desk("edit_tournament", product="none"),
    f"POST {D}/pool/remove": _desk("edit_tournament", product="none"),
    f"POST {D}/pool/custom": _desk("edit_tournament"),
    f"POST {D}/pool/slots": _desk("edit_tournament", name="Another"),
    f"POST {D}/pool/slots/change": _desk("edit_tournament", slot="0", name="Another"),
    f"POST {D}/pool/slots/remove": _desk("edit_tournament", slot="99"),
    f"POST {D}/settings/registration": _desk("set_registration", open="yes"),
    f"POST {D}/settings/cut": _desk("start_cut"),
    f"POST {D}/settings/copy": _desk("copy_tournament", copy_name="Next", copy_date="2018-03-15"),
    f"POST {D}/settings/delete": _desk("delete_tournament", stage="open", confirm="{code}"),
    f"POST {D}/settings/finish": _desk("finish_tournament"),
    f"POST {D}/settings/reopen": _desk("reopen_tournament", stage="finished"),
    f"GET {D}/journal": _desk("see_journal"),
    f"POST {D}/journal/{{number}}/undo": Ask(
        all_of=("see_dashboard", "undo"), params={"number": "{undoable}"}
    ),
    f"GET {D}/staff": _desk("see_members"),
    f"POST {D}/staff": _desk("manage_members", name="Dora", role="judge"),
    f"POST {D}/staff/invitations": _desk("manage_members", role="judge", label="x"),
    f"GET {D}/staff/invitations/{{key}}": Ask(
        all_of=("see_dashboard", "manage_members"), stage="open", params={"key": "{invitation_key}"}
    ),
    f"POST {D}/staff/invitations/{{key}}/withdraw": Ask(
        all_of=("see_dashboard", "manage_members"), stage="open", params={"key": "{invitation_key}"}
    ),
    f"POST {D}/staff/{{account_id}}": _desk("manage_members", role="display"),
    "GET /t/{code}/print": _desk(),
    "GET /t/{code}/print/{kind}": [
        Ask(all_of=("see_dashboard",), params={"kind": "pairings-by-name"}),
        Ask(all_of=("see_dashboard", "see_decks"), params={"kind": "decks"}),
    ],
}


def asks(route: str) -> tuple[Ask, ...]:
    """The requests of a route, like `GET /t/{code}`; KeyError for one that is not named."""
    found = ROUTES[route]
    return (found,) if isinstance(found, Ask) else tuple(found)
