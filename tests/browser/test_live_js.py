"""live.js in a real browser, on a small page of its own: nothing a reader does is lost by a live update."""

import re
import socket
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path
from typing import Annotated, Any

import pytest
import uvicorn
from fastapi import Depends, FastAPI, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from playwright.sync_api import BrowserContext, Page, expect

from app.live.hub import Hub
from app.live.notices import Notice
from app.web.server.serving import LiveServer
from app.web.streams import LiveResponse, OpenStream, event_stream, open_stream
from app.web.templating import environment

STATIC = Path(__file__).parents[2] / "app" / "web" / "static"
PAGE = """<!doctype html><html lang="en"><title>Table 12</title>
<script type="module" src="/static/fetching.js"></script>
<script type="module" src="/static/live.js"></script>
<body data-live="/live" data-version="{version}">
{words}
<span data-live-badge data-state="off"><i></i><span data-live-text><a href="/">Load again</a></span></span>
{fragments}{extra}</body></html>"""
TOPICS = {"turn": "table/12 clock", "note": "table/*", "bid": "table/12", "hall": "round"}


@dataclass
class Hall:
    """A server that can be stopped and started on its port, and the few facts its page shows."""

    version: int = 7
    high: int = 3
    my_turn: bool = False
    note: str = "first"
    extra: str = ""
    ahead: timedelta = timedelta()
    slow_fragments: float = 0.0
    slow_posts: float = 0.0
    fetched: Counter[str] = field(default_factory=Counter)
    posted: list[dict[str, str]] = field(default_factory=list)
    hub: Hub = field(default_factory=Hub)
    url: str = ""
    _port: int = 0
    _server: LiveServer | None = None
    _thread: threading.Thread | None = None

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def change(self, *topics: str, **facts: Any) -> None:
        """Change facts as a command does, and tell the topics if the server is up."""
        for name, value in facts.items():
            setattr(self, name, value)
        self.version += 1
        self.hub.publish(Notice(1, self.version, frozenset(topics)))

    def start(self) -> None:
        self.hub = Hub()
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self._port))
        self._port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self._server = LiveServer(uvicorn.Config(app_of(self), log_level="warning"))
        self._thread = threading.Thread(target=self._server.run, args=([listener],))
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        if self._server and self._thread:
            self._server.should_exit = True
            self._thread.join(10)
            assert not self._thread.is_alive()
            self._server = self._thread = None

    def content(self, name: str) -> str:
        """What a fragment holds now."""
        if name == "turn":
            mine = "<b data-my-turn>Your turn.</b>" if self.my_turn else ""
            return (
                f"<p>High bid <b>{self.high}</b></p>{mine}<details><summary>Bids</summary>all</details>"
                '<button name="look" value="1">Look</button> <a href="#up">Up</a>'
                '<div id="log" style="height:40px;overflow:auto">'
                f'<p style="height:400px">{self.high}</p></div>'
            )
        if name == "note":
            return (
                '<form method="post" action="/note" data-live-form>'
                f'<input name="note" value="{escape(self.note)}"> '
                '<input type="hidden" name="action" value="add">'
                "<select name=mood><option>calm<option>glad</select><button>Save</button></form>"
                f"<i>{self.high}</i>"
            )
        if name == "bid":
            numbers = "".join(
                f'<label><input type="radio" name="bid" value="{n}">{n}</label>'
                for n in range(self.high + 1, 8)
            )
            return (
                f'<form method="post" action="/bids" data-live-form>{numbers}'
                f'<button name="side" value="corp">Bid</button></form><p>at {self.high}</p>'
            )
        return f"<p>Round of version {self.version}</p>"


def app_of(hall: Hall) -> FastAPI:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        yield {"hub": hall.hub}

    app = FastAPI(lifespan=lifespan)
    app.mount("/static", StaticFiles(directory=STATIC))

    @app.get("/")
    def page() -> HTMLResponse:
        fragments = "".join(
            f'<section id="{name}" data-fragment="/part/{name}" data-topics="{topics}"'
            f"{' data-replace=always' if name == 'bid' else ''}>{hall.content(name)}</section>"
            for name, topics in TOPICS.items()
        )
        words = environment().get_template("components/page.html").module.script_words()
        html = PAGE.format(version=hall.version, words=words, fragments=fragments, extra=hall.extra)
        # Styles are free here: the sections above have some of their own.
        policy = "default-src 'self'; style-src 'unsafe-inline'"
        return HTMLResponse(html, headers={"Content-Security-Policy": policy})

    @app.get("/favicon.ico")
    def icon() -> Response:
        return Response(status_code=204)

    @app.get("/part/{name}")
    def part(name: str, request: Request) -> HTMLResponse:
        hall.fetched[name] += 1
        assert request.headers["x-requested-with"] == "live"
        content = hall.content(name)
        time.sleep(hall.slow_fragments)
        return HTMLResponse(content)

    @app.post("/note")
    def save(note: Annotated[str, Form()]) -> HTMLResponse:
        hall.posted.append({"note": note})
        hall.change("table/12", note=note)
        return HTMLResponse(hall.content("note"))

    @app.post("/bids")
    def bid(bid: Annotated[int, Form()], side: Annotated[str, Form()]) -> HTMLResponse:
        hall.posted.append({"bid": str(bid), "side": side})
        time.sleep(hall.slow_posts)
        hall.change("table/12", high=bid)
        return HTMLResponse(hall.content("bid"))

    @app.post("/leave")
    def leave() -> RedirectResponse:
        return RedirectResponse("/left", 303)

    @app.get("/left")
    def left() -> HTMLResponse:
        return HTMLResponse("<!doctype html><title>Left</title><h1>You left</h1>")

    async def opened() -> AsyncIterator[OpenStream]:
        async with open_stream(hall.hub, 1, {"table/12", "clock", "round"}, lambda: hall.version) as stream:
            yield stream

    @app.get("/live", response_class=LiveResponse)
    async def live(stream: Annotated[OpenStream, Depends(opened)]) -> LiveResponse:
        return LiveResponse(event_stream(stream, None, hall.now))

    return app


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    hall.start()
    yield hall
    hall.stop()


@pytest.fixture
def visit(hall: Hall, new_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    def go(**options: Any) -> Page:
        page = new_context(base_url=hall.url, **options).new_page()
        page.goto("/")
        expect(page.locator("[data-live-badge]")).to_have_attribute("data-state", "live")
        return page

    return go


def high_bid(page: Page, number: int) -> None:
    expect(page.locator("#turn b").first).to_have_text(str(number))


def test_a_change_reaches_the_fragments_that_ask_for_its_topic_and_no_others(
    hall: Hall, visit: Callable[..., Page]
) -> None:
    page = visit()
    expect(page.locator("[data-live-text]")).to_have_text("live")
    assert hall.fetched == {}
    hall.change("table/12", high=4)
    high_bid(page, 4)
    expect(page.locator("#bid p")).to_have_text("at 4")
    expect(page.locator("#note i")).to_have_text("4")
    assert hall.fetched == {"turn": 1, "note": 1, "bid": 1}
    hall.change("clock", high=5)
    high_bid(page, 5)
    expect(page.locator("#note i")).to_have_text("4")
    hall.change("*")
    expect(page.locator("#hall p")).to_have_text(f"Round of version {hall.version}")


def test_what_changed_between_the_page_and_its_stream_is_fetched(
    hall: Hall, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(base_url=hall.url).new_page()

    def later(route: Any) -> None:
        hall.change("table/12", high=6)
        route.continue_()

    page.route("**/live", later)
    page.goto("/")
    high_bid(page, 6)


def test_an_unchanged_fragment_is_not_touched(hall: Hall, visit: Callable[..., Page]) -> None:
    hall.extra = "<p data-updated></p>"
    page = visit()
    page.evaluate("document.querySelector('#turn p').mine = true")
    hall.change("clock")
    expect(page.locator("[data-updated]")).not_to_be_empty()
    assert page.evaluate("document.querySelector('#turn p').mine")


@pytest.mark.parametrize(
    ("selector", "is_it"),
    [
        pytest.param("#turn button", "one => one.name === 'look'", id="a button by name and value"),
        pytest.param("#turn a", "one => one.getAttribute('href') === '#up'", id="a link by its address"),
        pytest.param("#turn summary", "one => one.textContent === 'Bids'", id="a summary by its words"),
        pytest.param("#bid [value='6']", "one => one.value === '6'", id="a radio button by its value"),
    ],
)
def test_the_focus_stays(hall: Hall, visit: Callable[..., Page], selector: str, is_it: str) -> None:
    page = visit()
    page.locator(selector).focus()
    hall.change("table/12", high=4)
    high_bid(page, 4)
    expect(page.locator("#bid p")).to_have_text("at 4")
    assert page.evaluate(f"({is_it})(document.activeElement)")


def test_focus_on_something_that_went_moves_to_its_fragment(hall: Hall, visit: Callable[..., Page]) -> None:
    page = visit()
    page.locator("#bid [value='4']").focus()
    hall.change("table/12", high=4)
    expect(page.locator("#bid p")).to_have_text("at 4")
    assert page.evaluate("document.activeElement.id") == "bid"


def test_opened_details_and_scrolled_boxes_stay(hall: Hall, visit: Callable[..., Page]) -> None:
    page = visit()
    page.locator("#turn summary").click()
    page.evaluate("document.getElementById('log').scrollTop = 120")
    hall.change("clock", high=5)
    high_bid(page, 5)
    assert page.evaluate("document.querySelector('#turn details').open")
    assert page.evaluate("document.getElementById('log').scrollTop") == 120


def test_a_form_being_edited_is_left_alone_and_says_so(hall: Hall, visit: Callable[..., Page]) -> None:
    page = visit()
    page.locator("[name=note]").fill("half a thou")
    hall.change("table/12", note="second")
    expect(page.locator("#note [role=alert]")).to_contain_text("changed meanwhile")
    expect(page.locator("[name=note]")).to_have_value("half a thou")
    expect(page.locator("[name=note]")).to_be_focused()
    page.get_by_role("button", name="Show what is new").click()
    expect(page.locator("[name=note]")).to_have_value("second")
    expect(page.locator("#note [role=alert]")).to_have_count(0)


@pytest.mark.parametrize("selector", ["[name=note]", "[name=mood]"])
def test_a_form_left_unchanged_catches_up_by_itself(
    hall: Hall, visit: Callable[..., Page], selector: str
) -> None:
    page = visit()
    page.locator(selector).focus()
    hall.change("table/12", note="second", high=4)
    expect(page.locator("#note [role=alert]")).to_be_visible()
    page.locator("#turn button").focus()
    expect(page.locator("[name=note]")).to_have_value("second")


def test_a_choice_in_a_list_counts_as_editing(hall: Hall, visit: Callable[..., Page]) -> None:
    page = visit()
    page.locator("[name=mood]").select_option("glad")
    page.locator("#turn button").focus()
    hall.change("table/12", high=4)
    expect(page.locator("#note [role=alert]")).to_be_visible()
    expect(page.locator("[name=mood]")).to_have_value("glad")


def test_a_form_that_may_be_illegal_now_is_always_replaced(hall: Hall, visit: Callable[..., Page]) -> None:
    page = visit()
    page.locator("#bid [value='4']").check()
    hall.change("table/12", high=4)
    expect(page.locator("#bid p")).to_have_text("at 4")
    expect(page.locator("#bid [value='4']")).to_have_count(0)


def test_a_form_is_sent_once_by_a_double_tap_and_its_answer_shown(
    hall: Hall, visit: Callable[..., Page]
) -> None:
    hall.slow_posts = 0.4
    page = visit()
    page.locator("#bid [value='5']").check()
    page.evaluate(
        "const button = document.querySelector('#bid button');"
        "button.click(); button.form.requestSubmit(button); setTimeout(() => button.click(), 50)"
    )
    expect(page.locator("#bid button")).to_be_disabled()
    expect(page.locator("#bid p")).to_have_text("at 5")
    expect(page.locator("#bid button")).to_be_enabled()
    assert hall.posted == [{"bid": "5", "side": "corp"}]
    assert page.url == hall.url + "/"


def test_a_form_sent_with_the_keyboard_keeps_the_focus_for_the_next_entry(
    hall: Hall, visit: Callable[..., Page]
) -> None:
    page = visit()
    page.locator("[name=note]").fill("from the keys")
    page.locator("[name=note]").press("Enter")
    expect(page.locator("[name=note]")).to_have_attribute("value", "from the keys")
    expect(page.locator("[name=note]")).to_be_focused()
    assert hall.posted == [{"note": "from the keys"}]


def test_an_answer_is_not_overwritten_by_what_was_fetched_before_it(
    hall: Hall, visit: Callable[..., Page]
) -> None:
    page = visit()
    page.locator("#bid [value='5']").check()
    hall.slow_fragments = 0.6
    with page.expect_request("**/part/bid"):
        hall.change("table/12")
    seen = page.evaluate(
        """async () => {
             const seen = new Set();
             new MutationObserver(() => seen.add(document.querySelector('#bid p').textContent))
               .observe(document.getElementById('bid'), { childList: true });
             document.querySelector('#bid button').click();
             await new Promise((done) => setTimeout(done, 2000));
             return [...seen];
           }"""
    )
    assert seen == ["at 5"]


def test_without_connection_the_choice_is_kept_and_can_be_sent_again(
    hall: Hall, visit: Callable[..., Page], complaints: Any
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    page = visit()
    page.locator("#bid [value='5']").check()
    page.context.set_offline(True)
    page.locator("#bid button").click()
    expect(page.locator("#bid [role=alert]")).to_have_text(
        "Not sent: no connection. Your choice is kept; tap again."
    )
    expect(page.locator("#bid [value='5']")).to_be_checked()
    expect(page.locator("#bid button")).to_be_focused()
    assert hall.posted == []
    page.context.set_offline(False)
    page.locator("#bid button").click()
    expect(page.locator("#bid [role=alert]")).to_have_count(0)
    expect(page.locator("#bid p")).to_have_text("at 5")
    assert hall.posted == [{"bid": "5", "side": "corp"}]


def test_a_redirect_is_followed_as_a_whole_page(hall: Hall, visit: Callable[..., Page]) -> None:
    hall.extra = (
        '<div data-fragment="/part/hall" data-topics="x"><form method="post" action="/leave" data-live-form>'
        "<button>Leave</button></form></div>"
    )
    page = visit()
    page.get_by_role("button", name="Leave").click()
    expect(page.locator("h1")).to_have_text("You left")
    assert page.url == f"{hall.url}/left"


def test_after_a_restart_of_the_server_the_page_comes_back_and_catches_up(
    hall: Hall, visit: Callable[..., Page], complaints: Any
) -> None:
    complaints.expect("/live net::ERR")
    page = visit()
    badge = page.locator("[data-live-badge]")
    hall.stop()
    expect(badge).to_have_attribute("data-state", "reconnecting")
    assert re.fullmatch(r"reconnecting since \d\d:\d\d", badge.inner_text())
    hall.change("table/12", high=6)
    hall.start()
    expect(badge).to_have_attribute("data-state", "live")
    high_bid(page, 6)


def test_a_stream_that_went_silent_is_given_up_for_a_new_one(
    hall: Hall, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(base_url=hall.url).new_page()
    page.clock.install()
    page.goto("/")
    badge = page.locator("[data-live-badge]")
    expect(badge).to_have_attribute("data-state", "live")
    with page.expect_request("**/live"):
        page.clock.run_for(45_000)
    expect(badge).to_have_attribute("data-state", "live")


def test_the_clock_follows_the_server_whatever_the_phone_believes(
    hall: Hall, visit: Callable[..., Page]
) -> None:
    hall.ahead = timedelta(hours=1, seconds=0.4)

    def clock(name: str, ends_in: float) -> str:
        ends = (hall.now() + timedelta(seconds=ends_in)).isoformat()
        return (
            f'<div id="{name}" class="clock running" role="timer" data-clock data-state="running" '
            f'data-ends="{ends}"><span data-clock-text>?</span><span data-clock-word>left</span></div>'
        )

    hall.extra = clock("early", 90) + clock("long", 4000) + clock("late", -80) + clock("now", -5)
    page = visit()
    text = page.locator("#early [data-clock-text]")
    expect(text).to_have_text(re.compile(r"1:2\d"))
    before = text.inner_text()
    expect(text).not_to_have_text(before)
    expect(page.locator("#long [data-clock-text]")).to_have_text(re.compile(r"1:06:\d\d"))
    expect(page.locator("#late [data-clock-text]")).to_have_text(re.compile(r"\+1:2\d"))
    expect(page.locator("#late")).to_have_class("clock overtime")
    expect(page.locator("#late [data-clock-word]")).to_have_text("overtime")
    expect(page.locator("#now [data-clock-text]")).to_have_text("Time!")
    expect(page.locator("#now")).to_have_class("clock time")


def test_time_is_announced_when_it_comes_and_said_once_a_while_before(
    hall: Hall, visit: Callable[..., Page]
) -> None:
    def extra(ends_in: float) -> str:
        ends = (hall.now() + timedelta(seconds=ends_in)).isoformat()
        return (
            f'<div class="clock running" data-clock data-state="running" data-ends="{ends}">?</div>'
            '<p role="status" data-clock-spoken></p><p data-at-time hidden>Finish the turn.</p>'
        )

    hall.extra = extra(66)
    page = visit()
    expect(page.locator("[data-clock-spoken]")).to_have_text("")
    expect(page.locator("[data-clock-spoken]")).to_have_text("1 minute left", timeout=15_000)
    expect(page.locator("[data-at-time]")).to_be_hidden()
    hall.extra = extra(5)
    page.reload()
    expect(page.locator("[data-at-time]")).to_be_visible(timeout=15_000)
    expect(page.locator("[data-clock-spoken]")).to_have_text("Time is called")
    expect(page.locator(".clock")).to_have_text("Time!")


def test_the_phone_vibrates_when_it_becomes_my_turn(hall: Hall, visit: Callable[..., Page]) -> None:
    page = visit()
    page.evaluate("() => { window.buzzed = []; navigator.vibrate = (ms) => window.buzzed.push(ms); }")
    page.add_script_tag(url="/static/phone.js", type="module")
    page.locator("#turn button").click()
    hall.change("table/12", my_turn=True, high=4)
    expect(page.locator("[data-my-turn]")).to_be_visible()
    hall.change("table/12", high=5)
    high_bid(page, 5)
    assert page.evaluate("window.buzzed") == [200]


def test_what_comes_above_a_scrolled_page_is_said_and_leads_there(
    hall: Hall, visit: Callable[..., Page]
) -> None:
    hall.extra = '<p style="height: 3000px">A long record</p>'
    page = visit(viewport={"width": 360, "height": 640})
    page.evaluate("scrollTo(0, 2000)")
    bar = page.locator(".pointer")
    hall.change("table/12", high=4)
    high_bid(page, 4)
    expect(bar).to_have_count(0)
    hall.change("table/12", my_turn=True)
    expect(bar).to_have_text("↑ Your turn.")
    assert 1900 < page.evaluate("scrollY") < 2100, "the page stays where it is read"
    # The next change of the fragment keeps the bar, which leads to the new content.
    hall.change("table/12", high=5)
    high_bid(page, 5)
    bar.click()
    expect(bar).to_have_count(0)
    expect(page.locator("[data-my-turn]")).to_be_in_viewport()
    expect(page.locator("[data-my-turn]")).to_be_focused()

    page.evaluate("scrollTo(0, 2000)")
    hall.change("table/12", my_turn=False)
    expect(page.locator("[data-my-turn]")).to_have_count(0)
    hall.change("table/12", my_turn=True)
    expect(bar).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    expect(bar).to_have_count(0)


def test_news_for_a_form_being_edited_do_not_move_the_page(hall: Hall, visit: Callable[..., Page]) -> None:
    hall.extra = '<p style="height: 3000px">A long record</p>'
    page = visit(viewport={"width": 360, "height": 640})
    page.locator("[name=note]").fill("half a sente")
    page.locator("[name=note]").evaluate("(each) => each.blur()")
    page.evaluate("scrollTo(0, 2000)")
    hall.change("table/12", high=4)
    bar = page.locator(".pointer")
    expect(bar).to_have_text("↑ This changed meanwhile; what you entered is kept.")
    assert 1900 < page.evaluate("scrollY") < 2100
    bar.click()
    expect(page.get_by_role("button", name="Show what is new")).to_be_in_viewport()
    expect(page.locator("[name=note]")).to_have_value("half a sente")


def test_pages_turn_and_can_be_held(hall: Hall, visit: Callable[..., Page]) -> None:
    hall.extra = (
        '<div data-pages data-seconds="1"><p class="sheet">A–F</p><p class="sheet">G–Z</p></div>'
        '<button data-pages-pause aria-pressed="false">Hold</button>'
    )
    page = visit()
    for word in ("A–F", "G–Z", "A–F"):
        expect(page.locator(".sheet:not([hidden])")).to_have_text(word)
    page.get_by_role("button", name="Hold").click()
    held = page.locator(".sheet:not([hidden])").inner_text()
    page.wait_for_timeout(1500)
    assert page.locator(".sheet:not([hidden])").inner_text() == held
