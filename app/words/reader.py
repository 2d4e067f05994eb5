"""Who reads what is being made, and in which language: known for each request, English outside of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from app.words.languages import ENGLISH


@dataclass
class Reader:
    """A reader's language, and whether they chose it themselves. Threads of a request share the value, so
    that who learns the event's language can set it."""

    language: str = ENGLISH
    chosen: bool = False


_reader: ContextVar[Reader | None] = ContextVar("reader", default=None)


def language() -> str:
    """The language of who reads."""
    reader = _reader.get()
    return reader.language if reader is not None else ENGLISH


def present_reader() -> Reader | None:
    """Who reads; None outside of requests."""
    return _reader.get()


@contextmanager
def reading(reader: Reader) -> Iterator[Reader]:
    """What is made within is made for this reader; threads started within know it as well."""
    token = _reader.set(reader)
    try:
        yield reader
    finally:
        _reader.reset(token)
