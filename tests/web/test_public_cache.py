"""Public answers from memory over HTTP: equal to rendered ones, never old, never for somebody else."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from app.web.app import create_app
from app.web.cache.response_cache import Published
from app.web.requester import PLAYER_COOKIE

PAGES = ("", "/pairings", "/pairings?by=name", "/rounds/1", "/standings", "/standings?round=1", "/bracket")
PAGES += ("/wall", "/wall?show=standings&page=1", "/players/1", "/pool", "/statistics")
PARTS = ("/standings", "/rounds/1", "/rounds", "/players", "/players/1", "/tables/1", "/statistics")
PARTS += ("/export/nrtm.json", "/export/standings.csv", "/export/pairings.csv")
LIVE = {"x-requested-with": "live"}


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The keys of what was rendered into memory so far."""
    keys: list[Any] = []
    keep = Published._keep
    monkeypatch.setattr(Published, "_keep", lambda self, key, held: (keys.append(key), keep(self, key, held)))
    return keys


@pytest.fixture
def played(event: Any) -> Any:
    """Four players, one closed round, the second one published."""
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        event.player(name)
    for table in event.start_round()["tables"]:
        event.settle(table)
        event.finish(table)
    event.post("/rounds/1/close")
    event.start_round()
    return event


def addresses(event: Any) -> list[str]:
    return [f"/t/{event.code}{page}" for page in PAGES] + [f"{event.path}{part}" for part in PARTS]


def test_an_answer_is_rendered_once_and_then_the_same(played: Any, rendered: list[Any]) -> None:
    for address in addresses(played):
        first, second, third = (played.http.get(address) for _ in range(3))
        assert first.status_code == 200, address
        assert first.content == second.content == third.content
        assert first.headers["etag"] == third.headers["etag"]
        assert third.headers["cache-control"] == "no-cache"
        assert third.headers["content-type"] == first.headers["content-type"]
        assert "default-src 'none'" in third.headers["content-security-policy"]
    assert len(rendered) == len(set(rendered)) == len(addresses(played))


def test_who_has_the_answer_is_told_so(played: Any) -> None:
    address = f"/t/{played.code}/standings"
    etag = played.http.get(address).headers["etag"]
    for told in (etag, f'"other", W/{etag}', "*"):
        answer = played.http.get(address, headers={"if-none-match": told})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
    assert played.http.get(address, headers={"if-none-match": '"other"'}).status_code == 200
    player = next(iter(played.tokens))
    played.post(f"/players/{player}/drop")
    changed = played.http.get(address, headers={"if-none-match": etag})
    assert changed.status_code == 200 and "(dropped)" in changed.text


def test_a_change_is_seen_at_once(played: Any) -> None:
    address = f"/t/{played.code}/pairings?by=table"
    table = played.get("/rounds/2")["tables"][0]
    before = [played.http.get(address).text for _ in range(2)][1]
    played.settle(table, bid=7)
    after = played.http.get(address).text
    assert " bid 7 on Corp" not in before and " bid 7 on Corp" in after
    played.finish(table)
    assert " won as Corp" in played.http.get(address).text
    assert played.http.get(f"{played.path}/standings").json()["after_round"] == 1
    for each in played.get("/rounds/2")["tables"][1:]:
        played.settle(each)
        played.finish(each)
    played.post("/rounds/2/close")
    assert played.http.get(f"{played.path}/standings").json()["after_round"] == 2


def test_bids_leave_the_pages_as_they_are(played: Any, rendered: list[Any]) -> None:
    address = f"/t/{played.code}/standings"
    played.http.get(address)
    table = played.get("/rounds/2")["tables"][0]
    count = len(rendered)
    played.post(
        f"/tables/{table['id']}/bids",
        {"version": 0, "side": "corp", "bid": 3},
        played.token_at(table, "first"),
    )
    played.http.get(address)
    assert len(rendered) == count


def test_theme_part_and_query_have_answers_of_their_own(played: Any, rendered: list[Any]) -> None:
    address = f"/t/{played.code}/standings"
    whole, part = played.http.get(address), played.http.get(address, headers=LIVE)
    dark = played.http.get(address, headers={"cookie": "theme=dark"})
    assert "<html" in whole.text and "<html" not in part.text
    assert 'data-theme="dark"' in dark.text and 'data-theme="dark"' not in whole.text
    assert len({whole.headers["etag"], part.headers["etag"], dark.headers["etag"]}) == 3
    assert played.http.get(address, headers=LIVE).text == part.text
    assert len(rendered) == 3
    for query in ("?round=1", "?nonsense=1", "?nonsense=2"):
        assert played.http.get(address + query).status_code == 200
    assert len(rendered) == 4, "what the page does not read makes no new answer"


def test_a_player_and_the_staff_get_pages_of_their_own(played: Any, rendered: list[Any]) -> None:
    address = f"/t/{played.code}/pairings?by=table"
    public = [played.http.get(address).text for _ in range(2)][1]
    token = next(iter(played.tokens.values()))
    count = len(rendered)
    for headers in (
        {"authorization": f"Bearer {token}"},
        {"authorization": f"Bearer {played.token}"},
        {"cookie": f"{PLAYER_COOKIE}=nobody-knows"},
    ):
        answer = played.http.get(address, headers=headers)
        assert answer.status_code == 200
        if "cookie" not in headers:
            assert "etag" not in answer.headers and answer.text != public
            assert answer.headers["cache-control"] == "no-store"
    assert len(rendered) == count
    again = played.http.get(address)
    assert "(you)" not in again.text and "/desk" not in again.text


def test_one_page_is_made_for_visitors_players_and_the_staff(played: Any, rendered: list[Any]) -> None:
    """Each sees the own row and ways, and what the page says of its version."""
    key, other = list(played.tokens.values())[:2]
    readers = {"visitor": None, "Ana": key, "Ben": other, "staff": played.token}
    headers = {who: {"authorization": f"Bearer {each}"} if each else {} for who, each in readers.items()}
    table = played.get("/rounds/2")["tables"][0]
    bid = {"version": 0, "side": "corp", "bid": 3}
    played.post(f"/tables/{table['id']}/bids", bid, played.token_at(table, "first"))
    version = played.get(token=played.token)["version"]
    for page in ("/pairings?by=table", "/pairings?by=name", "/standings", "", "/bracket", "/players/1"):
        count = len(rendered)
        shown = {
            who: played.http.get(f"/t/{played.code}{page}", headers=headers[who]).text for who in readers
        }
        assert len(rendered) == count + 1, page
        ways = {
            who: re.findall(rf'href="/t/{played.code}([/\w]*)"[^>]*>([^<]+)</a></li>', text)
            for who, text in shown.items()
        }
        assert [label for _, label in ways["visitor"]] == ["Event", "Pairings", "Standings", "Join"], page
        assert [label for _, label in ways["Ana"]] == ["My table", "My decks", "Pairings", "Standings"]
        assert [label for _, label in ways["staff"]] == ["Event", "Pairings", "Standings", "Join", "Desk"]
        told = {who: re.findall(r'data-version="(\d+)"', text) for who, text in shown.items()}
        assert told["Ana"] == told["staff"] == [str(version)] and told["visitor"] == [str(version - 1)]
    own = re.compile(r'<tr class="mine">.*?</tr>', re.DOTALL)
    for page in ("/pairings?by=table", "/pairings?by=name", "/standings"):
        shown = {
            who: played.http.get(f"/t/{played.code}{page}", headers=headers[who]).text for who in readers
        }
        for who, name in (("Ana", "Ana"), ("Ben", "Ben")):
            (row,) = own.findall(shown[who])
            assert re.search(rf"<bdi>{name}</bdi>\s*<small>\(you\)", row.replace("</a>", "")), (
                page,
                row,
            )
        assert not own.findall(shown["visitor"]) and not own.findall(shown["staff"])
    assert shown["Ana"].count("(you)") == shown["Ana"].count(" <small>(you)") == 1


def test_a_page_for_one_person_is_packed_from_the_same_pieces(played: Any) -> None:
    key = next(iter(played.tokens.values()))
    address, signed = f"/t/{played.code}/standings", {"authorization": f"Bearer {key}"}
    plain = played.http.get(address, headers=signed | {"accept-encoding": "identity"})
    packed = played.http.get(address, headers=signed | {"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.text == plain.text and "(you)" in packed.text
    assert int(packed.headers["content-length"]) * 3 < len(plain.content)


def test_names_searched_for_are_marked_too(played: Any) -> None:
    key = next(iter(played.tokens.values()))
    address = f"/t/{played.code}/standings?q=an"
    mine = played.http.get(address, headers={"authorization": f"Bearer {key}"}).text
    assert "<bdi>Ana</bdi>" in mine and "<bdi>Dan</bdi>" in mine and "<bdi>Ben</bdi>" not in mine
    assert mine.count("(you)") == mine.count(" <small>(you)") == 1
    assert "(you)" not in played.http.get(address).text


def test_a_draft_is_shown_to_nobody_by_memory(played: Any) -> None:
    for table in played.get("/rounds/2")["tables"]:
        played.settle(table)
        played.finish(table)
    played.post("/rounds/2/close")
    played.post("/rounds", {"expected_number": 3}, status=201)
    staff = {"authorization": f"Bearer {played.token}"}
    assert played.http.get(f"{played.path}/rounds/3", headers=staff).status_code == 200
    for _ in range(2):
        assert played.http.get(f"{played.path}/rounds/3").status_code == 404
    played.post("/rounds/3/publish")
    assert played.http.get(f"{played.path}/rounds/3").status_code == 200
    played.post("/rounds/3/withdraw")
    assert played.http.get(f"{played.path}/rounds/3").status_code == 404


def test_a_running_clock_is_at_most_a_second_old(played: Any, timepiece: Any) -> None:
    played.post("/rounds/2/clock", {"action": "start"})
    address = f"{played.path}/rounds/2"

    def remaining() -> int:
        return int(played.http.get(address).json()["clock"]["remaining_seconds"])

    assert [remaining(), remaining()] == [2400, 2400]
    timepiece.pass_time(seconds=0.5)
    assert remaining() == 2400
    timepiece.pass_time(seconds=2)
    assert remaining() == 2398
    page = f"/t/{played.code}/pairings?by=table"
    assert "39:58" in played.http.get(page).text
    timepiece.pass_time(minutes=1)
    assert "38:58" in played.http.get(page).text


def test_two_processes_never_show_what_the_other_changed_since(
    played: Any, tmp_path: Path, timepiece: Any
) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'event.sqlite3'}", environment="development")
    address = f"/t/{played.code}/standings"
    with TestClient(create_app(settings, now=timepiece), base_url="http://testserver") as other:
        for _ in range(2):
            assert "Anna" not in other.get(address).text
        player = next(iter(played.tokens))
        changed = played.http.patch(
            f"{played.path}/players/{player}",
            json={"name": "Anna"},
            headers={"authorization": f"Bearer {played.token}"},
        )
        assert changed.status_code == 200
        assert "Anna" in other.get(address).text, "nobody told this process"


def test_nothing_public_moves_by_a_bid(played: Any) -> None:
    """Neither the version in the JSON, nor that of a page, nor an ETag tells that somebody bid."""
    http = played.http

    def seen() -> list[Any]:
        pages = [http.get(f"/t/{played.code}{page}") for page in ("", "/pairings", "/wall?show=standings")]
        shown = [re.findall(r'data-version="(\d+)"', page.text) for page in pages]
        return [http.get(played.path).json()["version"], *shown]

    before, moves = seen(), played.get("", played.token)["version"]
    assert before == [before[0], *[[str(before[0])]] * 3]
    for table in played.get("/rounds/2")["tables"]:
        bid = {"version": 0, "side": "corp", "bid": 3}
        played.post(f"/tables/{table['id']}/bids", bid, played.token_at(table, "first"))
    http.cookies.clear()
    http.app.state.context.published._held.clear()  # rendered anew it is the same
    assert seen() == before
    assert played.get("", played.token)["version"] == moves + 2, "the staff is told of every command"
    played.post("/announcements", {"text": "Pizza is here"}, status=201)
    assert seen()[0] > before[0]


def test_an_export_keeps_its_name_in_memory(played: Any) -> None:
    for _ in range(2):
        answer = played.http.get(f"{played.path}/export/nrtm.json")
        assert answer.headers["content-disposition"] == f'attachment; filename="{played.code}-nrtm.json"'
    assert "content-disposition" not in played.http.get(f"{played.path}/standings").headers


def test_the_wall_of_another_host_is_kept_for_that_host(played: Any, rendered: list[Any]) -> None:
    path = f"/t/{played.code}/wall?show=join"
    for host in ("hall.example", "other.example", "hall.example"):
        page = played.http.get(path, headers={"host": host}).text
        assert f"http://{host}/{played.code}" in page
        assert page.count("example") == page.count(host)
    assert len(rendered) == 2


def test_the_wall_keeps_few_of_its_pages(played: Any, rendered: list[Any]) -> None:
    for number in (-1, 100, 10**6):
        for _ in range(2):
            assert played.http.get(f"/t/{played.code}/wall?page={number}").status_code == 200
    assert rendered == []


def test_an_unknown_event_stays_unknown(http: TestClient) -> None:
    for _ in range(2):
        assert http.get("/t/ZZZZZ/standings").status_code == 404


def test_a_kept_answer_is_named_by_its_route_in_the_log(
    played: Any, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"/t/{played.code}/standings"
    played.http.get(address)
    with caplog.at_level("INFO", logger="app.requests"):
        played.http.get(address)
    assert any("/t/{code}/standings" in record.getMessage() for record in caplog.records)


@pytest.fixture(autouse=True)
def _anonymous(http: TestClient) -> Iterator[None]:
    """No cookie of one request is sent with the next."""
    http.cookies.clear()
    yield
    http.cookies.clear()
