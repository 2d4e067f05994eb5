"""Taking a role by an invitation: with the account one is signed in with, or with a name alone.

The link is used by a button and not by opening it: programs that fetch links to show a preview would burn it.
"""

from dataclasses import dataclass
from typing import ClassVar

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import Response

from app.sentences import message, t
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.permissions import Role
from app.services.people import accounts, members, sessions
from app.services.people.accounts import SHORTEST_PASSWORD, AccountSummary
from app.services.people.invitations import InvitationView, join_by_invitation, open_invitation
from app.web.context import Context, InContext
from app.web.forms import InForm, Posted
from app.web.http.password_queue import passwords_of
from app.web.http.rate_limits import address_of
from app.web.pages.answers import see_other
from app.web.requester import ACCOUNT_COOKIE, InSigned, Signed, set_cookie
from app.web.routes_made_late import Router
from app.web.templating import page
from app.web.views import View
from app.words.written import day

router = Router()

WHAT_ROLES_DO = {
    Role.OWNER: message("an owner: you run the event and say who helps"),
    Role.ORGANIZER: message("an organizer: you run the event"),
    Role.JUDGE: message("a judge: calls, biddings, results, decks and the clock"),
    Role.DISPLAY: message("a screen: you see what everybody sees"),
}


@dataclass(frozen=True)
class InvitationPage(View):
    """The page of an invitation; `account` is the name one is signed in with."""

    template: ClassVar[str] = "organizer/invitation.html"

    secret: str
    event: str
    date: str
    role: str
    account: str | None
    name: str
    name_error: str | None
    password_error: str | None
    shortest: int
    once: str


@dataclass(frozen=True)
class NoInvitationPage(View):
    """What a link says that works no more."""

    template: ClassVar[str] = "organizer/no_invitation.html"

    sentence: str


@router.get("/invitation/{secret}")
def invitation(request: Request, context: InContext, signed: InSigned, secret: str) -> Response:
    """What the invitation offers, and the form that takes it; opening the link takes no role yet."""
    try:
        offered = open_invitation(context.installation, context.now(), secret, signed.account)
    except Refused as refusal:
        return _gone(request, refusal)
    return _page(request, context, signed, secret, offered)


@router.post("/invitation/{secret}")
async def accept(
    request: Request, context: InContext, signed: InSigned, secret: str, form: InForm
) -> Response:
    """Take the role and open the desk; who has no account gets one with the name typed."""
    if signed.account is not None:
        return await run_in_threadpool(_with_account, request, context, signed.account, secret)
    typed = form.text("password")
    try:
        kept = None
        if typed:
            kept = await passwords_of(request).run(
                address_of(request.scope), lambda: accounts.hashed_password(typed)
            )
    except Refused as refusal:
        return await run_in_threadpool(_again, request, context, signed, secret, form, refusal)
    return await run_in_threadpool(_new_account, request, context, signed, secret, form, kept)


def _with_account(request: Request, context: Context, account: Actor, secret: str) -> Response:
    try:
        offered = open_invitation(context.installation, context.now(), secret, account)
        members.accept_invitation(context.installation, account, context.now(), secret)
    except Refused as refusal:
        return _gone(request, refusal)
    return see_other(f"/t/{offered.code}/desk")


def _new_account(
    request: Request, context: Context, signed: Signed, secret: str, form: Posted, kept: str | None
) -> Response:
    # The same form sent again draws the same secret, so a double tap finds its own session.
    session = form.secret(request.url.path, context.secret)
    present = sessions.session_of(context.installation, context.now(), session)
    if present is not None and present.kind is ActorKind.ORGANIZER:
        answer = _with_account(request, context, present, secret)
    else:
        try:
            offered = open_invitation(context.installation, context.now(), secret, None)
            done = join_by_invitation(context.installation, context.now(), secret, form.text("name"), kept)
        except Refused as refusal:
            return _again(request, context, signed, secret, form, refusal)
        answer = see_other(_first_page(context, session, offered, done))
    set_cookie(answer, context, ACCOUNT_COOKIE, session)
    return answer


def _first_page(context: Context, session: str, offered: InvitationView, done: Done[AccountSummary]) -> str:
    account = done.value
    actor = Actor(ActorKind.ORGANIZER, account.id, account.name)
    sessions.open_session(context.installation, context.now(), session, actor)
    if offered.role is Role.DISPLAY:
        return f"/t/{offered.code}/wall"
    return f"/t/{offered.code}/desk?did={done.entry}"


def _again(
    request: Request, context: Context, signed: Signed, secret: str, form: Posted, refusal: Refused
) -> Response:
    if refusal.kind is Kind.GONE:
        return _gone(request, refusal)
    try:
        offered = open_invitation(context.installation, context.now(), secret, None)
    except Refused as gone:
        return _gone(request, gone)
    return _page(request, context, signed, secret, offered, form.text("name"), refusal)


def _page(
    request: Request,
    context: Context,
    signed: Signed,
    secret: str,
    offered: InvitationView,
    name: str = "",
    refusal: Refused | None = None,
) -> Response:
    about_name = refusal is not None and refusal.field == "name"
    shown = InvitationPage(
        secret=secret,
        event=offered.event,
        date=day(offered.date),
        role=t(WHAT_ROLES_DO[offered.role]),
        account=signed.account.name if signed.account is not None else None,
        name=name,
        name_error=refusal.sentence if refusal and about_name else None,
        password_error=refusal.sentence if refusal and not about_name else None,
        shortest=SHORTEST_PASSWORD,
        once=context.secret(),
    )
    return page(request, shown, status_code=int(refusal.kind) if refusal else 200)


def _gone(request: Request, refusal: Refused) -> Response:
    return page(request, NoInvitationPage(refusal.sentence), status_code=int(refusal.kind))
