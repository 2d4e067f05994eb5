"""Files that are the same for everybody are kept by browsers for a year, and icons are there."""

import re

import pytest
from fastapi.testclient import TestClient

from app.web.templating import asset, compile_templates, environment


@pytest.mark.parametrize(
    "name", ["app.css", "fetching.js", "live.js", "hall.css", "paper.css", "icon.svg", "api-docs.js"]
)
def test_the_address_on_a_page_is_kept_for_a_year(http: TestClient, name: str) -> None:
    answer = http.get(asset(name))
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    again = http.get(asset(name), headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304 and again.headers["cache-control"] == answer.headers["cache-control"]


@pytest.mark.parametrize("query", ["", "?v=", "?v=0123456789ab", "?w=1"])
def test_another_address_of_a_file_is_asked_for_again(http: TestClient, query: str) -> None:
    # Also the address a process of the next version gave out, asked of one that is not renewed yet.
    answer = http.get(f"/static/app.css{query}")
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache"


def test_every_static_file_a_page_names_has_its_version(http: TestClient) -> None:
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', http.get("/check").text)
    assert len(named) >= 2
    for address in named:
        assert "immutable" in http.get(address).headers["cache-control"], address


def test_parts_of_the_api_page_are_asked_for_again(http: TestClient) -> None:
    assert http.get("/api/docs/parts/swagger-ui.css").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "kind", "begins"),
    [
        ("/favicon.ico", "image/vnd.microsoft.icon", b"\0\0\1\0"),
        ("/apple-touch-icon.png", "image/png", b"\x89PNG"),
        ("/apple-touch-icon-precomposed.png", "image/png", b"\x89PNG"),
        ("/apple-touch-icon-180x180.png", "image/png", b"\x89PNG"),
        ("/apple-touch-icon-120x120-precomposed.png", "image/png", b"\x89PNG"),
    ],
)
def test_the_icons_that_browsers_ask_for_by_themselves(
    http: TestClient, path: str, kind: str, begins: bytes
) -> None:
    answer = http.get(path)
    assert answer.status_code == 200 and answer.content.startswith(begins)
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "public, max-age=86400"


def test_all_templates_are_compiled_before_anybody_asks() -> None:
    environment.cache_clear()
    compile_templates(pause=0)
    loaded = environment()
    names = loaded.list_templates(extensions=("html",))
    assert loaded.cache is not None and len(loaded.cache) == len(names) > 100
