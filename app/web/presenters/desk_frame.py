"""What surrounds a page of the desk and a part of it: the event, what one may do, what was just done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from app.services.kernel.views import TournamentView
from app.web.presenters.calls import Alarm
from app.web.presenters.clock import ClockShown
from app.web.presenters.dashboard import DeskHeader
from app.web.views import Frame, View


@dataclass(frozen=True, kw_only=True)
class PartFrame:
    """What every part of a desk's page may use: `desk` is the address of the dashboard."""

    event: TournamentView
    code: str
    desk: str
    may: Callable[[str], bool]


@dataclass(frozen=True)
class Said:
    """The command just given, in words; `undo` is where it is undone, `back` the page shown after that."""

    text: str
    undone: bool
    undo: str | None
    back: str


@dataclass(frozen=True, kw_only=True)
class DeskFrame(PartFrame, Frame):
    """The frame of a page of the desk; `refusal` is why nothing was changed, `alarm` the calls that wait."""

    header: DeskHeader
    header_clock: ClockShown | None
    alarm: Alarm | None
    said: Said | None
    refusal: str | None = None


@dataclass(frozen=True)
class DeskPage(View):
    """The base of every page of the desk."""

    frame: DeskFrame


@dataclass(frozen=True)
class DeskPart(View):
    """The base of every part of a page of the desk that live.js replaces."""

    frame: PartFrame


@dataclass(frozen=True)
class NewsPart(DeskPart):
    """What is said of the command just given; nothing of a refused one."""

    template: ClassVar[str] = "fragments/desk_news.html"

    said: Said | None


@dataclass(frozen=True)
class RefusedPart(DeskPart):
    """Why a form was refused, at the field the reason is about."""

    template: ClassVar[str] = "fragments/desk_refused.html"

    id: str
    sentence: str
