"""What the desk decides in one tap: a dispute, an announcement with an end, illegal decks before round 1."""

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event

ILLEGAL = "NBN: Making News\n3 Hedge Fund\n"


@pytest.fixture
def olga(clerk: "Callable[..., Clerk]", event: "Event") -> "Clerk":
    """The owner of `event` at the dashboard."""
    return clerk("Olga")


def disputed(event: "Event") -> dict[str, Any]:
    """The first table of round 1, about which its players disagree."""
    for name in ("Ana", "Ben"):
        event.player(name)
    table = event.settle(event.start_round()["tables"][0])
    for seat, outcome in (("first", "corp"), ("second", "runner")):
        report = {"outcome": outcome, "ending": "agenda", "corp_points": 7, "runner_points": 7}
        report["runner_points" if outcome == "corp" else "corp_points"] = 3
        event.post(f"/tables/{table['id']}/result", report, event.token_at(table, seat))
    return event.get(f"/tables/{table['id']}", event.token)  # type: ignore[no-any-return]


def test_a_dispute_is_decided_by_one_tap_at_the_desk(olga: "Clerk", event: "Event") -> None:
    table = disputed(event)
    page = olga.get(f"/t/{event.code}/desk")
    second = table["second"]["name"]
    assert f"{second} is right" in olga.words and "Decide otherwise at table 1" in olga.words
    before = page.partition(f"{second}</bdi> is right")[0]
    form = before.rpartition('<form method="post" action="')[2]
    action, _, rest = form.partition('"')
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', rest))
    olga.post(html.unescape(action), **fields)
    assert f"decided table 1 in round 1 as {second} reported" in olga.words
    result = event.get(f"/tables/{table['id']}")["result"]
    assert result["final"] and result["winner_id"] == table["second"]["player_id"]
    assert (result["corp_points"], result["runner_points"]) == (3, 7)


def test_an_announcement_says_until_when_and_is_gone_then(
    olga: "Clerk", event: "Event", timepiece: "Callable[..., object]"
) -> None:
    desk = f"/t/{event.code}/desk"
    olga.post(f"{desk}/announcements", text="Lunch", until="15")
    assert "Lunch" in olga.words
    olga.post(f"{desk}/announcements", status=409, text="Swap halls", until="round")
    assert "No round is being played that it could end with" in olga.words and "Swap halls" in olga.page
    olga.post(f"{desk}/announcements", status=422, text="Swap halls", until="soon")
    timepiece.pass_time(minutes=15)  # type: ignore[attr-defined]
    olga.get(desk)
    assert "Everybody reads" not in olga.words
    assert "Lunch" not in olga.get(f"/t/{event.code}")


def test_an_announcement_ends_by_itself_unless_somebody_wants_it_to_stand(
    olga: "Clerk", event: "Event"
) -> None:
    desk = f"/t/{event.code}/desk"
    chosen = re.compile(r'<option value="(\w+)" selected>')
    assert chosen.findall(olga.get(desk)) == ["30"], "minutes, where no round is played"
    assert 'value="round"' not in olga.page
    for name in ("Ana", "Ben"):
        event.player(name)
    event.start_round()
    assert chosen.findall(olga.get(desk)) == ["round"]
    olga.post(f"{desk}/announcements", text="Swap halls", until="none")
    olga.post(f"{desk}/announcements", status=422, text="y" * 501, until="none")
    assert chosen.findall(olga.page) == ["none"], "a refused form keeps the choice"


def with_decks(olga: "Clerk", event: "Event", policy: str) -> None:
    """The desk before round 1 with three players, of whom Ana has a deck that is not legal."""
    olga.post(f"/t/{event.code}/desk/settings", deck_policy=policy)
    ana, *_ = (event.player(name) for name in ("Ana", "Ben", "Chidi"))
    olga.post(f"/t/{event.code}/desk/players/{ana}/decks/corp", deck=ILLEGAL)
    olga.get(f"/t/{event.code}/desk")


def test_an_illegal_deck_stands_in_the_way_where_decks_are_required(olga: "Clerk", event: "Event") -> None:
    with_decks(olga, event, "required")
    assert "Before that: Ana: a deck is not legal" in olga.words
    assert re.search(r'<button class="btn primary"\s+disabled>\s*Pair round 1', olga.page)
    assert "Pair round 1 all the same" in olga.words
    path = olga.link("Ana: a deck is not legal")
    olga.post(f"{path}/decks/corp/override", reason="proxies allowed")
    olga.get(f"/t/{event.code}/desk")
    assert "not legal" not in olga.words and "all the same" not in olga.words.replace(
        "You can pair all the same", ""
    )


def test_an_illegal_deck_is_a_warning_with_its_name_where_decks_are_optional(
    olga: "Clerk", event: "Event"
) -> None:
    with_decks(olga, event, "optional")
    assert "Decks that are not legal: Ana. Decks are optional here, so this stops nobody." in olga.words
    assert "disabled" not in olga.page


def test_a_round_is_paired_all_the_same_by_a_button_of_its_own(olga: "Clerk", event: "Event") -> None:
    with_decks(olga, event, "required")
    olga.post(f"/t/{event.code}/desk/next", command="pair_round", number="1")
    assert "Round 1, draft" in olga.words


def journal_of(olga: "Clerk", event: "Event", query: str, status: int = 200) -> list[str]:
    """What the entries of the journal say, the newest first."""
    page = olga.get(f"/t/{event.code}/desk/journal?{query}", status)
    return [html.unescape(said).strip() for said in re.findall(r"<div>\s*<p[^>]*>([^<]+)</p>", page)]


def test_the_journal_is_filtered_by_who_by_table_and_by_kind(olga: "Clerk", event: "Event") -> None:
    for name in ("Ana", "Ben", "Chidi", "Dagny"):
        event.player(name)
    one, two = event.start_round()["tables"]
    event.settle(one)
    event.finish(event.settle(two))
    name = one["first"]["name"]
    assert journal_of(olga, event, f"who={name}&kind=bids") == [f"{name} bid 3 for Corp at table 1"]
    results = journal_of(olga, event, "table=2&kind=results")
    assert len(results) == 2 and all("reported at table 2" in said for said in results)
    at_one = journal_of(olga, event, "table=1")
    assert at_one[:2] == [
        f"{one['second']['name']} passed at table 1",
        f"{name} bid 3 for Corp at table 1",
    ]
    assert not any("table 2" in said for said in at_one)
    assert journal_of(olga, event, "table=9") == [] and "Nothing fits this choice" in olga.words
    assert journal_of(olga, event, "kind=decks") == []
    everything = journal_of(olga, event, "")
    assert journal_of(olga, event, "table=x", status=422) == everything
    assert "Type the number of a table, or leave it empty." in olga.words
    assert set(journal_of(olga, event, "kind=other")) <= set(everything)


def test_the_older_entries_of_a_choice_keep_it(olga: "Clerk", event: "Event") -> None:
    desk = f"/t/{event.code}/desk"
    event.player("Ana")
    for number in range(50):
        olga.post(f"{desk}/announcements", text=f"Number {number}")
    newest = journal_of(olga, event, "who=Olga&kind=said")
    assert len(newest) == 40 and newest[0] == "Announced: Number 49"
    olga.get(olga.link("Older entries"))
    assert "Announced: Number 9" in olga.words and "Ana joined" not in olga.words
    assert "Announced: Number 10" not in olga.words


def test_a_judge_does_not_find_a_draft_by_its_tables(
    olga: "Clerk", event: "Event", clerk: "Callable[..., Clerk]"
) -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    clerk("Judith")
    olga.post(f"/t/{event.code}/desk/staff", name="Judith", role="judge")
    olga.post(f"/t/{event.code}/desk/next", command="pair_round", number="1")
    assert journal_of(olga, event, "table=1") != []
    judge = clerk("Judith")
    assert journal_of(judge, event, "table=1") == []


def test_times_are_those_of_the_event_everywhere(olga: "Clerk", event: "Event") -> None:
    desk = f"/t/{event.code}/desk"
    event.player("Ana")
    olga.post(f"{desk}/settings", status=422, time_zone="Berlin")
    assert "There is no such time zone: write it like Europe/Berlin" in olga.words
    assert event.get("")["time_zone"] is None
    olga.post(f"{desk}/settings", time_zone="Asia/Kolkata")
    assert event.get("")["time_zone"] == "Asia/Kolkata"
    olga.post(f"{desk}/announcements", text="Lunch")
    # It is ten o'clock UTC.
    assert "15:30" in olga.words
    for path in (f"/t/{event.code}", f"/t/{event.code}/wall", f"{desk}/journal", f"{desk}/parts/calls"):
        olga.get(path)
        assert "15:30" in olga.words, path
    olga.post(f"{desk}/settings", time_zone="")
    assert event.get("")["time_zone"] is None


def test_a_new_event_is_in_the_time_zone_of_the_browser(olga: "Clerk", event: "Event") -> None:
    settings = {
        "name": "Spring",
        "date": "2018-02-15",
        "format": "cache-refresh",
        "pool_date": "",
        "round_minutes": "40",
        "planned_rounds": "",
        "deck_policy": "none",
        "cut": "none-0",
    }
    for told, kept in (("America/New_York", "America/New_York"), ("Etc/Unknown", None), ("", None)):
        olga.post("/organize", **settings, time_zone=told)
        made = olga.http.get(f"/api/v1/tournaments/{olga.path.split('/')[2]}").json()
        assert made["time_zone"] == kept


def test_programs_name_the_time_zone_of_a_tournament(event: "Event") -> None:
    def change(zone: str | None) -> int:
        headers = {"authorization": f"Bearer {event.token}"}
        answer = event.http.patch(event.path, json={"time_zone": zone}, headers=headers)
        return int(answer.status_code)

    assert change("Europe/Berlin") == 200 and event.get("")["time_zone"] == "Europe/Berlin"
    assert change("Mars/Olympus") == 422 and event.get("")["time_zone"] == "Europe/Berlin"
    assert change(None) == 200 and event.get("")["time_zone"] is None


def test_an_event_is_copied_with_its_settings_and_its_staff(
    olga: "Clerk", event: "Event", clerk: "Callable[..., Clerk]"
) -> None:
    desk = f"/t/{event.code}/desk"
    clerk("Judith")
    olga.post(f"{desk}/staff", name="Judith", role="judge")
    olga.post(f"{desk}/settings", round_minutes="55", deck_policy="none")
    event.player("Ana")
    olga.post(f"{desk}/settings/copy", status=422, copy_name="March", copy_date="soon")
    assert "Say on which day the event is" in olga.words and 'value="March"' in olga.page
    olga.post(f"{desk}/settings/copy", copy_name="March", copy_date="2018-03-15")
    code = olga.path.split("/")[2]
    made = olga.http.get(f"/api/v1/tournaments/{code}").json()
    assert (made["name"], made["date"], made["pool_date"]) == ("March", "2018-03-15", "2018-03-15")
    assert (made["round_minutes"], made["deck_policy"], made["players"]) == (55, "none", 0)
    olga.get(f"/t/{code}/desk/staff")
    assert "Judith judge" in olga.words and "Olga (you) owner" in olga.words
    clerk("Judith").get(f"/t/{code}/desk")


def test_an_event_that_has_not_begun_is_deleted_after_its_code_was_typed(
    olga: "Clerk", event: "Event"
) -> None:
    desk = f"/t/{event.code}/desk"
    event.player("Ana")
    olga.post(f"{desk}/settings/delete", status=422, confirm="yes")
    assert f"type its code: {event.code}" in olga.words
    olga.post(f"{desk}/settings/delete", confirm=event.code.lower())
    assert olga.path == "/organize"
    olga.get(desk, status=404)
    assert event.http.get(event.path).status_code == 404


def test_an_event_that_has_begun_stays(olga: "Clerk", event: "Event") -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    event.start_round()
    desk = f"/t/{event.code}/desk"
    assert "Delete this event" not in olga.get(f"{desk}/settings")
    olga.post(f"{desk}/settings/delete", status=409, confirm=event.code)
    assert "A round of this event was paired, so it stays" in olga.words
    assert event.get("")["players"] == 2


def test_the_final_standings_are_a_file_with_the_places_of_the_cut_first(event: "Event") -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    event.finish(event.settle(event.start_round()["tables"][0]))
    text = event.http.get(f"{event.path}/export/final-standings.csv").text
    lines = text.lstrip("\ufeff").splitlines()
    assert lines[0].startswith("place,name,place after swiss,points,wins,losses")
    assert [line.split(",")[0] for line in lines[1:]] == ["1", "2"]
