"""A sentence for people as a text with names in braces, and the values that stand for them.

Refusals, verdicts, reasons and journal entries keep both, so that the sentence is made where somebody reads
it, in their language (app/words). The English text is the key by which a translation is found, so it is never
put together from parts: what belongs into it is a value, and a value may be a sentence itself.
Rooms below the web say sentences (`say`); pages make text at once (`t`, in templates `t`, too).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache, reduce
from string import Formatter
from typing import Any

from markupsafe import Markup, escape

from app.words.catalogues import translated, translated_count
from app.words.languages import ENGLISH
from app.words.reader import Reader, language, reading
from app.words.written import day, listed

# How a whole sentence begins that a row keeps as text.
KEPT_AS = '{"text":'
# The name of the value that decides between the text for one and the text for many.
COUNTED = "n"


@dataclass(frozen=True)
class Sentence:
    """An English text like `Round {number} was closed`, and its values. `str()` speaks the reader's language.

    `many` is the text for any number but one; the number is then the value `n`.
    """

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)
    many: str | None = None

    def __hash__(self) -> int:
        return hash((self.text, self.many))

    def __str__(self) -> str:
        return _filled(_found(self.text, self.many, self.values), self.values)

    @property
    def english(self) -> str:
        """The sentence in English, whoever reads: for the log and for what is kept beside its values."""
        with reading(Reader(ENGLISH)):
            return str(self)

    def as_json(self) -> dict[str, Any]:
        """Text and values as they are stored; `sentence_of` reads them."""
        kept = {name: _kept(value) for name, value in self.values.items()}
        return {"text": self.text, "values": kept, **({"many": self.many} if self.many else {})}

    def as_text(self) -> str:
        """Text and values as a row keeps them in a column of text; `kept_words` reads them."""
        return json.dumps(self.as_json(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> Any:
        """In answers to programs a sentence is its text in their language."""
        return {"type": "is-instance", "cls": cls, "serialization": {"type": "to-string"}}


class Named(str):
    """An English name, as a value of a sentence, that a reader's language may have another for."""

    __slots__ = ()

    def here(self) -> str:
        """The name in the reader's language."""
        return str(self)


class AnyOf(tuple[Any, ...]):
    """A list of which one is meant, as a value of a sentence: `Ana, Ben or Cai`."""

    __slots__ = ()


def say(text: str, /, **values: Any) -> Sentence:
    """A sentence with its values by name; KeyError at once for a name without a value."""
    text.format(**values)
    return Sentence(text, values)


def say_count(one: str, many: str, n: float, /, **values: Any) -> Sentence:
    """A sentence about `n` things, which both texts may name as `{n}`: `{n} player` and `{n} players`."""
    values = {COUNTED: n, **values}
    one.format(**values)
    many.format(**values)
    return Sentence(one, values, many)


def t(text: str, /, **values: Any) -> str:
    """A text in the reader's language, with its values: `t("Round {number}", number=3)`."""
    return _filled(_found(text), values)


def tn(one: str, many: str, n: float, /, **values: Any) -> str:
    """A text about `n` things in the reader's language: `tn("{n} player", "{n} players", 3)`."""
    values = {COUNTED: n, **values}
    return _filled(_found(one, many, values), values)


def t_markup(text: str, /, **values: Any) -> Markup:
    """As `t`, for templates: the text may hold tags, the values are escaped."""
    return _marked(_found(text), values)


def tn_markup(one: str, many: str, n: float, /, **values: Any) -> Markup:
    """As `tn`, for templates: the texts may hold tags, the values are escaped."""
    values = {COUNTED: n, **values}
    return _marked(_found(one, many, values), values)


def with_reason(said: Sentence, reason: str | Sentence) -> Sentence:
    """The sentence with the reason somebody gave, if any, behind it."""
    return say("{what} ({reason})", what=said, reason=reason) if reason else said


def in_turn(sentences: Sequence[Sentence]) -> Sentence:
    """Whole sentences one after the other, each with its own full stop; at least one."""
    return reduce(lambda before, after: say("{before} {after}", before=before, after=after), sentences)


def did_you_mean(titles: Sequence[str]) -> Sentence:
    """The question after a word that nothing is called."""
    return say("Did you mean {titles}?", titles=AnyOf(titles))


def said_by(error: Exception) -> Sentence:
    """What an error of a pure room says, which was raised with a sentence or a text."""
    told = error.args[-1] if error.args else ""
    return told if isinstance(told, Sentence) else Sentence(str(told))


def message(text: str) -> str:
    """The text itself: marks one that stands in a table, for the catalogue of texts to translate."""
    return text


def messages(one: str, many: str) -> tuple[str, str]:
    """Both texts themselves: marks a pair for one and for many that stands in a table."""
    return one, many


def sentence_of(kept: Mapping[str, Any]) -> Sentence:
    """A sentence from what `as_json` gave; ValueError for anything else, as a foreign archive may hold it."""
    try:
        values = {str(name): _read(value) for name, value in dict(kept["values"]).items()}
        texts = [kept["text"], *([kept["many"]] if "many" in kept else [])]
        if "many" in kept and not isinstance(values[COUNTED], int):
            raise TypeError
        for text in texts if values else ():
            _refuse_more_than_names(text, values)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError("this is no kept sentence") from error
    return Sentence(texts[0], values, kept.get("many"))


def kept_words(text: str) -> "str | Sentence":
    """What a column of text holds: a sentence that `as_text` wrote, or words as they were written by
    somebody or by a former version."""
    if not text.startswith(KEPT_AS):
        return text
    try:
        return sentence_of(json.loads(text))
    except ValueError:
        return text


def names_in(text: str) -> list[str]:
    """The names of the values in a text."""
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


def _refuse_more_than_names(text: str, values: Mapping[str, Any]) -> None:
    """A kept text may name its values, but not look into them or fill lines with them."""
    for _, name, width, how in Formatter().parse(text):
        if name is not None and (name not in values or width or how):
            raise ValueError(text)


def _found(text: str, many: str | None = None, values: Mapping[str, Any] | None = None) -> str:
    """The text in the reader's language; with `many`, the one for the number among the values."""
    there = language()
    if many is not None and values is not None:
        return translated_count(there, text, many, values[COUNTED])
    return text if there == ENGLISH else translated(there, text)


def _filled(text: str, values: Mapping[str, Any]) -> str:
    return text.format(**{name: _written(v) for name, v in values.items()}) if values else text


def _marked(text: str, values: Mapping[str, Any]) -> Markup:
    if not values:
        return _as_markup(text)
    filled: list[str] = []
    for said, name in _pieces(text):
        filled.append(said)
        if name is not None:
            filled.append(escape(_written(values[name])))
    return Markup("".join(filled))  # noqa: S704 - every value is escaped


@lru_cache(maxsize=4096)
def _as_markup(text: str) -> Markup:
    return Markup(text)  # noqa: S704 - a text of ours or of its translator, not a value


@lru_cache(maxsize=4096)
def _pieces(text: str) -> Sequence[tuple[str, str | None]]:
    """What stands before each name of a text, and the name; ValueError for more than names.

    A page is put together from some hundred sentences, and to read how each is to be filled takes longer
    than to fill it.
    """
    pieces = []
    for said, name, width, how in Formatter().parse(text):
        if width or how or (name is not None and not name.isidentifier()):
            raise ValueError(f"a text of a page fills in names alone: {text}")
        pieces.append((said, name))
    return pieces


def _written(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return listed([str(_written(each)) for each in value], any_of=isinstance(value, AnyOf))
    if isinstance(value, date) and not isinstance(value, datetime):
        return day(value)
    if isinstance(value, Named):
        return value.here()
    return str(value) if isinstance(value, Sentence) else value


def _kept(value: Any) -> Any:
    if isinstance(value, Sentence):
        return {"said": value.as_json()}
    if isinstance(value, AnyOf):
        return {"any_of": [_kept(each) for each in value]}
    if isinstance(value, list | tuple):
        return [_kept(each) for each in value]
    if isinstance(value, date) and not isinstance(value, datetime):
        return {"date": value.isoformat()}
    return value if value is None or isinstance(value, bool | int) else str(value)


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return [_read(each) for each in value]
    if isinstance(value, Mapping):
        if "any_of" in value:
            return AnyOf(map(_read, value["any_of"]))
        return sentence_of(value["said"]) if "said" in value else date.fromisoformat(value["date"])
    return value
