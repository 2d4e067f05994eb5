"""What of a public page only some of its readers see, so that one page is made for all of them.

A template puts such text between marks (`{% filter only(row.player_id) %}you{% endfilter %}`), the page is
made once, and what is kept of it is cut at the marks. Each reader's page is put together from the pieces.
Nothing is made for one person: what the marks hold is in the memory for all, so it must be what all may know.

A mark holds a number drawn when the program starts, so that no name anybody chose can be one.
"""

import re
import secrets
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

KEY = secrets.token_hex(8)
_OPEN, _BREAK, _CLOSE = f"\ue000{KEY} ", "\ue001", "\ue002"
_ASIDE = re.compile(f"{_OPEN}(\\w+){_BREAK}(.*?){_CLOSE}".encode(), re.DOTALL)
VISITOR, PLAYER, STAFF, _VERSION = "visitor", "player", "staff", "version"
# Stands where the number of the event's version is to be: who is told of more changes has a newer one.
VERSION = f"{_OPEN}{_VERSION}{_BREAK}{_CLOSE}"
PIECE = 16 * 1024  # bytes, and what is left of a row, that are packed together
LEVEL = 4
_GZIP, _END = b"\x1f\x8b\x08\x00\0\0\0\0\x00\xff", b"\x03\x00"  # RFC 1952 and an empty last block of RFC 1951
_SHORT = 200  # bytes: to pack so few takes longer than to send them


@dataclass(frozen=True)
class Onlooker:
    """Who reads a page: a player of the event, somebody of its staff, both or neither; and what they are told
    is the event's version."""

    version: int
    player: int | None = None
    staff: bool = False

    def sees(self, who: str) -> bool:
        """Whether text for VISITOR (whoever is no player), PLAYER or STAFF is for this one."""
        return {VISITOR: self.player is None, PLAYER: self.player is not None, STAFF: self.staff}[who]


def only(text: str, who: str | int | None) -> Markup:
    """A filter of templates: text only for `who`: VISITOR, PLAYER, STAFF or a player's id; empty: for all."""
    marked = f"{_OPEN}{who}{_BREAK}{text}{_CLOSE}" if who else text
    return Markup(marked)  # noqa: S704 - the body of a block, which a template made


@dataclass(frozen=True)
class _Piece:
    text: bytes
    who: str = ""  # everybody

    @cached_property
    def packed(self) -> bytes:
        """The text as blocks of RFC 1951 that end at a byte and look back to nothing before them."""
        if len(self.text) < _SHORT:
            size = len(self.text)
            return b"\0" + size.to_bytes(2, "little") + (size ^ 0xFFFF).to_bytes(2, "little") + self.text
        packing = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return packing.compress(self.text) + packing.flush(zlib.Z_FULL_FLUSH)


@dataclass(frozen=True)
class Asides:
    """A page cut at its marks: its pieces in order, and what single players see: number of the piece, place
    in it, text."""

    pieces: Sequence[_Piece]
    own: Mapping[int, Sequence[tuple[int, int, bytes]]]

    @classmethod
    def of(cls, page: bytes) -> "Asides":
        """A page as the template made it."""
        pieces: list[_Piece] = []
        own: dict[int, list[tuple[int, int, bytes]]] = defaultdict(list)
        text, last = bytearray(), 0
        for match in _ASIDE.finditer(page):
            text += page[last : match.start()]
            last = match.end()
            is_own = match[1].isdigit()
            if text and (not is_own or len(text) >= PIECE):
                pieces.append(_Piece(bytes(text)))
                text.clear()
            if is_own:
                own[int(match[1])].append((len(pieces), len(text), match[2]))
            else:
                pieces.append(_Piece(match[2], match[1].decode()))
        pieces.append(_Piece(bytes(text + page[last:])))
        return cls(pieces, dict(own))

    def shown_to(self, onlooker: Onlooker) -> bytes:
        """The page as this one sees it."""
        return b"".join(piece.text for piece in self._seen_by(onlooker))

    def packed_for(self, onlooker: Onlooker) -> bytes:
        """The same in gzip: what all see alike was packed before."""
        pieces = list(self._seen_by(onlooker))
        whole = b"".join(piece.text for piece in pieces)
        check, size = zlib.crc32(whole), len(whole) & 0xFFFFFFFF
        tail = check.to_bytes(4, "little") + size.to_bytes(4, "little")
        return b"".join((_GZIP, *(piece.packed for piece in pieces), _END, tail))

    def _seen_by(self, onlooker: Onlooker) -> Iterator[_Piece]:
        mine: dict[int, list[tuple[int, bytes]]] = defaultdict(list)
        for number, place, text in self.own.get(onlooker.player or 0, ()):
            mine[number].append((place, text))
        for number, piece in enumerate(self.pieces):
            if piece.who == _VERSION:
                yield _Piece(str(onlooker.version).encode())
            elif number in mine:
                yield _Piece(_with(piece.text, mine[number]))
            elif not piece.who or onlooker.sees(piece.who):
                yield piece


def _with(text: bytes, insertions: Sequence[tuple[int, bytes]]) -> bytes:
    parts, last = [], 0
    for place, inserted in insertions:
        parts += [text[last:place], inserted]
        last = place
    return b"".join((*parts, text[last:]))
