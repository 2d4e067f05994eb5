"""Reads a posted form once, and keeps what was typed for the page that comes back after a refusal.

Handlers are plain functions, so the body is read in a dependency. Nothing is trimmed away here: what a person
typed is shown to them again as they typed it.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from starlette.datastructures import FormData, UploadFile

from app.sentences import Sentence
from app.services.kernel.errors import Kind, Refused
from app.web.views import ByField, FieldError

MOST_FIELDS = 2000  # a pasted list of players has a row of fields each
MOST_FILES = 4
LARGEST_PART = 1024 * 1024
LONGEST_NUMBER = 9
SHORTEST_SECRET = 40  # of a key that our own page drew: 256 bits

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True)
class Posted:
    """The fields of a form in their order, and the contents of its files."""

    pairs: tuple[tuple[str, str], ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self.pairs)

    def text(self, name: str) -> str:
        """The last value of a field as it was typed; empty when there is none."""
        return next((value for key, value in reversed(self.pairs) if key == name), "")

    def line(self, name: str) -> str | None:
        """The value with its white space trimmed; None when nothing is left."""
        return " ".join(self.text(name).split()) or None

    def many(self, name: str) -> list[str]:
        """All values of a field, like those of ticked boxes."""
        return [value for key, value in self.pairs if key == name]

    def whole(self, name: str, sentence: str | Sentence, code: str = "invalid-number") -> int:
        """A whole number; Refused (422) with the sentence for anything else, nothing included."""
        number = self.optional_whole(name, sentence, code)
        if number is None:
            raise Refused(code, sentence, Kind.INVALID, field=name)
        return number

    def optional_whole(self, name: str, sentence: str | Sentence, code: str = "invalid-number") -> int | None:
        """A whole number or None for an empty field; Refused (422) for what is no number."""
        typed = self.text(name).strip()
        if not typed:
            return None
        digits = typed.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()) or len(digits) > LONGEST_NUMBER:
            raise Refused(code, sentence, Kind.INVALID, field=name)
        return int(typed)

    def choice(self, name: str, kind: type[Choice], sentence: str | Sentence) -> Choice:
        """One of the values of an enumeration; Refused (422) for anything else."""
        try:
            return kind(self.text(name))
        except ValueError as error:
            raise Refused(f"{name}-missing", sentence, Kind.INVALID, field=name) from error

    def values(self) -> dict[str, str]:
        """Every field with its last value, to fill the form again."""
        return dict(self.pairs)

    def secret(self, place: str, new: Callable[[], str]) -> str:
        """A secret that the same form sent to the same place again gives again; a new one without a key."""
        key = self.text("once")
        if len(key) < SHORTEST_SECRET:
            return new()
        digest = hashlib.sha256(repr(("secret", place, self.pairs)).encode("utf-8", "replace")).digest()
        return urlsafe_b64encode(digest).decode().rstrip("=")


_KINDS = ("application/x-www-form-urlencoded", "multipart/form-data")


def has_form(request: Request) -> bool:
    """Whether the body of a request is what a browser makes of a form."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() in _KINDS


async def read_form(request: Request) -> Posted:
    """The form of a request, whatever its encoding; a broken one is refused (400) by the parser.

    It is read once, whoever asks. Raises Refused unreadable-form (422) for a text encoding that fails; no
    browser names one.
    """
    found: Posted | None = getattr(request.state, "posted", None)
    if found is None:
        found = request.state.posted = await _read_form(request)
    return found


async def _read_form(request: Request) -> Posted:
    limits = {"max_files": MOST_FILES, "max_fields": MOST_FIELDS, "max_part_size": LARGEST_PART}
    try:
        async with request.form(**limits) as form:
            return await _posted(form)
    except UnicodeError as error:
        raise Refused(
            "unreadable-form", "This form can't be read: send it as UTF-8.", Kind.INVALID
        ) from error


async def _posted(form: FormData) -> Posted:
    pairs: list[tuple[str, str]] = []
    files: dict[str, bytes] = {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            if content := await value.read():
                files[name] = content
        else:
            # Half a surrogate pair, which some encodings let in, could not even be shown again.
            pairs.append((name, value.encode(errors="replace").decode()))
    return Posted(tuple(pairs), files)


InForm = Annotated[Posted, Depends(read_form)]


def summary(errors: Mapping[str, str], fields: Iterable[str] = ()) -> list[FieldError]:
    """Errors by field as the list above a form; `fields` gives the order, the others follow."""
    order = [name for name in fields if name in errors]
    order += [name for name in errors if name not in order]
    return [FieldError(f"#f-{name}", errors[name]) for name in order]


def typed_in(form: Posted | None) -> ByField:
    """What was typed into a form that comes back; nothing without one."""
    return ByField(form.values() if form is not None else None)
