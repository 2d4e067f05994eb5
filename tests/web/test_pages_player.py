"""The player's pages: joining, the one page by state, and every form that can be refused."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi.testclient import TestClient

SAME = {"sec-fetch-site": "same-origin"}
LIVE = {**SAME, "x-requested-with": "live"}
ENTRY = {"name": "Ana", "corp_identity": "Making News", "runner_identity": "Noise"}


def words(markup: str) -> str:
    """The text of a page or a part of it, without what a script or a drawing says."""
    bare = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", markup, flags=re.S)
    return " ".join(bare.replace("&#34;", '"').replace("&#39;", "'").replace("&amp;", "&").split())


@dataclass
class Phone:
    """A player's browser."""

    event: Any
    http: TestClient

    def get(self, path: str = "") -> Any:
        return self.http.get(f"/t/{self.event.code}/me{path}")

    def post(self, path: str, data: dict[str, Any] | None = None, headers: dict[str, str] = SAME) -> Any:
        return self.http.post(f"/t/{self.event.code}/me{path}", data=data or {}, headers=headers)

    @property
    def shown(self) -> str:
        page = self.get()
        assert page.status_code == 200
        return words(page.text)


@pytest.fixture
def phone(event: Any) -> Callable[[int], Phone]:
    """Opens the personal link of a player who joined through the API."""

    def make(player_id: int) -> Phone:
        http = TestClient(event.http.app, base_url="http://testserver")
        answer = http.get(f"/p/{event.tokens[player_id]}", follow_redirects=False)
        assert answer.headers["location"] == f"/t/{event.code}/me"
        return Phone(event, http)

    return make


@pytest.fixture
def pair(event: Any, phone: Callable[[int], Phone]) -> tuple[dict[str, Any], Phone, Phone]:
    """A table of a published round: who bids first, and the other."""
    event.player("Ana")
    event.player("Ben")
    table = event.start_round()["tables"][0]
    return table, phone(table["first"]["player_id"]), phone(table["second"]["player_id"])


def new_browser(event: Any) -> TestClient:
    return TestClient(event.http.app, base_url="http://testserver")


# ---- joining ----


def test_joining_signs_in_and_shows_the_link_this_once(event: Any) -> None:
    browser = new_browser(event)
    page = browser.post(f"/t/{event.code}/join", data={**ENTRY, "key": "k" * 43}, headers=SAME)
    assert page.status_code == 200 and "You are in, Ana" in words(page.text)
    assert f"http://testserver/p/{'k' * 43}" in page.text and 'role="img"' in page.text
    assert "Round 1 has not been paired yet" in words(browser.get(f"/t/{event.code}/me").text)
    assert "k" * 43 not in browser.get(f"/t/{event.code}/me").text
    other = new_browser(event)
    assert other.get(f"/p/{'k' * 43}").url.path == f"/t/{event.code}/me"


def test_who_may_join_without_lists_reads_that_identities_are_needed(event: Any) -> None:
    def asked() -> str:
        return words(new_browser(event).get(f"/t/{event.code}/join").text)

    olga = {"authorization": f"Bearer {event.token}"}
    for policy in ("optional", "required"):
        assert event.http.patch(event.path, json={"deck_policy": policy}, headers=olga).status_code == 200
        assert "Needed for each side without a list." in asked()
        needed = "Needed: a deck list or an identity for each side." in asked()
        assert needed is (policy == "optional")
    assert event.http.patch(event.path, json={"deck_policy": "none"}, headers=olga).status_code == 200
    assert "Your identities Both are needed." in asked()


OUTSIDE = "is not in the card pool of this event. Choose another identity, or ask the organizer."


def test_an_identity_outside_the_pool_is_taken_with_a_warning(event: Any) -> None:
    browser = new_browser(event)
    joined = browser.post(f"/t/{event.code}/join", data={**ENTRY, "key": "k" * 43}, headers=SAME)
    warning = f"Noise: Hacker Extraordinaire {OUTSIDE}"
    assert warning in words(joined.text) and words(joined.text).count(OUTSIDE) == 1
    pages = [f"/t/{event.code}/me", f"/t/{event.code}/me/decks"]
    assert all(warning in words(browser.get(page).text) for page in pages)
    entry = {"corp_identity": "Built to Last", "runner_identity": "Gabriel"}
    changed = browser.post(f"/t/{event.code}/me/entry", data=entry, headers=SAME)
    assert "Your entry is changed." in words(changed.text)
    assert f"Weyland Consortium: Built to Last {OUTSIDE}" in words(changed.text)
    browser.post(f"/t/{event.code}/me/entry", data={"corp_identity": "Making News"}, headers=SAME)
    assert not any(OUTSIDE in words(browser.get(page).text) for page in pages)


def test_a_form_sent_twice_is_one_entry(event: Any) -> None:
    browser = new_browser(event)
    for _ in range(2):
        page = browser.post(f"/t/{event.code}/join", data={**ENTRY, "key": "k" * 43}, headers=SAME)
        assert "You are in, Ana" in words(page.text)
    assert [player["name"] for player in event.get("/players")] == ["Ana"]


def test_the_same_form_for_another_person_is_another_entry(event: Any) -> None:
    browser = new_browser(event)
    for name in ("Ana", "Ben"):
        data = {**ENTRY, "name": name, "key": "k" * 43}
        page = browser.post(f"/t/{event.code}/join", data=data, headers=SAME)
        assert f"You are in, {name}" in words(page.text)
    assert [player["name"] for player in event.get("/players")] == ["Ana", "Ben"]
    assert "k" * 43 not in page.text


def test_a_guessable_key_never_becomes_a_link(event: Any) -> None:
    browser = new_browser(event)
    browser.post(f"/t/{event.code}/join", data={**ENTRY, "key": "guess"}, headers=SAME)
    assert new_browser(event).get("/p/guess").status_code == 401


def test_everything_wrong_is_told_at_once_and_kept(event: Any) -> None:
    event.player("Ana")
    data = {
        "name": " ",
        "pronouns": "they",
        "corp_identity": "Noise: Hacker Extraordinaire",
        "runner_identity": "zzz",
        "corp_deck": "no deck at all",
    }
    page = new_browser(event).post(f"/t/{event.code}/join", data=data, headers=SAME)
    assert page.status_code == 422
    for field in ("name", "corp_identity", "runner_identity", "corp_deck"):
        assert f'href="#f-{field}"' in page.text
    for typed in ("they", "Noise: Hacker Extraordinaire", "zzz", "no deck at all"):
        assert typed in page.text
    assert len(event.get("/players")) == 1


HEDGES = "Making News\n\n3x Hedge Fund\n"


def test_lists_come_first_and_bring_the_identities(event: Any) -> None:
    browser = new_browser(event)
    form = browser.get(f"/t/{event.code}/join").text
    assert form.index('name="corp_deck"') < form.index('name="corp_identity"')
    data = {"name": "Ana", "corp_deck": HEDGES, "runner_deck": "Noise\n\n3x Sure Gamble\n", "key": "k" * 43}
    joined = browser.post(f"/t/{event.code}/join", data=data, headers=SAME)
    assert joined.status_code == 200
    (player,) = event.get("/players")
    assert player["corp_identity"] == "NBN: Making News"
    assert player["runner_identity"] == "Noise: Hacker Extraordinaire"


def test_what_to_do_and_the_link_come_before_all_that_is_wrong_with_the_decks(event: Any) -> None:
    browser = new_browser(event)
    data = {**ENTRY, "corp_deck": HEDGES, "key": "k" * 43}
    joined = browser.post(f"/t/{event.code}/join", data=data, headers=SAME).text
    todo = "One of your decks is not legal yet. Before your first round it has to be changed"
    assert todo in words(joined)
    decks, change, link = (
        joined.index(part) for part in ("/me/decks", "What to change", "Your personal link")
    )
    assert decks < link < change
    assert todo in words(browser.get(f"/t/{event.code}/me").text)


def test_a_pasted_address_is_answered_with_what_to_do(event: Any) -> None:
    data = {**ENTRY, "corp_deck": "https://example.org/en/decklist/12345/a-deck"}
    page = new_browser(event).post(f"/t/{event.code}/join", data=data, headers=SAME)
    assert page.status_code == 422 and "https://example.org/en/decklist/12345/a-deck" in page.text
    assert "This is a link, and the program looks nothing up. Open it, choose Export" in words(page.text)
    assert event.get("/players") == []


def test_a_phone_with_an_old_link_is_told_why_and_what_to_do(
    event: Any, phone: Callable[[int], Phone]
) -> None:
    player = event.player("Ana")
    old = phone(player)
    event.post(f"/players/{player}/link")
    page = old.get()
    assert page.status_code == 401
    assert "This phone is signed out: the entry was removed, or got a new personal link" in words(page.text)
    assert "ask the organizer, who can enter you or show its QR code" in words(page.text)


def test_joining_twice_with_one_name(event: Any) -> None:
    event.player("Ana")
    page = new_browser(event).post(f"/t/{event.code}/join", data={**ENTRY, "name": "ana"}, headers=SAME)
    assert page.status_code == 409 and "Ana is entered already" in words(page.text)


def test_a_closed_registration_says_whom_to_ask(event: Any) -> None:
    event.http.patch(
        event.path, json={"registration_open": False}, headers={"authorization": f"Bearer {event.token}"}
    )
    page = new_browser(event).get(f"/t/{event.code}/join")
    assert page.status_code == 200 and "The registration is closed" in words(page.text)
    late = new_browser(event).post(f"/t/{event.code}/join", data=ENTRY, headers=SAME)
    assert late.status_code == 409 and 'name="corp_identity"' not in late.text


def test_a_wrong_link_and_a_stranger_are_told_what_to_do(event: Any) -> None:
    assert "ask the organizer for a new one" in words(new_browser(event).get("/p/nonsense").text)
    stranger = new_browser(event).get(f"/t/{event.code}/me")
    assert stranger.status_code == 401 and "open your personal link" in words(stranger.text)


# ---- the auction ----


def test_bids_by_form_and_by_script(pair: tuple[dict[str, Any], Phone, Phone]) -> None:
    table, first, second = pair
    at = f"/bid?table={table['id']}"
    assert "You bid first." in first.shown and f"{table['first']['name']} bids first." in second.shown
    answer = first.post(at, {"version": 0, "side": "corp", "bid": 4})
    assert answer.history[0].status_code == 303 and "Your bid" in words(answer.text)
    assert "4" in second.shown and "3 cards and 3 credits" in second.shown
    part = second.post(at, {"version": 1, "bid": 5}, LIVE)
    assert part.status_code == 200 and part.text.strip().startswith("<div") and "turn" in words(part.text)
    assert first.post(at, {"version": 2, "pass": "1"}).status_code == 200
    assert "A draw is lost by" in first.shown and "A draw is lost by" in second.shown


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"version": "1", "bid": "3"}, 409, "bid 4 or more"),
        ({"version": "1", "bid": "2"}, 409, "bid 4 or more"),
        ({"version": "1", "bid": "11"}, 422, "from 0 to 10"),
        ({"version": "1", "bid": "four"}, 422, "whole number"),
        ({"version": "1", "bid": "4.5"}, 422, "whole number"),
        ({"version": "1"}, 422, "whole number"),
        ({"bid": "4"}, 422, "load the page again"),
        ({"version": "0", "bid": "4"}, 409, "first; your 4 was not placed"),
        ({"version": "1", "bid": "4", "side": "both"}, 422, "Choose a side"),
    ],
)
@pytest.mark.parametrize("headers", [SAME, LIVE], ids=["page", "script"])
def test_a_refused_bid_shows_the_present_state(
    pair: tuple[dict[str, Any], Phone, Phone],
    fields: dict[str, str],
    status: int,
    sentence: str,
    headers: dict[str, str],
) -> None:
    table, first, second = pair
    at = f"/bid?table={table['id']}"
    first.post(at, {"version": 0, "side": "runner", "bid": 3})
    answer = second.post(at, fields, headers)
    assert answer.status_code == status and sentence in words(answer.text)
    assert "Your turn." in words(answer.text) and ("<html" in answer.text) is (headers is SAME)
    assert len(second.event.get(f"/tables/{table['id']}", second.event.token)["auction"]["bids"]) == 1


def test_out_of_turn_and_at_another_table(
    pair: tuple[dict[str, Any], Phone, Phone], event: Any, phone: Callable[[int], Phone]
) -> None:
    table, _, second = pair
    at = f"/bid?table={table['id']}"
    early = second.post(at, {"version": 0, "side": "corp", "bid": 1})
    assert early.status_code == 409 and "opponent's turn" in words(early.text)
    stranger = phone(event.player("Cleo"))
    refused = stranger.post(at, {"version": 0, "side": "corp", "bid": 1})
    assert refused.status_code == 403 and "Only the two players" in words(refused.text)
    assert "You are not paired in round 1" in words(refused.text)


def test_a_phone_that_slept_through_a_round_does_nothing_in_the_next(
    pair: tuple[dict[str, Any], Phone, Phone], event: Any
) -> None:
    table, first, _ = pair
    event.settle(table)
    event.finish(table)
    event.post("/rounds/1/close")
    event.start_round()
    late = first.post(f"/bid?table={table['id']}", {"version": 0, "side": "corp", "bid": 9})
    assert late.status_code == 409 and "Round 1 is not being played" in words(late.text)


def test_who_bids_is_at_the_table(pair: tuple[dict[str, Any], Phone, Phone], event: Any) -> None:
    table, first, second = pair
    assert "I am at the table" in first.shown and "has not checked in yet." in second.shown
    first.post(f"/bid?table={table['id']}", {"version": "0", "side": "corp", "bid": "2"})
    assert "I am at the table" not in first.shown and "has not checked in yet." in first.shown
    name = table["first"]["name"]
    assert f"{name} is at the table." in second.shown and f"{name} has no phone?" not in second.shown


def test_a_bidding_held_aloud_counts_when_both_say_the_same(
    pair: tuple[dict[str, Any], Phone, Phone],
) -> None:
    table, first, second = pair
    at, winner = f"/settlement?table={table['id']}", table["second"]["player_id"]
    incomplete = first.post(at, {"winner": winner, "side": "corp"})
    assert incomplete.status_code == 422 and "whole number from 0 to 10" in words(incomplete.text)
    assert f'value="{winner}" checked' in incomplete.text
    first.post(at, {"winner": winner, "side": "corp", "bid": 5})
    assert f"You entered: {table['second']['name']} won the bid with 5 on Corp" in first.shown
    assert "Is that how you bid?" in second.shown
    second.post(at, {"winner": winner, "side": "corp", "bid": 4})
    assert "Is that how you bid?" in first.shown
    first.post(at, {"winner": winner, "side": "corp", "bid": 4})
    assert "who won the bid with 4" in first.shown


def test_a_silent_phone_is_told_to_the_other(
    pair: tuple[dict[str, Any], Phone, Phone], timepiece: Any
) -> None:
    table, first, second = pair
    first.post(f"/bid?table={table['id']}", {"version": 0, "side": "corp", "bid": 1})
    second.get("/fragment")
    assert "offline since" not in first.shown
    timepiece.pass_time(seconds=59)
    assert "offline since" not in first.shown
    timepiece.pass_time(seconds=2)
    assert f"{table['second']['name']}’s phone is offline since 10:00." in first.shown
    second.get("/fragment")
    assert "offline since" not in first.shown


# ---- the result ----


def test_report_and_confirm(pair: tuple[dict[str, Any], Phone, Phone], event: Any) -> None:
    table, first, second = pair
    event.settle(table)
    at = f"/result?table={table['id']}"
    report = {"outcome": "corp", "ending": "agenda", "corp_points": "7", "runner_points": "3"}
    first.post(at, report)
    assert "You reported" in first.shown and "Is that right? Your word makes it final." in second.shown
    # Who says that it is not right chooses himself; a slip must not confirm it.
    chosen = re.findall(r'<input type="radio" name="outcome"[^>]* checked', second.get().text)
    assert not chosen and re.search(r'name="outcome"[^>]* checked', first.get().text)
    second.post(at, report)
    corp = table["first"]["name"]
    assert f"{corp} won as Corp, 7–3 by agenda points." in second.shown
    assert event.get(f"/tables/{table['id']}")["result"]["final"]


def test_agenda_points_below_zero_are_a_score(pair: tuple[dict[str, Any], Phone, Phone], event: Any) -> None:
    table, first, second = pair
    event.settle(table)
    fields = re.findall(r'<input [^>]*name="(?:corp|runner)_points"[^>]*>', first.get().text)
    assert len(fields) == 2
    # The numeric keypad of some phones has no minus.
    assert all('min="-20"' in field and "inputmode" not in field for field in fields)
    at, report = f"/result?table={table['id']}", {"outcome": "corp", "ending": "agenda"}
    answer = first.post(at, {**report, "corp_points": "7", "runner_points": "-21"}, LIVE)
    assert answer.status_code == 422 and "Agenda points go from -20 to 20" in words(answer.text)
    first.post(at, {**report, "corp_points": "7", "runner_points": "-2"})
    second.post(at, {**report, "corp_points": "7", "runner_points": "-2"})
    assert f"{table['first']['name']} won as Corp, 7 to −2 by agenda points." in second.shown
    assert event.get(f"/tables/{table['id']}")["result"]["runner_points"] == -2


def test_two_different_reports_are_the_organizers(
    pair: tuple[dict[str, Any], Phone, Phone], event: Any
) -> None:
    table, first, second = pair
    event.settle(table)
    at = f"/result?table={table['id']}"
    first.post(at, {"outcome": "corp", "ending": "agenda"})
    second.post(at, {"outcome": "draw", "ending": "time"})
    assert "Your reports differ. The organizer comes to your table and decides." in first.shown
    assert "is right" in second.shown
    second.post(at, {"outcome": "corp", "ending": "agenda"})
    assert event.get(f"/tables/{table['id']}")["state"] == "done"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"ending": "time"}, "Say who won"),
        ({"outcome": "runner", "ending": "flatline"}, "A flatline is won by the Corp"),
        ({"outcome": "corp", "ending": "agenda", "corp_points": "x"}, "whole numbers"),
        (
            {"outcome": "corp", "ending": "agenda", "corp_points": "3", "runner_points": "7"},
            "the winner has more agenda points",
        ),
    ],
)
def test_a_refused_report_keeps_what_was_typed(
    pair: tuple[dict[str, Any], Phone, Phone], event: Any, fields: dict[str, str], sentence: str
) -> None:
    table, first, _ = pair
    event.settle(table)
    answer = first.post(f"/result?table={table['id']}", fields, LIVE)
    assert answer.status_code == 422 and sentence in words(answer.text)
    for name, typed in fields.items():
        found = re.search(rf'name="{name}"[^>]*value="{re.escape(typed)}"[^>]*>', answer.text)
        assert found, name
        if name in ("outcome", "ending"):
            assert "checked" in found[0]
    assert event.get(f"/tables/{table['id']}", event.token)["reports"] == []


def test_a_forfeit_before_anybody_bid_is_told_to_both(
    pair: tuple[dict[str, Any], Phone, Phone], event: Any
) -> None:
    table, first, second = pair
    winner = table["second"]["player_id"]
    walkover = {"outcome": "runner", "ending": "forfeit", "winner_id": winner}
    event.post(f"/tables/{table['id']}/result", walkover)
    for each in (first, second):
        assert f"{table['second']['name']} won by forfeit, no game." in each.shown


def test_no_result_before_the_sides_are_settled(pair: tuple[dict[str, Any], Phone, Phone]) -> None:
    table, first, _ = pair
    answer = first.post(f"/result?table={table['id']}", {"outcome": "corp"})
    assert answer.status_code == 409 and "The sides are not settled yet" in words(answer.text)


# ---- between the rounds ----


def test_the_page_through_an_event(event: Any, phone: Callable[[int], Phone], timepiece: Any) -> None:
    ids = [event.player(name) for name in ("Ana", "Ben", "Cleo")]
    shown = event.start_round()
    bye = next(table for table in shown["tables"] if table["bye"])
    table = next(table for table in shown["tables"] if not table["bye"])
    assert "You have a bye" in phone(bye["first"]["player_id"]).shown
    player = phone(table["first"]["player_id"])
    player.post(f"/check-in?table={table['id']}")
    assert "You are checked in." in player.shown
    event.settle(table)
    event.finish(table)
    assert "Your result is in." in player.shown
    event.post("/rounds/1/close")
    assert (
        "Round 1 is over. The organizer pairs round 2 next." in player.shown and "of 3 with" in player.shown
    )
    late = phone(event.player("Dan"))
    event.start_round()
    assert "Sit down at table" in late.shown
    assert len(ids) == 3


def test_the_cut_says_who_is_in_it(event: Any, phone: Callable[[int], Phone]) -> None:
    ids = [event.player(name) for name in ("Ana", "Ben", "Cleo", "Dan")]
    for table in event.start_round()["tables"]:
        event.settle(table)
        event.finish(table)
    event.post("/rounds/1/close")
    one, two, *others = [row["player_id"] for row in event.get("/standings")["rows"]]
    event.post("/cut", {"kind": "single", "size": 2}, status=201)
    assert "You are in the cut, as seed 2." in phone(two).shown
    assert all("You are not in the cut." in phone(other).shown for other in others) and one in ids
    (final,) = event.post("/rounds/2/publish")["tables"]
    assert "Round 2 (final), table 1" in phone(two).shown
    event.settle(final)
    event.finish(final, "corp" if final["first"]["player_id"] == two else "runner")
    assert "You won the cut. Your result is in." in phone(two).shown
    event.post("/rounds/2/close")
    assert "You won the cut." in phone(two).shown and "1st of 4 with" in phone(two).shown
    assert "You are out of the cut, on place 2." in phone(one).shown and "2nd of 4 with" in phone(one).shown
    event.post("/finish")
    assert "1st of 4" in phone(two).shown and "2nd of 4" in phone(one).shown


def test_calling_a_judge_and_taking_it_back(pair: tuple[dict[str, Any], Phone, Phone]) -> None:
    _, first, second = pair
    first.post("/call", {"text": "a ruling, please"})
    assert "You called a judge at 10:00." in first.shown and "a ruling, please" in first.shown
    assert "You called" not in second.shown
    first.post("/call/end")
    assert "You called" not in first.shown


def test_leaving_is_asked_once_more_and_undone(pair: tuple[dict[str, Any], Phone, Phone]) -> None:
    _, first, _ = pair
    assert "Leave the event?" in words(first.get("/drop").text)
    first.post("/drop")
    assert "You dropped" in first.shown
    first.post("/return")
    assert "You dropped" not in first.shown


# ---- decks and entry ----


def test_a_deck_is_handed_in_and_judged(event: Any, phone: Callable[[int], Phone]) -> None:
    player = phone(event.player("Ana"))
    assert "Corp not handed in" in player.shown
    page = player.post("/decks/corp", {"corp_deck": "NBN: Making News\n3x Hedge Fund\n"})
    assert "Your Corp deck is handed in." in words(page.text) and "Not legal" in words(page.text)
    assert (
        "What to change Corp NBN: Making News Add 42 cards, agendas worth 20 or 21 points among them, "
        "to reach 45."
    ) in words(page.text)
    assert "not legal" in player.shown


@pytest.mark.parametrize(
    ("deck", "status", "sentence"),
    [
        ("", 422, "Paste your Corp deck"),
        ("nothing of a deck", 422, ""),
        ("Noise: Hacker Extraordinaire\n3x Sure Gamble", 422, "This is a Runner deck"),
        ("x" * 20_001, 413, "up to 20 kB are kept"),
    ],
    ids=["empty", "unreadable", "other side", "too large"],
)
def test_a_refused_deck_stays_in_its_field(
    event: Any, phone: Callable[[int], Phone], deck: str, status: int, sentence: str
) -> None:
    player = phone(event.player("Ana"))
    page = player.post("/decks/corp", {"corp_deck": deck})
    assert page.status_code == status and sentence in words(page.text)
    assert 'href="#f-corp_deck"' in page.text and deck in page.text


def test_locked_decks_say_so_before_anybody_types(
    pair: tuple[dict[str, Any], Phone, Phone],
) -> None:
    _, first, _ = pair
    page = first.get("/decks")
    assert "Decks are locked since round 1" in words(page.text) and "<textarea" not in page.text
    late = first.post("/decks/corp", {"corp_deck": "NBN: Making News\n3x Hedge Fund"})
    assert late.status_code == 409 and "3x Hedge Fund" in late.text


def test_an_entry_is_changed_until_the_event_begins(event: Any, phone: Callable[[int], Phone]) -> None:
    ana = event.player("Ana")
    event.player("Ben")
    player = phone(ana)
    page = player.post("/entry", {"name": "Ana Maria", "pronouns": "she/her", "corp_identity": "Skorpios"})
    assert "Your entry is changed." in words(page.text)
    assert event.get(f"/players/{ana}")["corp_identity"].startswith("Skorpios")
    taken = player.post("/entry", {"name": "ben"})
    assert taken.status_code == 409 and 'href="#f-name"' in taken.text and 'value="ben"' in taken.text
    unknown = player.post("/entry", {"runner_identity": "zzz"})
    assert unknown.status_code == 422 and 'href="#f-runner_identity"' in unknown.text
