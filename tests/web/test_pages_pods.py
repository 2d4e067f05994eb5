"""Pages of events at tables of several players: what the phone, the desk, everybody, wall and paper read."""

from fastapi.testclient import TestClient

from tests.web.conftest import Clerk, Event
from tests.web.test_api_pods import enter, event_of, event_of_two, ids, points_of
from tests.web.test_pages_structures import desk_of, phone, send, words


def public(http: TestClient, event: Event, path: str = "") -> str:
    answer = http.get(f"/t/{event.code}{path}")
    assert answer.status_code == 200, answer.text
    return words(answer.text)


def test_the_event_tells_its_game_its_goal_and_where_its_rules_are(http: TestClient) -> None:
    event = event_of(http, 0, cut={"kind": "table", "size": 4})
    said = public(http, event)
    assert "A game ends when somebody has 120 points, or at time." in said
    assert "The best 4 play a final table, which decides their places." in said
    assert "See the card pool" not in said and "Check a deck for this event" not in said
    assert 'href="/judge/games/xnet">Rulings' in http.get(f"/t/{event.code}").text
    assert "X.NET" in words(http.get("/judge/games/xnet").text)
    joining = http.get(f"/t/{event.code}/join").text
    assert "identity" not in joining and "deck" not in joining.partition("<footer")[0].lower()
    answer = http.post(f"/t/{event.code}/join", data={"name": "Ana"}, headers={"origin": "http://testserver"})
    assert "You are in, Ana" in answer.text


def test_what_was_typed_stays_and_the_slip_is_asked_about(http: TestClient) -> None:
    event = event_of(http, 3)
    (pod,) = event.start_round()["pods"]
    a, b, c = ids(pod)
    path = f"points?pod={pod['id']}"
    refused = send(http, event, a, path, **{f"p{a}": "12x", f"p{b}": "7", "look": "1"})
    assert "are a whole number, like 84." in refused
    refused = send(http, event, a, path, **{f"p{a}": "120", f"p{b}": "7", "look": "1"})
    missing = next(seat["name"] for seat in pod["seats"] if seat["player_id"] == c)
    assert f"these are missing: {missing}." in refused
    numbers = {f"p{a}": "120", f"p{b}": "130", f"p{c}": "7"}
    asked = send(http, event, a, path, **numbers, look="1")
    assert "Yes, that is right" in asked and "Send the points" not in asked
    shown = send(http, event, a, path, **numbers, look="1", certain="1")
    assert "Send the points" in shown and "Together 257" in shown
    assert event.get(f"/pods/{pod['id']}", event.token)["entry"] is None, "looking sends nothing"
    send(http, event, a, path, **numbers, certain="1")
    assert "entered the points of your table." in phone(http, event, b)
    assert "Another player of your table confirms them." in phone(http, event, a)
    send(http, event, b, path, **numbers)
    assert "The points of your table are in." in phone(http, event, c)


def test_the_desk_runs_a_round(http: TestClient) -> None:
    event = event_of(http, 7, planned_rounds=1)
    desk = Clerk(http, "Olga table-points")
    base = f"/t/{event.code}/desk"
    desk.post(f"{base}/next", command="pair_round", number="1")
    assert "Round 1, draft" in desk.words and "0 pairs meet again." in desk.words
    draft = event.get("/rounds/1", event.token)["pods"]
    one, other = ids(draft[0])[0], ids(draft[1])[0]
    desk.post(f"{base}/rounds/1/swap", one=str(one), other=str(other))
    assert "change places in round 1" in desk.words
    desk.post(f"{base}/rounds/1/move", status=422, player=str(one), pod="")
    assert "Choose the table to move to." in desk.words
    desk.post(f"{base}/rounds/1/move", player=str(ids(draft[0])[1]), pod=str(draft[1]["id"]))
    assert "moves to table 2 in round 1" in desk.words
    desk.post(f"{base}/rounds/1/shuffle")
    desk.post(f"{base}/next", command="publish_round", number="1")
    assert "2 of 2 tables still out" in desk.words or "Start the clock" in desk.words
    four, three = event.get("/rounds/1", event.token)["pods"]
    event.post(f"/pods/{four['id']}/result", {"points": points_of(four, 1)}, event.tokens[ids(four)[0]])
    desk.get(base)
    assert "Table 1: accept the points that were entered" in desk.words
    desk.get(f"{base}/pods/{four['id']}")
    assert "Accept these points" in desk.words
    desk.post(f"{base}/pods/{four['id']}/accept")
    assert "accepted the points of table 1" in desk.words
    fields = {f"p{player}": str(own) for player, own in points_of(four, 2).items()}
    desk.post(f"{base}/pods/{four['id']}/result", status=422, **fields, ending="points")
    assert "Say why the points are corrected." in desk.words
    desk.post(f"{base}/pods/{four['id']}/result", **fields, ending="points", reason="misread")
    assert "set the points of table 1 in round 1 (misread)" in desk.words
    desk.post(f"{base}/pods/{three['id']}/extra-time", minutes="5")
    assert "+5 min" in desk.words
    desk.get(f"{base}/rounds/1")
    assert "Tables without points: 2." in desk.words
    desk.post(f"{base}/rounds/1/close", status=409)
    fields = {f"p{player}": "0" for player in ids(three)}
    desk.post(f"{base}/pods/{three['id']}/result", **fields, ending="time")
    desk.post(f"{base}/rounds/1/close")
    assert "Finish the tournament" in desk.words
    for kind, said in (
        ("pairings-by-name", "Pairings by name"),
        ("pairings-by-table", "Table 2"),
        ("slips", "Signed"),
        ("standings", "Tables won"),
    ):
        desk.get(f"/t/{event.code}/print/{kind}")
        assert said in desk.words
    desk.get(f"{base}/settings")
    assert "Points that end a game" in desk.words
    desk.post(f"{base}/settings", goal_points="100", retention_days="")
    assert event.get()["goal_points"] == 100


def test_everybody_reads_tables_standings_and_sheets(http: TestClient) -> None:
    event = event_of_two(http)
    assert "No tables yet" in public(http, event, "/pairings")
    for number in (1, 2):
        for pod in event.start_round()["pods"]:
            assert "2 extra cards" in public(http, event, "/pairings")
            assert "seat 4 of 4" in public(http, event, "/wall?show=pairings")
            enter(event, pod, points_of(pod, number))
        assert f"{120 + number}" in public(http, event, f"/rounds/{number}")
        event.post(f"/rounds/{number}/close")
    rows = event.get("/standings")["rows"]
    said = public(http, event, "/standings")
    assert "Equal points are ordered by the share" in said and "SoS" not in said
    assert said.index(rows[0]["name"]) < said.index(rows[7]["name"]) and "Final table of 4" in said
    assert rows[7]["name"] not in public(http, event, f"/standings?q={rows[0]['name']}")
    sheet = public(http, event, f"/players/{rows[0]['player_id']}")
    assert f"Place 1 of 8, points: {rows[0]['points']:g}" in sheet and "Place 1 of 4" in sheet
    assert "The organizer seats the final table of the best 4 next." in public(http, event)
    event.post("/cut", {}, status=201)
    event.post("/rounds/3/publish")
    assert "Final table" in public(http, event, "/pairings")
    (pod,) = event.get("/rounds/3")["pods"]
    assert "Still out" in public(http, event, "/wall?show=tables")
    enter(event, pod, points_of(pod, 3))
    event.post("/rounds/3/close")
    assert "The final table is played." in public(http, event)
    event.post("/finish")
    winner = event.get("/rounds/3")["pods"][0]["seats"][0]
    assert f"Place 1 of 8, points: {rows[[r['name'] for r in rows].index(winner['name'])]['points']:g}" in (
        phone(http, event, winner["player_id"])
    )
    final = public(http, event, "/standings")
    assert final.index(winner["name"]) == min(final.index(row["name"]) for row in rows)
    assert winner["name"] in public(http, event, "/wall")
    assert "Bracket" not in final
    for path in ("/statistics", "/bracket", ""):
        public(http, event, path)
    assert "games won" not in public(http, event)
    assert f"Champion {winner['name']} Place 1 of 8, points: " in public(http, event)
    for picture in ("standings.svg", "champion.svg", "event.png"):
        assert http.get(f"/t/{event.code}/pictures/{picture}").status_code == 200


def test_a_line_enters_the_points_of_a_table_in_seat_order(http: TestClient) -> None:
    event = event_of(http, 7)
    tables = {pod["table_number"]: pod for pod in event.start_round()["pods"]}
    number = next(number for number, pod in tables.items() if len(pod["seats"]) == 3)
    pod, olga, desk = tables[number], desk_of(http, event), f"/t/{event.code}/desk"
    first, second, third = (seat["name"] for seat in pod["seats"])

    def preview(line: str) -> str:
        return words(olga.get(f"{desk}/entry/preview?line={line.replace(' ', '+')}"))

    page = olga.get(desk)
    assert 'placeholder="3 121 84 60 47"' in page and "2R5" not in page, "a line of seats, none of bids"
    assert "3 121 84 60 47 time the same, and the game ended at time." in words(page)
    assert "disputed" not in words(page), "nothing is disputed at such a table"
    assert f'href="{desk}/decks"' not in page and f'href="{desk}/players"' in page, "nobody brings a deck"
    papers = words(olga.get(f"/t/{event.code}/print"))
    assert "One for each table, with its seats" in papers and "Bidding cards" not in papers
    entries = len(event.get("/journal", event.token))
    assert (
        f"Enter sends: Table {number}: {first} 90 (place 2), {second} 121 (place 1) and {third} 5 (place 3)."
        " The game ended by points."
    ) in preview(f"{number} 90 121 5")
    for line, status, said in (
        (f"{number} C 7-4", 422, "“C” is not understood. After the table come the points in seat order"),
        (
            f"{number} 90 121",
            422,
            f"Table {number} has 3 seats: {first}, {second} and {third}. Type a number for each,",
        ),
        (f"{number} 90 80 5", 422, "Nobody has 120 points: add time to the line if the game ended so."),
        (f"{number} 125 121 5", 409, f"{first} and {second} have 120 points or more, but the game ends"),
        (f"{number} 999999 1 1", 422, f"Points are 0 to 10000; look at: {first}."),
        ("9 90 121 5", 404, "Round 1 has no table 9."),
        ("", 422, "Type a table and the points of its seats, like 3 121 84 60 47."),
    ):
        refused = olga.post(f"{desk}/entry", status, line=line)
        assert said in words(refused), words(refused)
        assert f'value="{line}"' in refused, "what was typed stays"
        assert not line or said in preview(line)
    assert len(event.get("/journal", event.token)) == entries
    olga.post(f"{desk}/entry", line=f"{number} 90 121 5")
    final = event.get(f"/pods/{pod['id']}")
    assert [seat["points"] for seat in final["seats"]] == [90, 121, 5] and final["ending"] == "points"
    olga.post(f"{desk}/entry", line=f"{number} 90 121 5")
    other = f"Table {number} has its points already: {first} 90, {second} 121 and {third} 5. Open the table"
    assert other in words(olga.post(f"{desk}/entry", 409, line=f"{number} 90 122 5"))
    assert len(event.get("/journal", event.token)) == entries + 1
    four, rest = next((each, pod) for each, pod in tables.items() if each != number)
    assert "(place 1)" in preview(f"{four} 10 20 20 3 time")
    olga.post(f"{desk}/entry", line=f"{four} 125 121 20 3 yes")
    assert event.get(f"/pods/{rest['id']}")["seats"][1]["points"] == 121
    event.post("/rounds/1/close")
    assert event.get("/rounds/1")["state"] == "closed"


def test_the_wall_names_who_plays_on(http: TestClient) -> None:
    event = event_of(http, 7)
    pods = event.start_round()["pods"]
    said = public(http, event, "/wall?show=tables")
    for pod in pods:
        assert ", ".join(seat["name"] for seat in pod["seats"]) in said
    enter(event, pods[0], points_of(pods[0], 1))
    said = public(http, event, "/wall?show=tables")
    assert pods[0]["seats"][0]["name"] not in said and pods[1]["seats"][0]["name"] in said


def test_statistics_tell_what_a_seat_is_worth_and_how_many_points_people_make(http: TestClient) -> None:
    event = event_of(http, 7)
    assert "No games yet" in public(http, event, "/statistics")
    four, three = event.start_round()["pods"]
    enter(event, four, dict(zip(map(str, ids(four)), (121, 84, 60, 41), strict=True)))
    said = dict(zip(map(str, ids(three)), (90, 10, 90), strict=True))
    enter(event, three, said, ending="time")
    page = public(http, event, "/statistics")
    assert "2 tables have their points." in page
    assert "By chance alone seat 1 would have 29%. Later seats begin with extra cards." in page
    assert "Seat 1 75% (2)" in page and "Seat 3 25% (2)" in page and "Seat 4 0% (1)" in page
    assert "Who came first had 106 on average, who came last 26." in page
    assert "By points 1" in page and "At time 1" in page
    for word in ("Corp", "Runner", "Identit", "bid", "Who begins"):
        assert word not in page
    told = event.get("/statistics")
    assert (told["games"], told["sides"], told["identities"], told["beginners"]) == (2, [], [], None)
    several = told["several"]
    assert several["sizes"] == [{"players": 3, "tables": 1}, {"players": 4, "tables": 1}]
    assert several["seats"][0] == {
        "seat": 1, "tables": 2, "firsts": 1.5, "share": 0.75, "by_chance": 0.2917, "mean_points": 105.5
    }  # fmt: skip
    assert [(line["from_points"], line["players"]) for line in several["scores"]] == [
        (0, 1), (20, 0), (40, 1), (60, 1), (80, 3), (100, 0), (120, 1)
    ]  # fmt: skip
    event.post("/rounds/1/close")
    assert f'href="/t/{event.code}/statistics">Statistics' in http.get(f"/t/{event.code}/standings").text
