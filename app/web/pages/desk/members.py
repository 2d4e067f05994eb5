"""Who helps to run an event: roles, and invitation links for new helpers."""

from collections.abc import Callable

from starlette.responses import Response

from app.sentences import message, t
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.permissions import MEMBER_ROLES, Role
from app.services.people import members
from app.web.forms import InForm, Posted, typed_in
from app.web.http.path_ids import Number
from app.web.pages.desk.frame import Desk, InDesk
from app.web.pages.links import hall_address, qr_code
from app.web.presenters.desk_players import LinkShown
from app.web.presenters.desk_staff import (
    SHORT,
    InvitationShown,
    InvitedPart,
    MemberShown,
    RoleChoice,
    StaffPage,
    invitation_shown,
)
from app.web.routes_made_late import Router

router = Router()

PREFIX = "/t/{code}/desk/staff"
ROLES = {
    Role.JUDGE: (
        message("Judge"),
        message("answers calls, enters and corrects results, checks decks, runs the clock; pairs nothing"),
    ),
    Role.ORGANIZER: (
        message("Organizer"),
        message("runs the event: pairs, publishes, closes, changes settings and players, undoes"),
    ),
    Role.OWNER: (message("Owner"), message("everything, and says who helps")),
    Role.DISPLAY: (message("Screen"), message("sees what everybody sees: for the computer at the projector")),
}


@router.get(PREFIX)
def staff(desk: InDesk) -> Response:
    """Everybody who helps, and the links that wait for somebody."""
    desk.here.require("see_members")
    return _staff(desk)


def _staff(
    desk: Desk,
    refusal: Refused | None = None,
    form: Posted | None = None,
    link: LinkShown | None = None,
    key: str = "",
) -> Response:
    place, me, now = (desk.installation, desk.here.tournament_id), desk.here.actor, desk.here.context.now()
    shown = StaffPage(
        desk.frame("/staff"),
        members=[
            MemberShown(each.account_id, each.name, each.role, me=each.account_id == me.id)
            for each in members.members(*place)
        ],
        invitations=[invitation_shown(each, now) for each in members.invitations(*place)]
        if desk.here.may("manage_members")
        else [],
        roles=[RoleChoice(role, t(name), t(may)) for role, (name, may) in ROLES.items()],
        short={role: t(words) for role, words in SHORT.items()},
        typed=typed_in(form),
        link=link,
        invited=_invited(desk, key) if key else None,
    )
    return desk.page(shown, refusal)


def _invited(desk: Desk, key: str) -> InvitationShown:
    found = [one for one in members.invitations(desk.installation, desk.here.tournament_id) if one.key == key]
    if not found:
        raise not_found("invitation")
    return invitation_shown(found[0], desk.here.context.now())


@router.get(PREFIX + "/invitations/{key}")
def invited(key: str, desk: InDesk) -> Response:
    """What became of an invitation, below its code: who took it hides the code."""
    desk.here.require("manage_members")
    return desk.fragment(InvitedPart(desk.part_frame, _invited(desk, key)))


def _do(desk: Desk, form: Posted | None, run: Callable[[], Done[object]]) -> Response:
    return desk.carry_out(f"{desk.path}/staff", run, lambda refusal: _staff(desk.afresh(), refusal, form))


def _role(form: Posted) -> Role:
    role = form.choice("role", Role, "Choose a role.")
    if role not in MEMBER_ROLES:
        raise Refused("invalid-role", "Choose a role from the list.", Kind.INVALID, field="role")
    return role


@router.post(PREFIX)
def add(desk: InDesk, form: InForm) -> Response:
    """Give an account of this installation a role."""
    desk.here.require("manage_members")
    return _do(desk, form, lambda: members.add_member(desk.call, form.text("name").strip(), _role(form)))


@router.post(PREFIX + "/invitations")
def invite(desk: InDesk, form: InForm) -> Response:
    """A link that makes whoever opens it a helper, once; shown this once."""
    desk.here.require("manage_members")
    secret = form.secret(desk.request.url.path, desk.here.context.secret)
    try:
        members.invite_member(desk.call, _role(form), form.text("label"), secret)
    except Refused as refusal:
        return _staff(desk.afresh(), refusal, form)
    address = f"{hall_address(desk.request, desk.here.context)}/invitation/{secret}"
    link = LinkShown(address, qr_code(address, t("QR code of the invitation")))
    return _staff(desk.afresh(), link=link, key=members.key_of_link(secret))


@router.post(PREFIX + "/invitations/{key}/withdraw")
def withdraw(key: str, desk: InDesk) -> Response:
    """Take an invitation back."""
    desk.here.require("manage_members")
    return _do(desk, None, lambda: members.withdraw_invitation(desk.call, key))


@router.post(PREFIX + "/{account_id}")
def change(account_id: Number, desk: InDesk, form: InForm) -> Response:
    """Give a member another role, or none any more."""
    desk.here.require("manage_members")
    if form.text("remove"):
        return _do(desk, None, lambda: members.remove_member(desk.call, account_id))
    return _do(desk, None, lambda: members.change_role(desk.call, account_id, _role(form)))
