"""A walk through all pages as a person goes: from link to link, with every form that stands on the way.

Routes are known by their templates, like /t/{code}/desk/rounds/{number}. A few addresses of each route are
enough for each event: the tables of a round differ less than the rounds of two events.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from app.services.kernel.permissions import Role
from app.web.http.language import LANGUAGE_COOKIE
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from app.words.languages import ENGLISH
from tests.stages import Stages, player_session, session_of

ENOUGH = 3  # addresses of one route at one event, for each caller
_CODE = re.compile(r"^/t/([A-Z]+)")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_EMPTY = frozenset({"meta", "link", "input", "img", "br", "hr"})
NO_PAGES = ("/api", "/healthz", "/readyz", "/metrics", "/static")


@dataclass(frozen=True)
class Form:
    """A form as a browser would send it untouched, and what else each field could hold."""

    page: str
    action: str
    fields: tuple[tuple[str, str], ...]
    choices: Mapping[str, tuple[str, ...]]


@dataclass
class Walk:
    """What was found by route: addresses of pages, addresses of what is no page, forms it takes.

    `shapes` are the kinds of elements of each page, each with what it stands in: what a page looks like, but
    for its words. `texts` are the pages and pictures themselves, by their addresses.
    """

    pages: dict[str, list[str]] = field(default_factory=dict)
    shapes: dict[str, frozenset[str]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    others: dict[str, list[str]] = field(default_factory=dict)
    forms: dict[str, list[Form]] = field(default_factory=dict)


def page_routes(app: FastAPI, method: str) -> list[str]:
    """The templates of all routes of pages that take this method, in the order in which they are tried."""
    return [
        str(route.path)
        for route in iter_route_contexts(app.routes)
        if method in (route.methods or ()) and not str(route.path).startswith(NO_PAGES)
    ]


def route_of(path: str, routes: Iterable[str]) -> str | None:
    """The template a path belongs to."""
    for template in routes:
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            return template
    return None


def walks(http: TestClient, app: FastAPI, stages: Stages, language: str = ENGLISH) -> dict[str, Walk]:
    """The walks of `public`, of the owner as `desk`, and of players in every state as `player/CODE/LINK`."""
    return {
        "public": public_walk(http, app, stages, language),
        "desk": desk_walk(http, app, stages, language),
        **player_walks(http, app, stages, language),
    }


def public_walk(http: TestClient, app: FastAPI, stages: Stages, language: str = ENGLISH) -> Walk:
    """Where somebody comes who is not signed in."""
    events = [f"/t/{stage.code}" for stage in stages.all]
    code, link = stages.open.code, next(iter(stages.open.links.values()))
    doors = [
        "/",
        f"/{code}",
        f"/t?code={code}",
        f"/sign-in/{stages.sign_in}",
        f"/p/{link}",
        f"/d/{stages.day}",
        *events,
    ]
    return walk(http, app, doors, {LANGUAGE_COOKIE: language})


def desk_walk(http: TestClient, app: FastAPI, stages: Stages, language: str = ENGLISH) -> Walk:
    """Where the owner of all events comes."""
    events = [f"/t/{stage.code}" for stage in stages.all]
    owner = {ACCOUNT_COOKIE: session_of(Role.OWNER), LANGUAGE_COOKIE: language}
    desks = [
        "/organize",
        "/account",
        f"/invitation/{stages.invitation}",
        *(f"{each}/desk" for each in events),
    ]
    tables = [f"/t/{stages.playing.code}/desk/tables/{table_id}" for table_id in stages.playing.tables]
    # Who came last to a full event waits for a place, which only the own page at the desk gives.
    waits = f"/t/{stages.late.code}/desk/players/{max(stages.late.links)}"
    return walk(http, app, [*desks, *tables, waits], owner, within=("/t/", "/account", "/organize"))


def player_walks(http: TestClient, app: FastAPI, stages: Stages, language: str = ENGLISH) -> dict[str, Walk]:
    """Where players in every state come on their own pages, by `player/CODE/LINK`."""
    found = {}
    for stage in stages.all:
        seats = [link for pair in stage.seats.values() for link in pair] or list(stage.links.values())[:4]
        for link in [*seats, next(iter(stage.links.values()))]:
            cookies = {PLAYER_COOKIE: player_session(link), LANGUAGE_COOKIE: language}
            mine = f"/t/{stage.code}/me"
            found[f"player/{stage.code}/{link}"] = walk(http, app, [mine], cookies, within=(mine,))
    return found


def walk(
    http: TestClient,
    app: FastAPI,
    start: Iterable[str],
    cookies: Mapping[str, str],
    within: tuple[str, ...] = ("/",),
) -> Walk:
    """Go everywhere from these addresses, as far as paths begin so; a link that leads nowhere fails."""
    gets, posts = page_routes(app, "GET"), page_routes(app, "POST")
    found, seen = Walk(), set(start)
    waiting = [(address, "") for address in start]
    headers = {"cookie": "; ".join(f"{name}={secret}" for name, secret in cookies.items())}
    counted: dict[tuple[str, str | None], int] = {}
    while waiting:
        address, origin = waiting.pop(0)
        path = urlsplit(address).path
        route = route_of(path, gets)
        assert route is not None, f"{origin} leads to {address}, which is no page"
        code = _CODE.match(path)
        kind = (route, code[1] if code else None)
        counted[kind] = counted.get(kind, 0) + 1
        if counted[kind] > ENOUGH and origin:
            continue
        answer = http.get(address, headers=headers, follow_redirects=False)
        http.cookies.clear()
        if answer.status_code == 303:
            found.others.setdefault(route, []).append(address)
            # A personal link leads on with a cookie, which others keep.
            links: Iterable[str] = [] if "set-cookie" in answer.headers else [answer.headers["location"]]
        else:
            assert answer.status_code == 200, f"{origin} leads to {address}: {answer.status_code}"
            is_page = answer.headers["content-type"].startswith("text/html")
            (found.pages if is_page else found.others).setdefault(route, []).append(address)
            if is_page or answer.headers["content-type"].startswith("image/svg"):
                found.texts[address] = answer.text
            read = _Page(address)
            read.feed(answer.text)
            if is_page:
                found.shapes[address] = frozenset(read.shape)
            links = read.links
            for form in read.forms:
                target = route_of(urlsplit(form.action).path, posts)
                assert target is not None, f"a form of {address} goes to {form.action}, which takes none"
                found.forms.setdefault(target, []).append(form)
        for link in links:
            to = urljoin(address, link).partition("#")[0]
            if to.startswith(within) and not to.startswith(NO_PAGES) and to not in seen:
                seen.add(to)
                waiting.append((to, address))
    return found


class _Page(HTMLParser):
    """The links, the posted forms and the shape of a page."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.shape: set[str] = set()
        self._inside: list[tuple[str, str]] = []
        self._heading = ""
        self._open: dict[str, Any] | None = None
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._text: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._see(tag, given)
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "button" and "formaction" in given:
            # A button of its own address sends its own field; those of its form are sent by the others.
            name, value = given.get("name", ""), given.get("value", "")
            action = urljoin(self.address, given["formaction"])
            self.forms.append(Form(self.address, action, ((name, value),), {name: (value,)}))
        elif tag == "form":
            is_post = given.get("method", "get").lower() == "post"
            self._open = {"action": given.get("action", ""), "fields": [], "choices": {}, "post": is_post}
        elif self._open is None:
            return
        elif tag in ("input", "button") and given.get("name"):
            self._input(given["name"], given.get("value", ""), given.get("type", "text"), "checked" in given)
        elif tag == "select" and given.get("name"):
            self._select = (given["name"], [])
        elif tag == "option" and self._select is not None:
            self._select[1].append((given.get("value", ""), "selected" in given))
        elif tag == "textarea" and given.get("name"):
            self._text = (given["name"], [])

    def _see(self, tag: str, given: Mapping[str, str]) -> None:
        """Note the kind of an element: tag, classes, role, and what it stands in; headings in turn."""
        kind = ".".join([tag, *sorted(given.get("class", "").split())])
        more = [
            name for name in given if name.startswith("aria-") or name in ("tabindex", "disabled", "hidden")
        ]
        said = " ".join([kind, *sorted(more), given.get("type", ""), given.get("role", "")])
        self.shape.add(f"{self._inside[-1][1] if self._inside else ''} > {said}")
        if tag in _HEADINGS:
            self.shape.add(f"{self._heading} then {tag}")
            self._heading = tag
        if tag not in _EMPTY:
            self._inside.append((tag, kind))

    def _leave(self, tag: str) -> None:
        while any(tag == name for name, _ in self._inside) and self._inside.pop()[0] != tag:
            pass

    def _input(self, name: str, value: str, kind: str, checked: bool) -> None:
        assert self._open is not None
        self._open["choices"].setdefault(name, []).append(value)
        if kind not in ("radio", "checkbox", "file") or checked:
            self._open["fields"].append((name, value))

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        self._leave(tag)
        if self._open is None:
            return
        if tag == "textarea" and self._text is not None:
            self._open["fields"].append((self._text[0], "".join(self._text[1])))
            self._text = None
        elif tag == "select" and self._select is not None:
            name, options = self._select
            chosen = [value for value, selected in options if selected] or [v for v, _ in options[:1]]
            self._open["fields"] += [(name, value) for value in chosen]
            self._open["choices"].setdefault(name, []).extend(value for value, _ in options)
            self._select = None
        elif tag == "form":
            if self._open["post"]:
                choices = {name: tuple(values) for name, values in self._open["choices"].items()}
                action = urljoin(self.address, self._open["action"]) if self._open["action"] else self.address
                self.forms.append(Form(self.address, action, tuple(self._open["fields"]), choices))
            self._open = None
