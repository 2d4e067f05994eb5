"""Statistics and pictures as pages: numbers beside every drawing, names escaped, nothing the pages forbid."""

import html
import re
import xml.etree.ElementTree as ET
from itertools import count
from typing import Any

import pytest

from app.deckcheck.catalog import load_catalog
from app.services.event.brackets import BracketGame, BracketPlayer, BracketView
from app.sides import Side
from app.tournament.topcut import bracket, played, sizes
from app.web.drawings.bracket import BOX_HEIGHT, BOX_WIDTH, bracket_svg
from app.web.drawings.charts import Bar, Column, bars, columns
from app.web.drawings.svg import shortened
from app.web.presenters.factions import short_title

EVIL = '<b onload="x">&amp; "Ana"'
CUTS = [(kind, size) for kind in ("single", "double") for size in sizes(kind)]


def parsed(svg: str) -> ET.Element:
    """The drawing as XML, without anything a page's rules forbid."""
    root = ET.fromstring(svg)
    for element in root.iter():
        assert element.tag.rpartition("}")[2] in {"svg", "g", "rect", "path", "text", "title"}
        assert not [name for name in element.attrib if name.startswith("on") or name == "style"]
    return root


def view_of(kind: str, size: int, games: int = 0) -> BracketView:
    """A bracket after its first `games` games, each won by the better seed."""
    table = bracket(kind, size)
    people = {n: BracketPlayer(n, f"{EVIL} {n}", n) for n in range(1, size + 1)}
    winners: dict[int, int] = {}
    for game in table.games[:games]:
        seats = played(table, list(people), winners)[game.number - 1]
        if seats.needed and seats.first and seats.second:
            winners[game.number] = min(seats.first, seats.second)
    now = played(table, list(people), winners)
    return BracketView(
        kind,
        size,
        list(people.values()),
        [
            BracketGame(
                g.game.number,
                g.game.round,
                g.game.name,
                people.get(g.first or 0),
                people.get(g.second or 0),
                g.game.first.words,
                g.game.second.words,
                g.winner,
                None,
                g.ready,
                g.needed,
            )
            for g in now
        ],
        [],
    )


@pytest.mark.parametrize(("kind", "size"), CUTS)
def test_every_bracket_is_a_tree_whose_boxes_do_not_touch(kind: str, size: int) -> None:
    svg = bracket_svg(view_of(kind, size))
    root = parsed(svg)
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    edge = re.compile(r"^M([\d.]+) ([\d.]+)h\d")
    corners = [edge.match(path.attrib["d"]) for path in root.iter("path")]
    boxes = [(float(m[1]), float(m[2])) for m in corners if m]
    needed = len(bracket(kind, size).games)
    assert len(boxes) == needed
    for place, (x, y) in enumerate(boxes):
        assert 0 <= x <= width - BOX_WIDTH + 1 and 0 <= y <= height - BOX_HEIGHT + 1
        for other_x, other_y in boxes[:place]:
            assert abs(x - other_x) >= BOX_WIDTH or abs(y - other_y) >= BOX_HEIGHT + 12, "room for its name"
    lines = [path for path in root.iter("path") if "H" in path.attrib["d"]]
    assert len(lines) == sum(game.winner_to is not None for game in bracket(kind, size).games)


@pytest.mark.parametrize(("kind", "size"), CUTS)
def test_a_played_bracket_marks_winners_and_leaves_an_idle_reset_out(kind: str, size: int) -> None:
    table = bracket(kind, size)
    view = view_of(kind, size, len(table.games))
    root = parsed(bracket_svg(view))
    titles = [title.text for title in root.iter("title")]
    needed = sum(game.needed for game in view.games)
    assert sum((title or "").endswith(", won") for title in titles) == needed
    assert needed == len(table.games) - (table.reset is not None)
    assert f"{EVIL} 1, won" in titles, "names stand whole in the title"


def test_a_picture_stands_alone_and_a_drawing_takes_the_pages_ink() -> None:
    view = view_of("double", 8, 5)
    picture, drawing = bracket_svg(view, as_picture=True, title="A & B"), bracket_svg(view)
    root = parsed(picture.partition("\n")[2])
    assert root.tag == "{http://www.w3.org/2000/svg}svg" and root.attrib["aria-label"] == "A & B"
    assert 'fill="#ffffff"' in picture and "#" not in re.sub(r"&#\w+;", "", drawing)
    assert "Winner of game 9" in drawing


def test_bars_stay_within_their_room() -> None:
    rows = [
        Bar(EVIL, share, "50%", side) for share, side in ((-1, None), (0.5, Side.CORP), (9.0, Side.RUNNER))
    ]
    root = parsed(bars("Shares", rows, middle=True))
    lengths = [float(rect.attrib["width"]) for rect in root.iter("rect")]
    assert lengths[0] == 0 and lengths[1] == lengths[2] / 2
    parsed(bars("Nothing", []))


def test_columns_stack_their_parts() -> None:
    items = [Column("0", ((Side.CORP, 3), (Side.RUNNER, 1))), Column("1", ((None, 2),)), Column("2", ())]
    root = parsed(columns("Bids", items))
    one, two, three = list(root.iter("rect"))
    assert float(one.attrib["height"]) == 3 * float(two.attrib["height"])
    assert float(one.attrib["y"]) == pytest.approx(
        float(two.attrib["y"]) + float(two.attrib["height"]), abs=0.02
    )
    assert float(three.attrib["height"]) == pytest.approx(2 * float(two.attrib["height"]), abs=0.02)
    assert [t.text for t in root.iter("text")] == ["4", "0", "2", "1", "2"]
    parsed(columns("Nothing", []))


@pytest.mark.parametrize(
    ("words", "shown"),
    [("Ana", "Ana"), ("Anastasia", "Anas…"), ("Ana Bell", "Ana…"), ("王小明", "王小…"), ("", "")],
)
def test_words_are_shortened_to_the_room_they_take(words: str, shown: str) -> None:
    assert shortened(words, 5) == shown


@pytest.fixture
def shown(event: Any, timepiece: Any) -> Any:
    """Five players after a round with prices, one of them with a name that could do harm."""
    for name in (EVIL, "Ben", "Cleo", "Dan", "Eve"):
        event.player(name)
    bids = count(2)
    for table in event.start_round()["tables"]:
        if not table["bye"]:
            event.settle(table, bid=next(bids))
            timepiece.pass_time(minutes=17)
            event.finish(table)
    event.post("/rounds/1/close")
    return event


def test_statistics_tell_each_number_once_as_a_drawing_or_in_a_table(shown: Any) -> None:
    page = shown.http.get(f"/t/{shown.code}/statistics")
    assert page.status_code == 200
    assert page.text.count('<div class="drawing">') == 6
    assert page.text.count('<table class="stacked dense tight"') == 1, "identities alone are a table"
    assert "2 games; 1 table was no game (bye, forfeit or double loss)." in page.text
    assert "Mean price: Corp 2.5." in page.text
    for said in ("Who wins", "NBN: Making News", "Identity", "Agenda points", "Median"):
        assert said in page.text
    for svg in re.findall(r'<div class="drawing">(.*?)</div>', page.text, re.S):
        assert parsed(svg).attrib["role"] == "img"
    part = shown.http.get(f"/t/{shown.code}/statistics", headers={"x-requested-with": "live"})
    assert "<html" not in part.text and "Who wins" in part.text


def test_pictures_are_png_too(shown: Any) -> None:
    answer = shown.http.get(f"/t/{shown.code}/pictures/standings.png")
    assert answer.headers["content-type"] == "image/png" and answer.content.startswith(b"\x89PNG")
    assert shown.http.get(f"/t/{shown.code}/pictures/event.png").content.startswith(b"\x89PNG")
    early = shown.http.get(f"/t/{shown.code}/pictures/champion.png")
    assert early.status_code == 404 and "there is no champion yet" in early.text


def test_the_end_shows_the_champion_with_the_way_and_the_price(shown: Any) -> None:
    shown.post("/finish")
    page = shown.http.get(f"/t/{shown.code}").text
    winner = shown.get("/standings")["rows"][0]["name"]
    card = page[page.index('class="champion"') :]
    assert html.escape(winner, quote=False)[:3] in card and "NBN: Making News" in card
    assert "1 of 1 games won. Bought a side once, for" in card
    assert "og:title" in page and "og:image" not in page, "the host of a request is nobody's public address"
    for kind, head in (("png", b"\x89PNG"), ("svg", b"<svg")):
        assert shown.http.get(f"/t/{shown.code}/pictures/champion.{kind}").content.startswith(head)


def test_identities_of_one_house_have_names_of_their_own() -> None:
    titles = ("Haas-Bioroid: Engineering the Future", "Haas-Bioroid: Stronger Together")
    assert [short_title(title) for title in titles] == ["Engineering the Future", "Stronger Together"]
    assert [short_title(title) for title in ("Noise: Hacker Extraordinaire", "The Shadow")] == [
        "Noise",
        "The Shadow",
    ]
    catalog = load_catalog()
    for side in Side:
        names = [short_title(card.title) for card in catalog.identities(side)]
        assert len(set(names)) == len(names)


def test_before_the_first_game_there_is_a_sentence(event: Any) -> None:
    page = event.http.get(f"/t/{event.code}/statistics")
    assert page.status_code == 200 and "Numbers appear with the first result." in page.text


def test_the_standings_are_a_picture(shown: Any) -> None:
    answer = shown.http.get(f"/t/{shown.code}/pictures/standings.svg")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("image/svg+xml")
    words = [
        text.text for text in parsed(answer.text.partition("\n")[2]).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert words[:2] == ["Spring Refresh", "Standings after round 1"]
    assert {"Ben", "Cleo", "Dan", "Eve"} <= set(words) and "<b onload" not in answer.text
    assert f'href="/t/{shown.code}/statistics"' in shown.http.get(f"/t/{shown.code}/standings").text


def test_the_bracket_is_a_tree_and_a_picture(shown: Any) -> None:
    assert shown.http.get(f"/t/{shown.code}/pictures/bracket.svg").status_code == 404
    shown.http.patch(
        shown.path, json={"planned_rounds": 1}, headers={"authorization": f"Bearer {shown.token}"}
    )
    shown.post("/cut", {"kind": "double", "size": 4})
    page = shown.http.get(f"/t/{shown.code}/bracket")
    tree = re.search(r'id="bracket-tree"[^>]*>(<svg.*?</svg>)', page.text, re.S)
    assert tree and parsed(tree[1]).attrib["aria-label"] == "Bracket of the top 4, double elimination"
    answer = shown.http.get(f"/t/{shown.code}/pictures/bracket.svg")
    assert answer.status_code == 200 and "grand final" in answer.text
    parsed(answer.text.partition("\n")[2])
