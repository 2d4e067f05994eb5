"""The organizer's way through an event by pages alone, and what each form says when it is refused."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event

NAMES = ("Ana", "Ben", "Chidi", "Dagny")


@pytest.fixture
def olga(clerk: "Callable[..., Clerk]", event: "Event") -> "Clerk":
    """The owner of `event` at the dashboard."""
    return clerk("Olga")


def enter(olga: "Clerk", code: str, names: tuple[str, ...] = NAMES) -> None:
    """Enter players by a pasted list."""
    text = "\n".join(names)
    olga.post(f"/t/{code}/desk/players/list", list=text)
    olga.post(f"/t/{code}/desk/players/list", list=text, confirmed="1")


def take_next_step(olga: "Clerk", code: str) -> str:
    """Press the primary button of the dashboard."""
    page = olga.get(f"/t/{code}/desk")
    fields = dict(re.findall(r'<input type="hidden" name="(command|number)" value="([^"]*)"', page))
    return olga.post(f"/t/{code}/desk/next", **fields)


def table_ids(olga: "Clerk", code: str) -> list[int]:
    """The ids of the tables in the grid, by table number."""
    page = olga.get(f"/t/{code}/desk")
    return [int(each) for each in re.findall(r'class="n"><a href="[^"]*/tables/(\d+)"', page)]


def test_a_new_organizer_makes_an_event_and_plays_it_to_the_standings(clerk: "Callable[..., Clerk]") -> None:
    olga = clerk("Nora")
    olga.get("/organize")
    assert "You run no event yet" in olga.words
    olga.post(
        "/organize",
        name="Spring Refresh",
        date="2018-02-15",
        format="cache-refresh",
        pool_date="",
        round_minutes="40",
        planned_rounds="2",
        deck_policy="none",
        cut="none-0",
    )
    code = olga.path.split("/")[2]
    assert "Spring Refresh" in olga.words
    enter(olga, code)
    assert "4 players were entered" in olga.words

    take_next_step(olga, code)
    assert "Round 1, draft" in olga.words
    take_next_step(olga, code)
    assert (
        "Start the clock when most tables have their sides" in olga.words
        and "Close round 1" not in olga.words
    )
    assert olga.page.count("btn primary") == 1
    start = re.search(
        r'action="([^"]+)">(?:\s*<input[^>]*>)+\s*<button class="btn primary">Start the clock', olga.page
    )
    assert start is not None
    olga.post(start[1], action="start", number="1")
    assert "The clock of round 1 was started" in olga.words
    assert "Round 1: 2 of 2 tables still out" in olga.words
    assert "Table 1 has no result" in olga.words

    for number, table in enumerate(table_ids(olga, code), start=1):
        olga.get(f"/t/{code}/desk/tables/{table}")
        winner = re.search(r'<option value="(\d+)"', olga.page)
        assert winner is not None
        path = f"/t/{code}/desk/tables/{table}/settle"
        olga.post(path, winner=winner[1], side="corp", bid="3", reason="no phones")
        assert "A draw is lost by" in olga.words
        olga.post(f"/t/{code}/desk/entry", line=f"{number} c")
        assert f"set the result of table {number}" in olga.words

    assert "every table has its result" in olga.words
    take_next_step(olga, code)
    assert "Round 1 was closed" in olga.words
    olga.get(f"/t/{code}/standings")
    assert [name for name in NAMES if name in olga.words] == list(NAMES)


def published(olga: "Clerk", code: str, names: tuple[str, ...] = NAMES) -> list[int]:
    """Enter players, pair and publish a round; the ids of its tables."""
    enter(olga, code, names)
    take_next_step(olga, code)
    take_next_step(olga, code)
    return table_ids(olga, code)


def settle(olga: "Clerk", code: str, table: int, bid: str = "3") -> None:
    """The first player wins Corp."""
    page = olga.get(f"/t/{code}/desk/tables/{table}")
    assert re.search(r'<details class="more" open>\s*<summary>Settle the auction by hand', page)
    winner = re.search(r'<option value="(\d+)"', olga.page)
    assert winner is not None
    olga.post(f"/t/{code}/desk/tables/{table}/settle", winner=winner[1], side="corp", bid=bid, reason="")


def test_the_desk_is_for_the_staff(event: "Event", clerk: "Callable[..., Clerk]") -> None:
    assert event.http.get(f"/t/{event.code}/desk").status_code == 401
    clerk("Stranger").get(f"/t/{event.code}/desk", status=401)
    clerk("Stranger").post(f"/t/{event.code}/desk/next", status=401, command="pair_round", number="1")


def test_a_judge_sees_the_desk_without_the_commands_of_an_organizer(
    olga: "Clerk", event: "Event", clerk: "Callable[..., Clerk]"
) -> None:
    code = event.code
    judge = clerk("Judith")
    olga.post(f"/t/{code}/desk/staff", name="Judith", role="judge")
    enter(olga, code)
    take_next_step(olga, code)
    judge.get(f"/t/{code}/desk")
    assert "An organizer prepares the next round." in judge.words
    assert "The tournament is finished" not in judge.words
    take_next_step(olga, code)
    judge.post(f"/t/{code}/desk/clock", action="start", number="1")
    assert "The clock of round 1 was started" in judge.words
    page = judge.get(f"/t/{code}/desk")
    assert "An organizer takes the next step: Close round 1" in judge.words
    assert f"/t/{code}/desk/next" not in page.replace("/parts/next", "")
    judge.post(f"/t/{code}/desk/next", status=403, command="close_round", number="1")
    judge.post(f"/t/{code}/desk/rounds/1/shuffle", status=403)


def test_the_files_of_an_event_are_on_its_pages(
    olga: "Clerk", event: "Event", clerk: "Callable[..., Clerk]"
) -> None:
    judge = clerk("Judith")
    olga.post(f"/t/{event.code}/desk/staff", name="Judith", role="judge")
    link = r'href="(/api/v1/[^"]*/export/[^"]*)"'
    assert len(re.findall(link, olga.get(f"/t/{event.code}/desk/settings"))) == 6
    for table in published(olga, event.code):
        settle(olga, event.code, table)
        olga.post(f"/t/{event.code}/desk/tables/{table}/result", outcome="corp", ending="agenda")
    event.post("/rounds/1/close")
    event.post("/finish")
    files = re.findall(link, olga.get(f"/t/{event.code}/desk"))
    assert len(files) == 6 and all(olga.get(file) for file in files)
    allowed = re.findall(link, judge.get(f"/t/{event.code}/desk"))
    assert len(allowed) == 4 and all(judge.get(file) for file in allowed)


def test_a_closed_registration_asks_nobody_to_join(olga: "Clerk", event: "Event") -> None:
    olga.get(f"/t/{event.code}/desk")
    assert "Scan to join" in olga.words
    olga.post(f"/t/{event.code}/desk/settings/registration", open="0")
    olga.get(f"/t/{event.code}/desk")
    assert "Scan to join" not in olga.words and "Scan to follow" in olga.words


def test_a_draft_is_hidden_from_a_judge(olga: "Clerk", event: "Event", clerk: "Callable[..., Clerk]") -> None:
    judge = clerk("Judith")
    olga.post(f"/t/{event.code}/desk/staff", name="Judith", role="judge")
    enter(olga, event.code)
    take_next_step(olga, event.code)
    judge.get(f"/t/{event.code}/desk")
    assert "Round 1" not in judge.words
    judge.get(f"/t/{event.code}/desk/rounds/1", status=404)


def test_a_refused_event_keeps_what_was_typed(clerk: "Callable[..., Clerk]") -> None:
    nora = clerk("Nora")
    nora.post("/organize", status=422, name="Spring", date="2018-02-15", round_minutes="soon", cut="single-8")
    assert "Say how many minutes a round lasts" in nora.words
    assert 'value="Spring"' in nora.page and 'value="soon"' in nora.page
    assert '<option value="single-8" selected>' in nora.page


def test_a_pasted_list_shows_its_problems_and_loses_nothing(olga: "Clerk", event: "Event") -> None:
    event.player("Ana")
    text = "Ben\nana\nChidi, Making News, Nosie\nben"
    olga.post(f"/t/{event.code}/desk/players/list", list=text)
    assert "3 lines need a look" in olga.words
    assert "Ana is entered already" in olga.words
    assert "Nosie" in olga.words and "Noise: Hacker Extraordinaire" in olga.words
    assert "Ben stands in this list twice" in olga.words
    olga.post(f"/t/{event.code}/desk/players/list", status=422, list=text, confirmed="1")
    assert "Chidi, Making News, Nosie" in olga.page
    assert len(event.get("/players")) == 1


def test_the_list_marks_identities_outside_the_pool(olga: "Clerk", event: "Event") -> None:
    enter(olga, event.code, ("Ben, Making News, Gabriel", "Zoe, Making News, Noise"))
    olga.get(f"/t/{event.code}/desk/players")
    assert olga.words.count("is not in the pool") == 1
    assert "Noise: Hacker Extraordinaire is not in the pool" in olga.words


def test_a_file_of_players_is_read_like_a_pasted_list(olga: "Clerk", event: "Event") -> None:
    content = "name;corp;pronouns\r\nZoë;NBN: Making News;they/them\r\n".encode("cp1252")
    olga.post(f"/t/{event.code}/desk/players/list", files={"file": ("players.csv", content)}, list="")
    assert (
        "1 player to enter" in olga.words
        and "Zoë they/them" in olga.words
        and "NBN: Making News" in olga.words
    )


def test_close_says_which_tables_block_it(olga: "Clerk", event: "Event") -> None:
    tables = published(olga, event.code)
    olga.post(f"/t/{event.code}/desk/next", status=409, command="close_round", number="1")
    assert "have no final result" in olga.words
    olga.post(f"/t/{event.code}/desk/rounds/1/close", without=[str(table) for table in tables])
    assert "Round 1 was closed" in olga.words


def test_a_repeated_next_step_changes_nothing(olga: "Clerk", event: "Event") -> None:
    enter(olga, event.code)
    for _ in range(2):
        olga.post(f"/t/{event.code}/desk/next", command="pair_round", number="1")
        assert "Round 1, draft" in olga.words
    assert len(event.get("/rounds", event.token)) == 1


def test_the_keyboard_entry_needs_settled_sides_and_never_replaces_a_result(
    olga: "Clerk", event: "Event"
) -> None:
    entry = f"/t/{event.code}/desk/entry"
    table, _ = published(olga, event.code)
    olga.post(entry, status=409, line="1 C")
    assert "Nobody has bought the sides of table 1 yet" in olga.words
    olga.post(entry, status=404, line="9 C")
    assert "Round 1 has no table 9" in olga.words
    settle(olga, event.code, table)
    olga.post(entry, status=422, line="1 x")
    assert "“X” is not understood" in olga.words and 'value="1 x"' in olga.page
    olga.live(entry, line="1 r")
    players = event.get(f"/tables/{table}")
    winner, loser = players["second"]["name"], players["first"]["name"]
    said = f"{winner} won as Runner against {loser}"
    assert f"Table 1: {loser} bid 3 on Corp. {said}." in olga.words
    assert "<html" not in olga.page and "autofocus" in olga.page
    olga.post(entry, status=409, line="1 c")
    assert f"Table 1 has its result already: {said}." in olga.words
    olga.get(f"/t/{event.code}/desk/journal")
    assert f"set the result of table 1 in round 1: {said}" in olga.words
    olga.post(entry, line="1 r")


def test_one_line_enters_a_table_without_phones_and_its_preview_says_the_same(
    olga: "Clerk", event: "Event"
) -> None:
    desk = f"/t/{event.code}/desk"
    table, _ = published(olga, event.code)
    seats = event.get(f"/tables/{table}")
    ana, ben = seats["first"]["name"], seats["second"]["name"]
    says = f"Table 1: {ben} bid 5 on Runner. {ana} won as Corp against {ben}, 7–4 by agenda points."
    before = event.get(f"/tables/{table}")
    olga.get(f"{desk}/entry/preview?line=1+2r5+c+7-4")
    assert olga.words == f"Enter sends: {says}"
    assert event.get(f"/tables/{table}") == before
    olga.live(f"{desk}/entry", line="1 2r5 c 7-4")
    assert f"Entered. {says}" in olga.words
    after = event.get(f"/tables/{table}")
    assert after["result"]["winner_id"] == seats["first"]["player_id"]
    assert after["auction"]["high_bid"] == 5 and after["result"]["final"]
    # One command, so one undo takes back both the bid and the result.
    olga.get(f"{desk}/journal")
    assert (
        f"Olga entered table 1 in round 1: {ben} won the bid with 5 on Runner; "
        f"{ana} won as Corp against {ben}" in olga.words
    )
    undo = re.search(r'action="([^"]*/journal/\d+/undo)"', olga.page)
    assert undo is not None
    olga.post(undo[1])
    assert event.get(f"/tables/{table}")["auction"]["settled"] is False


@pytest.mark.parametrize(
    ("line", "status", "says"),
    [
        ("1 1C4 C", 409, "The sides of table 1 are settled already: {ben} bid 5 on Runner."),
        (
            "1 R",
            409,
            "Table 1 has its result already: {ana} won as Corp against {ben}",
        ),
        ("1 C 7-3", 409, "Table 1 has its result already"),
        ("2 C", 409, "Type who won the bid before it, 1 for"),
        ("2 1C4 C 4-2", 422, "A win by agenda points needs 6 of them, and the winner has 4."),
        ("2 1C4 R fl", 422, "A flatline is won by the Corp: check who won."),
        ("2 1C11", 422, "A bid is a whole number from 0 to 10; 11 is not."),
    ],
)
def test_a_line_that_contradicts_a_table_changes_nothing_and_stays(
    olga: "Clerk", event: "Event", line: str, status: int, says: str
) -> None:
    desk = f"/t/{event.code}/desk"
    table, _ = published(olga, event.code)
    seats = event.get(f"/tables/{table}")
    says = says.format(ana=seats["first"]["name"], ben=seats["second"]["name"])
    olga.post(f"{desk}/entry", line="1 2R5 C 7-4")
    before = [event.get("/rounds/1"), event.get("")["version"]]
    olga.get(f"{desk}/entry/preview?line={line.replace(' ', '+')}")
    if line != "1 C 7-3":
        assert says in olga.words
    olga.live(f"{desk}/entry", status=status, line=line)
    assert says in olga.words and f'value="{line}"' in olga.page
    olga.post(f"{desk}/entry", status=status, line=line)
    assert says in olga.words and f'value="{line}"' in olga.page
    assert [event.get("/rounds/1"), event.get("")["version"]] == before


def test_a_round_whose_clock_never_started_is_closed_all_the_same(olga: "Clerk", event: "Event") -> None:
    table, _ = published(olga, event.code)
    settle(olga, event.code, table)
    olga.get(f"/t/{event.code}/desk")
    assert "Round 1: 2 of 2 tables still out" in olga.words and "Start the clock" in olga.words
    olga.post(f"/t/{event.code}/desk/entry", line="1 c")
    assert "Round 1: 1 of 2 tables still out" in olga.words and "Close round 1" in olga.words


def test_a_drawn_game_is_won_by_who_lost_the_bid(olga: "Clerk", event: "Event") -> None:
    table, _ = published(olga, event.code)
    settle(olga, event.code, table, bid="0")
    olga.live(f"/t/{event.code}/desk/entry", line="1 D")
    second = event.get(f"/tables/{table}")["second"]["name"]
    assert f" bid 0 on Corp. A draw: {second} wins it." in olga.words


def test_a_final_result_is_corrected_with_a_reason_and_undone(olga: "Clerk", event: "Event") -> None:
    table, _ = published(olga, event.code)
    settle(olga, event.code, table)
    path = f"/t/{event.code}/desk/tables/{table}/result"
    olga.post(path, outcome="corp", ending="agenda", corp_points="7", runner_points="3")
    olga.post(path, status=422, outcome="runner", ending="flatline")
    assert "Say why the result is corrected" in olga.words
    assert re.search(r'value="runner" [^>]*checked', olga.page) and re.search(
        r'value="flatline" checked', olga.page
    )
    assert re.search(r'name="corp_points"[^>]*min="-20"', olga.page)
    points = {"corp_points": "-1", "runner_points": "7"}
    olga.post(path, outcome="runner", ending="agenda", reason="entered the wrong way round", **points)
    result = event.get(f"/tables/{table}")["result"]
    assert result["outcome"] == "runner" and result["corp_points"] == -1
    assert "won as Runner, 7 to −1 by agenda points" in olga.words
    undo = re.search(r'action="([^"]+/undo)"', olga.page)
    assert undo is not None
    olga.post(undo[1], back=f"/t/{event.code}/desk")
    assert event.get(f"/tables/{table}")["result"]["outcome"] == "corp"
    assert olga.path == f"/t/{event.code}/desk"


def test_a_forfeit_needs_no_auction(olga: "Clerk", event: "Event") -> None:
    table, _ = published(olga, event.code)
    second = event.get(f"/tables/{table}")["second"]
    path = f"/t/{event.code}/desk/tables/{table}/result"
    olga.post(path, outcome="corp", ending="forfeit", winner=str(second["player_id"]), reason="did not come")
    assert event.get(f"/tables/{table}")["result"]["winner_id"] == second["player_id"]


def test_the_desk_bids_for_whoever_has_the_turn(olga: "Clerk", event: "Event") -> None:
    table, _ = published(olga, event.code)
    path = f"/t/{event.code}/desk/tables/{table}"
    olga.post(f"{path}/bids", version="0", side="runner", bid="2")
    assert "bidding 2 on Runner" in olga.words
    olga.post(f"{path}/bids", status=409, version="0", side="runner", bid="4")
    assert "your 4 was not placed" in olga.words
    olga.post(f"{path}/restart", status=422, reason=" ")
    assert "Say why the auction starts again" in olga.words
    olga.post(f"{path}/restart", reason="the wrong players sat here")
    assert event.get(f"/tables/{table}", event.token)["auction"]["version"] == 0
    olga.post(f"{path}/bids", version="0", side="runner", bid="2")
    olga.post(f"{path}/bids", **{"version": "1", "pass": "1"})
    assert "A draw is lost by" in olga.words


def test_one_sided_reports_are_accepted_together(olga: "Clerk", event: "Event") -> None:
    for name in NAMES:
        event.player(name)
    tables = event.start_round()["tables"]
    for table in tables:
        event.settle(table)
        event.post(f"/tables/{table['id']}/result", {"outcome": "corp"}, event.token_at(table, "first"))
    olga.get(f"/t/{event.code}/desk")
    assert "2 reports wait for the other player" in olga.words
    olga.post(f"/t/{event.code}/desk/accept", table=[str(table["id"]) for table in tables])
    assert "every table has its result" in olga.words
    olga.post(f"/t/{event.code}/desk/accept", status=422)
    assert "Tick the reports you accept" in olga.words


def test_the_filter_leaves_out_what_is_done(olga: "Clerk", event: "Event") -> None:
    table, _ = published(olga, event.code)
    settle(olga, event.code, table)
    olga.post(f"/t/{event.code}/desk/entry", line="1 C")
    cards = olga.get(f"/t/{event.code}/desk/parts/tables?show=open")
    assert 'data-table="2"' in cards and 'data-table="1"' not in cards and "<html" not in cards


def test_the_clock_is_run_from_the_dashboard(olga: "Clerk", event: "Event") -> None:
    published(olga, event.code)
    path = f"/t/{event.code}/desk/clock"
    olga.post(path, action="start", number="1")
    olga.live(path, action="add", number="1", minutes="5")
    assert "45:00" in olga.words
    olga.post(path, status=422, action="add", number="1", minutes="soon")
    assert "Say how many minutes" in olga.words
    olga.live(path, action="pause", number="1")
    assert "Resume" in olga.words


def test_announcements_stand_until_they_are_ended(olga: "Clerk", event: "Event") -> None:
    path = f"/t/{event.code}/desk"
    olga.post(f"{path}/announcements", text="Lunch until 13:30")
    assert "Lunch until 13:30" in olga.get(f"/t/{event.code}/wall")
    olga.get(path)
    end = re.search(r'action="([^"]+/end)"', olga.page)
    assert end is not None
    olga.post(end[1])
    assert "Everybody reads" not in olga.words
    olga.post(f"{path}/announcements", status=422, text="x" * 501)
    assert "x" * 501 in olga.page
