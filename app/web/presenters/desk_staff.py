"""Who helps to run an event: the members with their roles, and the invitations with what became of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.sentences import message, t
from app.services.kernel.permissions import Role
from app.services.people.members import InvitationSummary
from app.web.presenters.desk_frame import DeskPage, DeskPart
from app.web.presenters.desk_players import LinkShown
from app.web.views import ByField
from app.words.written import short_day

SHORT = {
    Role.OWNER: message("owner"),
    Role.ORGANIZER: message("organizer"),
    Role.JUDGE: message("judge"),
    Role.DISPLAY: message("screen"),
}


@dataclass(frozen=True)
class MemberShown:
    """An account that helps; `me` is the reader."""

    id: int
    name: str
    role: Role
    me: bool


@dataclass(frozen=True)
class RoleChoice:
    """A role to choose, and what it may do."""

    value: str
    label: str
    hint: str
    side: str | None = None


@dataclass(frozen=True)
class InvitationShown:
    """An invitation; it can be taken back while it is `open`."""

    key: str
    role: str
    label: str
    until: str
    state: str
    used: bool
    open: bool


@dataclass(frozen=True)
class StaffPage(DeskPage):
    """Everybody who helps; `roles` are the choices with what each may do, `short` their words.

    `link` is the code of an invitation just made, `invited` what became of it.
    """

    template: ClassVar[str] = "organizer/staff.html"

    members: Sequence[MemberShown]
    invitations: Sequence[InvitationShown]
    roles: Sequence[RoleChoice]
    short: Mapping[Role, str]
    typed: ByField
    link: LinkShown | None
    invited: InvitationShown | None


@dataclass(frozen=True)
class InvitedPart(DeskPart):
    """What became of the invitation whose code is shown above."""

    template: ClassVar[str] = "fragments/desk_invited.html"

    invited: InvitationShown


def invitation_shown(found: InvitationSummary, now: datetime) -> InvitationShown:
    """An invitation with what became of it."""
    old = found.expires_at <= now
    return InvitationShown(
        key=found.key,
        role=t(SHORT[found.role]),
        label=found.label or t("without a note"),
        until=short_day(found.expires_at.date()),
        state=t("used") if found.used else t("too old") if old else t("waits"),
        used=found.used,
        open=not (found.used or old),
    )
