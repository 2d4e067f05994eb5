"""Reads a line by the titles in it, when the line has a form that the grammar of one card does not know.

`(3) Title`, `- [ ] 3x Title`, `| Title | 3 |`, `Events: 3x A, 3x B`, `《題名／Title》 3枚` and long lines of
many cards come down to one question: does every title have exactly one number, all in front or all behind,
and is everything else in the line a sign, a bracket or a word of deck lists? Only then is the line read.
Anything left over makes it doubtful, and the reader asks (reading/text.py).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.deckcheck.catalog import Card, Catalog
from app.deckcheck.reading.headings import is_heading, is_product
from app.deckcheck.reading.mentions import Mention, Word, mentions, without_links, words

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ein": 1, "zwei": 2, "drei": 3}
NUMBERS |= {"un": 1, "deux": 2, "trois": 3, "uno": 1, "dos": 2, "tres": 3, "três": 3, "dois": 2}
NUMBERS |= {"ii": 2, "iii": 3, "två": 2, "kaksi": 2, "kolme": 3, "dwa": 2, "trzy": 3, "dva": 2, "tři": 3}
NUMBERS |= {"один": 1, "два": 2, "три": 3, "两": 2, "兩": 2, "둘": 2, "셋": 3}
NUMBERS |= dict(zip("一二三四五六", range(1, 7), strict=True))
COUNTERS = frozenset(
    [
        "x",
        "×",
        "ea",
        "each",
        "pc",
        "of",
        "copies",
        "copy",
        "qty",
        "quantity",
        "count",
        "amount",
        "number",
        "pcs",
        "piece",
        "pieces",
        "cards",
        "card",
        "枚",
        "張",
        "张",
        "장",
        "枚の",
        "장의",
        "stück",
        "stk",
        "mal",
        "times",
        "ex",
        "exemplaires",
        "copias",
        "kopien",
        "szt",
        "ks",
        "kpl",
        "шт",
    ]
)
SETS = frozenset({"playset", "playsets"})
_NO_COPIES = re.compile(r"[0-9]|[.,:/-][0-9]|(?:st|nd|rd|th|er|e|º|ª)\b")
_PREFIX = re.compile(r"(?:[^:|,;]{1,40}:)?\W*(?:[^\W\d_] )?")
_MOST_COPIES = 6
_FEW = re.compile(r"(?<![0-9.])[1-6](?![0-9.])")
_MOST_DIGITS = 2
_ODD_SIGN = re.compile(r"[0-9] ?[-+/−–.,] ?[0-9]|[-+−–][0-9]|[0-9] ?%|[0-9]\.[0-9]")
_ENUMERATED = re.compile(r"\W*[0-9]{1,3}[.)] +(?=\W*[xX×]?[0-9])")
_NUMBERED = re.compile(r"\W*[0-9]{1,3}[.)](?: |(?=[《「『【]))")
_INFLUENCE = re.compile(r"\(?影響値? ?:? ?[0-9]{1,2}\)?")
_BRACKETS = re.compile(r"[(\[{]([^()\[\]{}]*)[)\]}]")
_LABEL = re.compile(r"[^:|,;]{1,40}:")
_ID_NOTE = re.compile(r"(?:id|art|nrdb)\b")
_RANK = re.compile(r"[^\w(\[]*[0-9]{1,3}[.)]\W*")
_DIGIT = re.compile("[0-9]")
_HARD = re.compile(r"[|;,/\t:]")


class Counted(NamedTuple):
    """A card and its copies as written."""

    card: Card
    copies: int


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands before, between or after the titles: its numbers and whether anything is left over."""

    numbers: tuple[int, ...]
    leftover: bool
    signed: bool
    near_left: bool  # the first number touches the title before it
    near_right: bool  # the last number touches the title behind it


@dataclass(frozen=True, slots=True)
class Taken:
    """A line taken apart. `cards` is what it says, None when in doubt; `identity` is set when the line
    is an identity and nothing else.
    """

    titles: tuple[Mention, ...]
    cards: tuple[Counted, ...] | None
    identities: tuple[Card, ...]
    beside_number: bool
    numbered: bool  # a number up to six stands anywhere outside the titles
    counted: bool  # it begins with a number of copies, or says `playset`
    plain: bool
    identity: Card | None

    @property
    def may_count(self) -> bool:
        """Whether the line may say how many, so that it is no deck's name."""
        return self.beside_number or self.counted or bool(self.identities and self.numbered)

    @property
    def names(self) -> list[str]:
        """Titles of the cards in the line, each once."""
        return list(dict.fromkeys(card.title for title in self.titles for card in title.cards[:1]))


def take_apart(line: str, catalog: Catalog, *, influence_behind: bool = False) -> Taken | None:
    """The line by its titles; None when it holds none.

    `influence_behind`: a table's heading said that a number behind a title may be its influence.
    """
    body = without_links(line)
    enumerated = _ENUMERATED.match(body)
    if enumerated is not None and _begins(body, enumerated.end(), catalog):
        enumerated = None  # `(3) 24/7 News Cycle`
    if enumerated is None and (first := _NUMBERED.match(body)) and _behind_signed(body):
        enumerated = first
    head = enumerated.end() if enumerated else 0
    body = " " * head + body[head:]
    found = _one_each(body, mentions(body, catalog), catalog)
    if not found:
        return None
    cards = [title for title in found if not (title.card is not None and title.card.is_identity)]
    edges = [0, *(edge for title in found for edge in (title.start, title.end)), len(body)]
    around = [body[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    gaps = [_gap(text, catalog, first=at == 0) for at, text in enumerate(around)]
    near = any(
        gap.numbers and ((gap.near_right and at < len(found)) or (gap.near_left and at > 0))
        for at, gap in enumerate(gaps)
    )
    rank = _RANK.fullmatch(body[: edges[1]]) is not None  # `3. Title` may be the third title
    clear = not (rank or any(gap.leftover for gap in gaps))
    return Taken(
        titles=tuple(cards),
        cards=_counted(found, gaps, catalog, influence_behind) if clear and cards else None,
        identities=tuple(title.card for title in found if title.card is not None and title.card.is_identity),
        beside_number=near,
        numbered=any(_FEW.search(text) for text in around),
        counted=_says_copies(around),
        plain=any(title.is_plain for title in cards),
        identity=_identity_alone(found, gaps) if clear and not cards else None,
    )


def _begins(body: str, start: int, catalog: Catalog) -> bool:
    """Whether a title begins at the first word from there on."""
    return any(
        title.start == word.start
        for word in words(body[start:])[:1]
        for title in mentions(body[start:], catalog)[:1]
    )


def _says_copies(around: Sequence[str]) -> bool:
    """Whether the line begins with a number of copies (`3 kpl …`, not `3rd`, `2.0`) or says `playset`."""
    front = around[0]
    prefix = _PREFIX.match(front)
    for word in words(front[prefix.end() :] if prefix else front)[:2]:
        number = _number(word.text)
        behind = front[(prefix.end() if prefix else 0) + word.end :]
        if number is not None:
            return number <= _MOST_COPIES and not _NO_COPIES.match(behind)
        if word.text not in ("x", "X"):
            break
    return any(word.text.lower() in SETS for text in around for word in words(text))


def _behind_signed(body: str) -> bool:
    """Whether the line ends in `x3`, so that `1.` at its head numbers the line."""
    return (
        re.search(r"(?:[x×✕] ?[0-9]{1,2}|[0-9]{1,2} ?[x×✕枚張张])\W*$", body[-24:], re.IGNORECASE) is not None
    )


def _one_each(body: str, found: list[Mention], catalog: Catalog) -> list[Mention]:
    """One mention a card: a title in two languages side by side is one, and so is `Title (Pack)`."""
    kept: list[Mention] = []
    for title in found:
        before = kept[-1] if kept else None
        if before is not None:
            between = body[before.end : title.start]
            if not words(between) and len(between) <= 4:
                same = [card for card in before.cards if card in title.cards]
                if same and (
                    "/" in between or "(" in between or "|" in between or "・" in between or " " in between
                ):
                    kept[-1] = Mention((same[0],), before.start, title.end, 2, body[before.start : title.end])
                    continue
                closed = body[title.end :].lstrip()[:1] == ")"
                if between.rstrip().endswith("(") and closed and is_product(title.text, catalog):
                    continue
        kept.append(title)
    return kept


def _gap(text: str, catalog: Catalog, *, first: bool) -> Gap:
    """Numbers and leftovers of what stands around titles."""
    odd = _ODD_SIGN.search(text) is not None
    bare = _BRACKETS.sub(lambda inside: _inside(inside, catalog), text)
    bare = _known_cells(bare if first else _INFLUENCE.sub(" ", bare), catalog)
    if first and (label := _LABEL.match(bare)) and is_heading(label[0].strip(" *#-_"), catalog):
        bare = " " * label.end() + bare[label.end() :]
    numbers: list[Word] = []
    leftover = odd
    for word in words(bare):
        if _number(word.text) is not None and not _glued(word, bare):
            numbers.append(word)
        elif word.text.lower() not in COUNTERS and not _other_script(word, bare):
            leftover = True
    values = tuple(value for word in numbers if (value := _number(word.text)) is not None)
    leftover = leftover or any(len(word.text) > _MOST_DIGITS for word in numbers if word.text.isdigit())
    return Gap(
        numbers=values,
        leftover=leftover,
        signed=any(word.text.lower() in COUNTERS for word in words(bare)) or "×" in bare or "✕" in bare,
        near_left=bool(numbers) and _only_counters(bare[: numbers[0].start]),
        near_right=bool(numbers) and _only_counters(bare[numbers[-1].end :]),
    )


def _inside(brackets: re.Match[str], catalog: Catalog) -> str:
    """Brackets with a product, a note of the printing or marks say nothing; `[ ]` and `(3)` stay."""
    inside = brackets[1].strip()
    if inside.lower() == "x" or (inside and (is_product(inside, catalog) or _ID_NOTE.match(inside.lower()))):
        return " "
    return brackets[0]


def _known_cells(text: str, catalog: Catalog) -> str:
    """Cells of a row that name a type, a faction or a product say nothing about copies."""
    if not _HARD.search(text):
        known = words(text) and not _DIGIT.search(text) and is_heading(text.strip(" *#-_>"), catalog)
        return " " if known else text
    cells = _HARD.split(text)
    return " | ".join(
        ""
        if words(cell)
        and not _DIGIT.search(cell)
        and (is_heading(bare := cell.strip(' "*#-_>'), catalog) or is_product(bare, catalog))
        else cell
        for cell in cells
    )


def _other_script(word: Word, text: str) -> bool:
    """Words of another script beside a slash or in Japanese brackets are the same title in that language."""
    return not word.text.isascii() and bool(re.search(r"[/《》「」『』【】()|]", text))


def _glued(word: Word, text: str) -> bool:
    """Whether letters stand right before a number: `frankfurt30`, but not `x3`."""
    return word.start > 0 and text[word.start - 1].isalpha() and text[word.start - 1] not in "xX枚張张"


def _number(word: str) -> int | None:
    if word.isascii() and word.isdigit():
        return int(word) if len(word) < 10 else 10**9
    return NUMBERS.get(word.lower())


def _only_counters(text: str) -> bool:
    return all(word.text.lower() in COUNTERS for word in words(text))


def _counted(
    found: Sequence[Mention], gaps: Sequence[Gap], catalog: Catalog, influence_behind: bool
) -> tuple[Counted, ...] | None:
    """Each card with its copies, when the numbers stand all in front or all behind."""
    cards = [title.card for title in found]
    if any(card is None for card in cards):
        return None
    known = [card for card in cards if card is not None]
    if known[0].is_identity and not gaps[0].numbers:  # the identity may stand at the head of the line
        known, gaps = known[1:], gaps[1:]
    if any(card.is_identity for card in known):
        return None
    counts = [len(gap.numbers) for gap in gaps]
    if counts == [1] * len(known) + [0]:
        copies = [gap.numbers[0] for gap in gaps[:-1]]
    elif counts == [0] + [1] * len(known):
        behind = zip(found[-len(known) :], gaps[1:], strict=True)
        if any(_unfinished(title, gap, catalog) for title, gap in behind):
            return None
        copies = [gap.numbers[0] for gap in gaps[1:]]
    elif counts == [1, 1] and len(known) == 1:
        number = _of_two(known[0], gaps[0], gaps[1], influence_behind)
        if number is None or _unfinished(found[0], gaps[1], catalog):
            return None
        copies = [number]
    else:
        return None
    return tuple(Counted(card, number) for card, number in zip(known, copies, strict=True))


def _identity_alone(found: Sequence[Mention], gaps: Sequence[Gap]) -> Card | None:
    """The identity of a line that holds it alone, once, or with its numbers as on a decklist sheet: `45 Title
    15`.
    """
    card = found[0].card
    if len(found) > 1 or card is None:
        return None
    front, behind = gaps[0].numbers, gaps[1].numbers
    sized = front == (card.minimum_deck_size,) and len(behind) < 2
    return card if sized or front + behind in ((), (1,)) else None


def _unfinished(title: Mention, behind: Gap, catalog: Catalog) -> bool:
    """Whether the number behind may belong to the title (`Fairchild 3`)."""
    return not behind.signed and catalog.begins_a_title(f"{title.text} {behind.numbers[0]}")


def _of_two(card: Card, front: Gap, behind: Gap, influence_behind: bool) -> int | None:
    """The copies of `3 Title 6` and `1. Title x3`: a sign decides, else the other must be influence."""
    copies, other = front.numbers[0], behind.numbers[0]
    if behind.signed != front.signed:
        return copies if front.signed and _influence(card, copies, other, influence_behind) else None
    return copies if _influence(card, copies, other, influence_behind) else None


def _influence(card: Card, copies: int, number: int, allowed: bool) -> bool:
    return allowed or (bool(card.influence) and number in (card.influence, (card.influence or 0) * copies))
