"""What somebody could do next in an event, sensible or not: a request for each command, drawn by chance.

Each function takes the event as its owner sees it and a source of chance, and answers a request, or None
where the command has nothing to be about. `COMMANDS` gives each its weight.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

CORP = ("NBN: Making News", "Haas-Bioroid: Engineering the Future", "Jinteki: Personal Evolution")
RUNNER = ("Noise: Hacker Extraordinaire", "Gabriel Santiago: Consummate Professional")
DECK = "NBN: Making News\n\n3x Hedge Fund\n"
CUTS = (("none", 0), ("single", 2), ("single", 3), ("single", 4), ("single", 8), ("double", 4))
OUTCOMES = ("corp", "corp", "runner", "runner", "draw", "double-loss")
ENDINGS = (None, "agenda", "time", "forfeit", "flatline", "decked")
_FAR_REACHING = ("edit_tournament", "start_cut", "close_round", "drop_player", "edit_player", "set_clock")
STAFF = ("owner", "owner", "owner", "organizer", "judge")


@dataclass(frozen=True)
class Step:
    """A request by `who`, a role or the id of a player: a `form` of a browser, or JSON of a program."""

    method: str
    path: str
    who: str | int
    body: Mapping[str, Any] | None = None
    form: bool = False


@dataclass
class Scene:
    """An event as its owner sees it now, as the API tells it."""

    view: dict[str, Any]
    players: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    journal: list[dict[str, Any]]
    names: int = 0
    links: Mapping[int, str] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The number of the last round, or of the first before there is one."""
        return int(self.rounds[-1]["number"]) if self.rounds else 1

    @property
    def tables(self) -> list[dict[str, Any]]:
        """The tables of the last round."""
        return self.rounds[-1]["tables"] if self.rounds else []

    @property
    def anybody(self) -> list[int]:
        """The ids of all players."""
        return [player["id"] for player in self.players]


Chance = random.Random
Draw = Callable[[Scene, Chance], Step | None]


def _round(scene: Scene, word: str, who: str, body: Mapping[str, Any] | None = None) -> Step:
    return Step("POST", f"/rounds/{scene.number}/{word}", who, body or {})


def _table(scene: Scene, chance: Chance) -> dict[str, Any] | None:
    """A table: nearly always one of the last round, and one that is open rather than one that is done."""
    rounds = scene.rounds if chance.random() < 0.15 else scene.rounds[-1:]
    tables = [table for row in rounds for table in row["tables"]]
    open_ones = [table for table in tables if table["state"] != "done"]
    found = open_ones if open_ones and chance.random() < 0.7 else tables
    return chance.choice(found) if found else None


def _seats(table: Mapping[str, Any]) -> list[int]:
    return [table[seat]["player_id"] for seat in ("first", "second") if table[seat] is not None]


def join(scene: Scene, chance: Chance) -> Step:
    """A player joins, or is entered by the organizer."""
    who = chance.choice(("nobody", "owner"))
    body: dict[str, Any] = {"name": f"Player {scene.names}"}
    if who == "nobody" or chance.random() < 0.5:
        body |= {"corp_identity": chance.choice(CORP), "runner_identity": chance.choice(RUNNER)}
    if chance.random() < 0.2:
        body |= {"corp_identity": None, "corp_deck": DECK}
    return Step("POST", "/players", who, body)


def enter_list(scene: Scene, chance: Chance) -> Step:
    """The organizer pastes a list of names."""
    names = "\n".join(f"Listed {scene.names}-{n}" for n in range(chance.randint(1, 4)))
    return Step("POST", "/players/list", "owner", {"list": names, "confirmed": "1"}, form=True)


def edit_player(scene: Scene, chance: Chance) -> Step | None:
    """The organizer changes an entry; some of it decides the next draw."""
    if not scene.players:
        return None
    player = chance.choice(scene.players)
    changes: Mapping[str, Any] = chance.choice(
        (
            {"first_round_bye": not player["first_round_bye"]},
            {"household": chance.choice(("", "red", "blue"))},
            {"fixed_table": chance.choice((None, 1, 2, 7))},
            {"name": f"Renamed {scene.names}"},
            {"corp_identity": chance.choice(CORP)},
            {"runner_deck": "Gabriel Santiago: Consummate Professional\n\n3x Easy Mark\n"},
        )
    )
    own = chance.random() < 0.2
    return Step("PATCH", f"/players/{player['id']}", player["id"] if own else "organizer", changes)


def drop(scene: Scene, chance: Chance) -> Step | None:
    """A player leaves, or comes back."""
    if not scene.players:
        return None
    player = chance.choice(scene.players)
    word = "reinstate" if player["dropped"] else "drop"
    who = chance.choice(("owner", player["id"]))
    return Step("POST", f"/players/{player['id']}/{word}", who, {})


def hand_in(scene: Scene, chance: Chance) -> Step | None:
    """A deck is handed in at the desk, or let be played for a reason."""
    if not scene.players:
        return None
    path = f"/players/{chance.choice(scene.anybody)}/decks/{chance.choice(('corp', 'runner'))}"
    if chance.random() < 0.3:
        return Step("POST", f"{path}/override", "judge", {"reason": "A proxy"}, form=True)
    return Step("POST", path, "organizer", {"deck": DECK}, form=True)


def pick_checks(scene: Scene, chance: Chance) -> Step:
    """A judge has tables drawn for a deck check."""
    return Step("POST", "/decks/checks", "judge", {"count": str(chance.randint(1, 2))}, form=True)


def pair(scene: Scene, chance: Chance) -> Step:
    """The next round is paired: of Swiss, or of the cut where that has begun."""
    if scene.view["phase"] == "top-cut":
        return Step("POST", "/cut", "owner", {})
    return Step("POST", "/rounds", "owner", {})


def start_cut(scene: Scene, chance: Chance) -> Step:
    """The cut begins, as set or of another kind; by the desk without its first games."""
    kind, size = chance.choice(CUTS[1:])
    if chance.random() < 0.5:
        return Step("POST", "/settings/cut", "owner", {"cut": f"{kind}-{size}"}, form=True)
    return Step("POST", "/cut", "owner", chance.choice(({}, {"kind": kind, "size": size})))


def publish(scene: Scene, chance: Chance) -> Step:
    """The draft is shown to everybody."""
    return _round(scene, "publish", "organizer")


def withdraw(scene: Scene, chance: Chance) -> Step:
    """Published pairings go back to a draft."""
    return _round(scene, "withdraw", "owner")


def close(scene: Scene, chance: Chance) -> Step:
    """The round is closed, perhaps with tables that have no result."""
    waiting = [table["id"] for table in scene.tables if table["state"] != "done"]
    given = waiting if chance.random() < 0.3 else []
    return _round(scene, "close", "owner", {"without_result": given})


def delete(scene: Scene, chance: Chance) -> Step:
    """The last round goes with everything in it."""
    return Step("DELETE", f"/rounds/{scene.number}", "owner", {"confirm": f"round {scene.number}"})


def draft(scene: Scene, chance: Chance) -> Step | None:
    """The draft is changed by hand."""
    tables, people = scene.tables, scene.anybody
    if not tables or not people:
        return None
    table = chance.choice(tables)
    waiting = [seat["player_id"] for seat in scene.rounds[-1]["unpaired"]] or people
    ways: tuple[tuple[str, Mapping[str, Any]], ...] = (
        ("shuffle", {}),
        ("swap", {"player_id": chance.choice(people), "other_id": chance.choice(people)}),
        ("lock", {"table_id": table["id"], "locked": not table["locked"]}),
        ("take-apart", {"table_id": table["id"]}),
        ("pair", {"first_id": chance.choice(waiting), "second_id": chance.choice([None, *waiting])}),
        ("table-number", {"table_id": table["id"], "table_number": chance.randint(1, 5)}),
    )
    word, body = chance.choice(ways)
    return _round(scene, word, "owner", body)


def clock(scene: Scene, chance: Chance) -> Step:
    """The clock of the round, or of a table."""
    table = _table(scene, chance)
    if table is not None and chance.random() < 0.3:
        return Step("POST", f"/tables/{table['id']}/extra-time", "judge", {"seconds": 120})
    action = chance.choice(("start", "pause", "resume", "add", "reset"))
    seconds = {"seconds": 60} if action == "add" else {}
    return _round(scene, "clock", "judge", {"action": action, **seconds})


def bid(scene: Scene, chance: Chance) -> Step | None:
    """A bid or a pass, at the right moment mostly; a player's own, or entered at the desk."""
    table = _table(scene, chance)
    if table is None or table["second"] is None:
        return None
    auction = table["auction"]
    version = auction["version"] or 0
    turn = "first" if version % 2 == 0 else "second"
    high = auction["high_bid"]
    body: dict[str, Any] = {"version": version}
    if high is not None and (chance.random() < 0.5 or high >= 10):
        body["pass"] = True
    else:
        body["bid"] = chance.randint((high if high is not None else -1) + 1, 10)
        if version == 0:
            body["side"] = chance.choice(("corp", "runner"))
    who: str | int = table[turn]["player_id"]
    if chance.random() < 0.3:
        who, body["seat"] = "judge", turn
    return Step("POST", f"/tables/{table['id']}/bids", who, body)


def settle(scene: Scene, chance: Chance) -> Step | None:
    """Sides settled aloud, entered by one or by the desk, confirmed, chosen, or begun again."""
    table = _table(scene, chance)
    if table is None:
        return None
    who = chance.choice((*STAFF[2:], *_seats(table)))
    price = {"winner": chance.choice(_seats(table)), "side": "corp", "bid": chance.randint(0, 3)}
    body: Mapping[str, Any] = chance.choice(
        (
            {"action": "settle", **price},
            {"action": "settle", **price},
            {"action": "confirm"},
            {"action": "restart", "reason": "again"},
            {"action": "choose-side", "side": "runner"},
        )
    )
    return Step("POST", f"/tables/{table['id']}/auction", who, body)


def one_phone(scene: Scene, chance: Chance) -> Step | None:
    """One phone for both players of a table."""
    table = _table(scene, chance)
    if table is None:
        return None
    action = chance.choice(("share", "agree", "refuse", "end"))
    return Step("POST", f"/tables/{table['id']}/one-phone", chance.choice(_seats(table)), {"action": action})


def check_in(scene: Scene, chance: Chance) -> Step | None:
    """A player is at the table."""
    table = _table(scene, chance)
    if table is None:
        return None
    return Step("POST", f"/tables/{table['id']}/check-in", chance.choice(_seats(table)), {})


def result(scene: Scene, chance: Chance) -> Step | None:
    """A result: reported, set, corrected, a forfeit, or taken back."""
    table = _table(scene, chance)
    if table is None:
        return None
    path = f"/tables/{table['id']}/result"
    if chance.random() < 0.15:
        return Step("DELETE", path, "judge", chance.choice((None, {"reason": "misread"})))
    who = chance.choice((*STAFF[2:], *_seats(table)))
    body: dict[str, Any] = {"outcome": chance.choice(OUTCOMES)}
    if chance.random() < 0.6:
        body["ending"] = chance.choice(ENDINGS)
    if chance.random() < 0.3:
        body |= {"winner_id": chance.choice(_seats(table)), "ending": "forfeit"}
    if not isinstance(who, int):
        body["reason"] = "The desk knows"
    return Step("POST", path, who, body)


def settings(scene: Scene, chance: Chance) -> Step:
    """A setting is changed; above all those of the cut, whenever it is."""
    kind, size = chance.choice(CUTS)
    sides = chance.choice(("auction", "seed"))
    changes: Mapping[str, Any] = chance.choice(
        (
            {"cut": {"kind": kind, "size": size, "sides": sides}},
            {"cut": {"kind": kind, "size": size, "sides": sides}},
            {"cut": {"kind": scene.view["cut_kind"], "size": scene.view["cut_size"], "sides": sides}},
            {"planned_rounds": chance.choice((1, 2, 3))},
            {"timed_win_points": chance.choice((1, 2, 3))},
            {"deck_policy": chance.choice(("required", "optional", "none"))},
            {"decks_open": chance.choice(("never", "after-event", "cut"))},
            {"hide_last_rounds": chance.choice((0, 1))},
            {"date": "2018-02-16"},
            {"registration_open": chance.choice((True, False))},
            {"settings": {"blocked_tables": [chance.randint(1, 3)], "apart_rounds": chance.randint(0, 2)}},
        )
    )
    return Step("PATCH", "", "owner", changes)


def finish(scene: Scene, chance: Chance) -> Step:
    """The event ends, or goes on."""
    word = "/reopen" if scene.view["phase"] == "finished" else "/finish"
    return Step("POST", word, "owner", {})


def announce(scene: Scene, chance: Chance) -> Step | None:
    """The organizer tells everybody, or a player calls."""
    if chance.random() < 0.5 or not scene.players:
        return Step("POST", "/announcements", "judge", {"text": "Lunch"})
    return Step("POST", "/me/call", chance.choice(scene.anybody), {"text": "Help"}, form=True)


def erase(scene: Scene, chance: Chance) -> Step | None:
    """A name goes for good."""
    if not scene.players:
        return None
    path = f"/players/{chance.choice(scene.anybody)}/erase"
    return Step("POST", path, "owner", {"confirm": "erase"}, form=True)


def member(scene: Scene, chance: Chance) -> Step:
    """A helper gets another role, or none."""
    body = {"name": "Judy", "role": chance.choice(("judge", "organizer", "display"))}
    return Step("POST", "/staff", "owner", body, form=True)


def undo(scene: Scene, chance: Chance) -> Step | None:
    """An entry of the journal is undone, a late one rather than an early one; an undo, too."""
    if not scene.journal:
        return None
    entries = scene.journal
    if chance.random() < 0.3:
        # What little stands in the way of, and what pages rely on.
        entries = [entry for entry in entries if entry["command"] in _FAR_REACHING] or entries
    place = min(int(chance.expovariate(0.8)), len(entries) - 1)
    number = entries[place]["number"]
    return Step("POST", f"/journal/{number}/undo", chance.choice(("owner", "owner", "organizer")), {})


COMMANDS: tuple[tuple[Draw, int], ...] = (
    (join, 5),
    (enter_list, 2),
    (edit_player, 4),
    (drop, 4),
    (hand_in, 2),
    (pick_checks, 1),
    (pair, 8),
    (start_cut, 5),
    (publish, 8),
    (withdraw, 3),
    (close, 8),
    (delete, 2),
    (draft, 8),
    (clock, 3),
    (bid, 8),
    (settle, 6),
    (one_phone, 2),
    (check_in, 2),
    (result, 10),
    (settings, 7),
    (finish, 4),
    (announce, 2),
    (erase, 1),
    (member, 1),
    (undo, 50),
)


def forward(scene: Scene) -> list[Step]:
    """What brings the event one step on: settles and ends every open table, or gives the next command."""
    last = scene.rounds[-1] if scene.rounds else None
    if last is not None and last["state"] == "published":
        open_tables = [table for table in last["tables"] if table["state"] != "done"]
        steps = [step for table in open_tables for step in _ended(table)]
        return steps or [_round(scene, "close", "owner", {"without_result": []})]
    if last is not None and last["state"] == "draft":
        return [_round(scene, "publish", "owner")]
    command = (scene.view["next"] or {}).get("command")
    path = {"pair_round": "/rounds", "start_cut": "/cut", "pair_cut": "/cut", "finish_tournament": "/finish"}
    return [Step("POST", path[command], "owner", {})] if command in path else []


def _ended(table: Mapping[str, Any]) -> list[Step]:
    path, winner = f"/tables/{table['id']}", table["first"]["player_id"]
    price = {"action": "settle", "winner": winner, "side": "corp", "bid": 2}
    outcome = "corp" if table["id"] % 3 else "runner"
    ending = "time" if table["id"] % 4 == 0 else "agenda"
    settled = [] if table["auction"]["settled"] else [Step("POST", f"{path}/auction", "owner", price)]
    return [*settled, Step("POST", f"{path}/result", "owner", {"outcome": outcome, "ending": ending})]
