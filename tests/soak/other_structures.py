"""What somebody could do next in an event of another structure than Cache Refresh, and with what lies around.

Adds to random_commands.py the results of two games, of tables without sides and of tables of several players,
draws by will, penalties, and late players who take the bye's place; `commands` gives those of a structure.
"""

from collections.abc import Mapping
from typing import Any

from tests.soak.random_commands import (
    COMMANDS,
    Chance,
    Draw,
    Scene,
    Step,
    _round,
    _seats,
    _table,
    bid,
    forward,
    result,
    settings,
    settle,
)

STRUCTURES = ("cache-refresh", "single-sided", "double-sided", "duel", "table-points")
_CUTS: Mapping[str, tuple[tuple[str, int], ...]] = {
    "table-points": (("none", 0), ("final", 3), ("final", 4)),
}
_ENDINGS = {"duel": (None, "gigs", "decked", "time", "forfeit")}
_PENALTIES = ("warning", "warning", "game-loss", "match-loss", "disqualification")


def cuts(structure: str) -> tuple[tuple[str, int], ...]:
    """Cuts such an event may have, the first without one."""
    return _CUTS.get(structure, (("none", 0), ("single", 2), ("single", 4), ("double", 4)))


def penalty(scene: Scene, chance: Chance) -> Step | None:
    """A judge gives a penalty, perhaps at a table."""
    if not scene.players:
        return None
    body: dict[str, Any] = {
        "player_id": chance.choice(scene.anybody),
        "kind": chance.choice(_PENALTIES),
        "infraction": "Slow play",
    }
    table = _table(scene, chance)
    if table is not None and chance.random() < 0.7:
        body |= {"table_id": table["id"], "player_id": chance.choice(_seats(table))}
    return Step("POST", "/penalties", "judge", body)


def late(scene: Scene, chance: Chance) -> Step | None:
    """Somebody without a table takes the bye's place, a gap is filled, or sides are swapped."""
    if not scene.rounds or not scene.players:
        return None
    table = _table(scene, chance)
    ways: list[tuple[str, Mapping[str, Any]]] = [
        ("play-bye", {"player_id": chance.choice(scene.anybody)}),
        ("fill-gaps", {}),
    ]
    if table is not None:
        ways.append(("swap-sides", {"table_id": table["id"]}))
    word, body = chance.choice(ways)
    return _round(scene, word, "owner", body)


def game(scene: Scene, chance: Chance) -> Step | None:
    """One game of two, both for one, or a draw by will."""
    table = _table(scene, chance)
    if table is None or table["second"] is None:
        return None
    who = chance.choice(("owner", "judge", *_seats(table)))
    body: dict[str, Any] = chance.choice(
        (
            {"game": chance.choice((1, 2)), "outcome": chance.choice(("corp", "runner", "tie"))},
            {"game": chance.choice((1, 1, 2)), "outcome": chance.choice(("corp", "runner"))},
            {"two_for_one_id": chance.choice(_seats(table))},
            {"intentional_draw": chance.random() < 0.7},
        )
    )
    return Step("POST", f"/tables/{table['id']}/result", who, body)


def duel_result(scene: Scene, chance: Chance) -> Step | None:
    """Who won a game without sides, or a draw by will, or who begins."""
    table = _table(scene, chance)
    if table is None or table["second"] is None:
        return None
    who = chance.choice(("owner", "judge", *_seats(table)))
    if chance.random() < 0.2:
        began = chance.choice([None, *_seats(table)])
        return Step("POST", f"/tables/{table['id']}/began", who, {"player_id": began})
    outcome = chance.choice(("first", "second", "tie", "double-loss"))
    body = {"outcome": outcome, "ending": chance.choice(_ENDINGS["duel"])}
    if chance.random() < 0.2:
        body = {"intentional_draw": True}
    return Step("POST", f"/tables/{table['id']}/result", who, body)


def _pod(scene: Scene, chance: Chance) -> dict[str, Any] | None:
    rounds = scene.rounds if chance.random() < 0.15 else scene.rounds[-1:]
    pods = [pod for row in rounds for pod in row["pods"]]
    return chance.choice(pods) if pods else None


def _sitting(pod: Mapping[str, Any]) -> list[int]:
    return [seat["player_id"] for seat in pod["seats"]]


def pod_result(scene: Scene, chance: Chance) -> Step | None:
    """Points of a table of several, entered, accepted, cleared; or a player moved, or minutes given."""
    pod = _pod(scene, chance)
    if pod is None or not pod["seats"]:
        return None
    path = f"/pods/{pod['id']}"
    who = chance.choice(("owner", "judge", *_sitting(pod)))
    way = chance.random()
    if way < 0.1:
        return Step("DELETE", f"{path}/result", "judge", {"reason": "misread"})
    if way < 0.2:
        return Step("POST", f"{path}/accept", "owner", {})
    if way < 0.25:
        return Step("POST", f"{path}/extra-time", "judge", {"seconds": 120})
    if way < 0.4:
        moved = {"player_id": chance.choice(scene.anybody), "pod_id": pod["id"]}
        return _round(scene, "move", "owner", moved)
    points = {str(player): chance.choice((0, 20, 40, 60, 120)) for player in _sitting(pod)}
    return Step("POST", f"{path}/result", who, {"points": points})


def change_structure(scene: Scene, chance: Chance) -> Step:
    """The structure is changed, which is right before round 1 alone."""
    return Step("PATCH", "", "owner", {"structure": chance.choice(STRUCTURES)})


_OWN: Mapping[str, tuple[tuple[Draw, int], ...]] = {
    "single-sided": ((game, 3), (late, 3)),
    "double-sided": ((game, 18), (late, 2)),
    "duel": ((duel_result, 14), (late, 2)),
    "table-points": ((pod_result, 22), (late, 2)),
    "cache-refresh": ((late, 3),),
}
_WITHOUT: Mapping[str, tuple[Draw, ...]] = {
    "single-sided": (bid,),
    "double-sided": (bid, settle, result),
    "duel": (bid, settle, result),
    "table-points": (bid, settle, result),
}


def commands(structure: str) -> tuple[tuple[Draw, int], ...]:
    """The commands of an event of that structure, each with its weight."""
    kept = tuple(each for each in COMMANDS if each[0] not in _WITHOUT.get(structure, ()))
    return (*kept, *_OWN[structure], (penalty, 3), (change_structure, 1), (settings, 1))


def onward(structure: str, scene: Scene) -> list[Step]:
    """What brings an event of that structure one step on, as `forward` does."""
    last = scene.rounds[-1] if scene.rounds else None
    if structure == "cache-refresh" or last is None or last["state"] != "published":
        return forward(scene)
    steps = [step for table in last["tables"] for step in _ended(structure, table)]
    steps += [step for pod in last["pods"] if pod["state"] != "done" for step in [_counted(pod)]]
    return steps or [_round(scene, "close", "owner", {"without_result": []})]


def _ended(structure: str, table: Mapping[str, Any]) -> list[Step]:
    if table["state"] == "done" or table["second"] is None:
        return []
    path = f"/tables/{table['id']}/result"
    if structure == "single-sided":
        return [Step("POST", path, "owner", {"outcome": ("corp", "runner", "tie")[table["id"] % 3]})]
    if structure == "duel":
        return [Step("POST", path, "owner", {"outcome": "first" if table["id"] % 3 else "second"})]
    return [
        Step("POST", path, "owner", {"game": number, "outcome": "corp" if table["id"] % 3 else "runner"})
        for number in (1, 2)
    ]


def _counted(pod: Mapping[str, Any]) -> Step:
    points = {str(player): 120 if at == 0 else 20 * (at % 3) for at, player in enumerate(_sitting(pod))}
    return Step("POST", f"/pods/{pod['id']}/result", "owner", {"points": points})
