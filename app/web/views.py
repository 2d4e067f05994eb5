"""What a template is given: a frozen dataclass for each page, checked against its template by a test.

The fields of a view are the names its template may use, and its template uses all of them
(tests/architecture/test_template_contract.py). A field called `frame` is spread: the names of the frame
around the page stand beside the view's own. So is a field that holds a view, like a part of the dashboard:
its template finds the same names alone and within the page.
"""

from collections.abc import Mapping, Sequence
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
    its foot leads to the bid table. On a page for everybody the version is a mark (asides.py)."""

    live_url: str | None = None
    live_version: int | str | None = None
    rulings: str = "/judge"
    bid_table: bool = True


class ByField:
    """What there is for each field of a form: what was typed, or what is wrong. A field without is None."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self._values = dict(values or {})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what Python and Jinja look for, like __html__
            raise AttributeError(name)
        return self._values.get(name)


@dataclass(frozen=True)
class FieldError:
    """What is wrong with a field, in the list above a form; `href` leads to the field."""

    href: str
    text: str


@dataclass(frozen=True)
class NavLink:
    """A way to another page; `current` where it is this one, `who` where only some go there (asides.py)."""

    href: str
    label: str
    current: bool = False
    who: str = ""


@dataclass(frozen=True, kw_only=True)
class EventFrame(Frame):
    """The frame of a page of an event: name and stage, the ways to its other pages, its live topics."""

    event: TournamentView
    code: str
    stage: str
    nav: Sequence[NavLink]
    topics: str


def names_in(view: View) -> dict[str, Any]:
    """The names a template sees, with their values: those of its frame and parts, and its own."""
    spread: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for field in fields(view):
        value = getattr(view, field.name)
        if isinstance(value, View):
            spread |= names_in(value)
        elif field.name == "frame":
            spread |= {each.name: getattr(value, each.name) for each in fields(value)}
        else:
            own[field.name] = value
    return spread | own
