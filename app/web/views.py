"""What a template is given: a frozen dataclass for each page, checked against its template by a test.

The fields of a view are the names its template may use, and its template uses all of them
(tests/architecture/test_template_contract.py). A field called `frame` is spread: the names of the frame
around the page stand beside the view's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from app.services.kernel.views import TournamentView

# What every whole page may use beside its view's fields; `page` in templating.py gives the values.
PAGE_NAMES = ("theme", "path", "language", "languages", "live_url", "live_version", "rulings", "bid_table")


@dataclass(frozen=True)
class View:
    """The base of all views. `template` is the page; `part` is the fragment of it that live.js replaces."""

    template: ClassVar[str]
    part: ClassVar[str | None] = None


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What surrounds a page: the address and version of its live stream, where its rulings are, and whether
    its foot leads to the bid table."""

    live_url: str | None = None
    live_version: int | None = None
    rulings: str = "/judge"
    bid_table: bool = True


@dataclass(frozen=True)
class FieldError:
    """What is wrong with a field, in the list above a form; `href` leads to the field."""

    href: str
    text: str


@dataclass(frozen=True)
class NavLink:
    """A way to another page; `current` where it is this one."""

    href: str
    label: str
    current: bool = False


@dataclass(frozen=True, kw_only=True)
class EventFrame(Frame):
    """The frame of a page of an event: name and stage, the ways to its other pages, its live topics."""

    event: TournamentView
    code: str
    stage: str
    nav: Sequence[NavLink]
    topics: str


def names_in(view: View) -> dict[str, Any]:
    """The names a template sees, with their values: the view's fields, those of its frame beside them."""
    names = {field.name: getattr(view, field.name) for field in fields(view)}
    frame = names.pop("frame", None)
    spread = {field.name: getattr(frame, field.name) for field in fields(frame)} if frame is not None else {}
    return {**spread, **names}
