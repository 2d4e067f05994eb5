"""Every page, API read and export of an event, with who opens it: addresses from the event itself."""

from collections.abc import Iterator, Mapping
from typing import Any

PUBLIC = (
    *("", "/pairings", "/standings", "/bracket", "/pool", "/statistics", "/join", "/wall"),
    *("/pictures/standings.svg", "/pictures/bracket.svg", "/pictures/standings.png"),
    *("/pictures/champion.svg", "/pictures/champion.png", "/pictures/event.png"),
)
OWN = ("/me", "/me/fragment", "/me/drop", "/me/decks")
DESK = (
    *("", "/rounds", "/players", "/decks", "/settings", "/pool", "/journal", "/staff", "/day"),
    "/staff/invitations/1",
    *("/calls", "/penalties", "/entry/preview?line=1+c", "/decks/checks/1", "/pods/1", "/pods/1/part"),
    "/parts?names=next,clock,tables,reports,calls,entry",
    *(f"/parts/{name}" for name in ("next", "clock", "tables", "reports", "calls", "entry")),
)
PRINTED = ("pairings-by-name", "pairings-by-table", "slips", "standings", "poster", "bids", "decks")
READS = ("", "/players", "/standings", "/bracket", "/statistics", "/rounds")
STAFF_READS = (
    *(
        "/calls",
        "/calls/waiting",
        "/penalties",
        "/penalties/suggestion?player_id=1&kind=warning&infraction=x",
    ),
    *("/deck-checks", "/deck-checks/1", "/sit-twice", "/pods/1"),
    *("/journal", "/export/warnings", "/export/decks.csv", "/export/archive.json"),
)
EXPORTS = (
    *("/export/nrtm.json", "/export/standings.csv", "/export/pairings.csv"),
    "/export/final-standings.csv",
)


def addresses(
    code: str, rounds: list[Mapping[str, Any]], players: list[int]
) -> Iterator[tuple[str, str | int]]:
    """Addresses with who opens them: a role, the id of a player, or `nobody`."""
    page, desk, api = f"/t/{code}", f"/t/{code}/desk", f"/api/v1/tournaments/{code}"
    numbers = [row["number"] for row in rounds]
    tables = [table["id"] for row in rounds[-1:] for table in row["tables"]]
    some = players[:1] + players[-1:]
    for path in PUBLIC:
        yield page + path, "nobody"
    for path in (*READS, *EXPORTS):
        yield api + path, "nobody"
        yield api + path, "owner"
    for path in STAFF_READS:
        yield api + path, "owner"
    for path in DESK:
        yield desk + path, "owner"
    for path in DESK[:4]:
        yield desk + path, "judge"
    for kind in PRINTED:
        yield f"{page}/print/{kind}", "owner"
    yield f"{page}/print", "owner"
    yield api + "/journal", "judge"
    for number in numbers:
        yield f"{page}/rounds/{number}", "nobody"
        yield f"{desk}/rounds/{number}", "owner"
        yield f"{api}/rounds/{number}", "judge"
        yield f"{api}/rounds/{number}/clock", "nobody"
    for table in tables:
        yield f"{desk}/tables/{table}", "owner"
        yield f"{desk}/tables/{table}/part", "judge"
        yield f"{api}/tables/{table}", "nobody"
    for player in some:
        yield f"{page}/players/{player}", "nobody"
        yield f"{page}/players/{player}/decks", "nobody"
        yield f"{desk}/players/{player}", "owner"
        yield f"{api}/players/{player}", "nobody"
    for player in players:
        yield f"{page}/me", player
    for player in some:
        for path in OWN:
            yield page + path, player
