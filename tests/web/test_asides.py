"""A page made once and cut at its marks, and put together for each reader; packed as unpacked."""

import gzip

from app.web.asides import PIECE, PLAYER, STAFF, VERSION, VISITOR, Asides, Onlooker, only

VISITORS = Onlooker(version=7)
ANA = Onlooker(version=9, player=3)
OLGA = Onlooker(version=9, staff=True)
BOTH = Onlooker(version=9, player=3, staff=True)


def shown(page: str, reader: Onlooker) -> str:
    found = Asides.of(page.encode())
    text = found.shown_to(reader)
    assert gzip.decompress(found.packed_for(reader)) == text
    return text.decode()


def test_each_reader_sees_what_is_for_them() -> None:
    page = f"a{only('b', VISITOR)}c{only('d', PLAYER)}e{only('f', STAFF)}g"
    page += f"{only('h', 3)}i{only('j', 30)}k{only('l', '')}"
    assert shown(page, VISITORS) == "abcegikl"
    assert shown(page, ANA) == "acdeghikl"
    assert shown(page, OLGA) == "abcefgikl"
    assert shown(page, BOTH) == "acdefghikl"
    assert shown(page, Onlooker(9, player=30)) == "acdegijkl"


def test_the_version_is_the_readers_own() -> None:
    assert shown(f'<body data-version="{VERSION}">', VISITORS) == '<body data-version="7">'
    assert shown(f'<body data-version="{VERSION}">', ANA) == '<body data-version="9">'


def test_a_page_without_marks_and_an_empty_one_stay_as_they_are() -> None:
    assert shown("Ünder\ue000 the \ue001 bridge\ue002", ANA) == "Ünder\ue000 the \ue001 bridge\ue002"
    assert shown("", ANA) == ""


def test_a_name_that_looks_like_a_mark_is_a_name() -> None:
    assert shown("\ue0003\ue001(you)\ue002", VISITORS) == "\ue0003\ue001(you)\ue002"


def test_marks_at_both_ends_and_beside_each_other() -> None:
    page = f"{only('1', 3)}{only('2', 4)}{only('3', 3)}x{only('4', 3)}{VERSION}{only('5', 3)}"
    assert shown(page, ANA) == "13x495"
    assert shown(page, VISITORS) == "x7"


def test_a_long_page_is_packed_in_pieces_that_are_kept() -> None:
    rows = [f"<tr{only(' mine', number)}><td>Player {number:04}</td></tr>\n" for number in range(1, 3001)]
    found = Asides.of("".join(rows).encode())
    assert all(len(piece.text) < PIECE + 100 for piece in found.pieces)
    for number in (1, 500, 3000):
        reader = Onlooker(9, player=number)
        text = found.shown_to(reader).decode()
        assert text.count(" mine") == 1 and f"<tr mine><td>Player {number:04}<" in text
        packed = found.packed_for(reader)
        assert gzip.decompress(packed).decode() == text and len(packed) * 4 < len(text)
    whole = [piece.packed for piece in found.pieces]
    assert all(
        first is second for first, second in zip(whole, (piece.packed for piece in found.pieces), strict=True)
    )
