"""Organizers come in by name and password or by a one-time link, and keep their password and their tokens.

A link is used by a button and not by opening it: programs that fetch links to show a preview would burn it.
"""

from datetime import timedelta

from anyio import to_thread
from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import Response

from app.sentences import say, t
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.people import accounts, sessions
from app.services.people.accounts import SHORTEST_PASSWORD, AccountSummary
from app.services.people.sessions import Scope
from app.web.context import Context, InContext
from app.web.forms import InForm, Posted
from app.web.http.password_queue import passwords_of
from app.web.http.path_ids import Number
from app.web.http.rate_limits import address_of, rates_of
from app.web.pages.answers import own_path, see_other
from app.web.pages.links import hall_address, qr_code
from app.web.presenters.signing import (
    AccountPage,
    SignInLinkPage,
    SignInPage,
    account_fields,
    token_shown,
)
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE, InSigned, Signed, set_cookie
from app.web.routes_made_late import Router
from app.web.templating import page
from app.web.views import FieldError

router = Router()

AFTER_SIGN_IN = "/organize"
LONGEST_TOKEN_DAYS = 3650


@router.get("/sign-in")
def sign_in_form(request: Request, next: str = "") -> Response:
    """The form for name and password."""
    return _sign_in(request, {"next": next})


@router.post("/sign-in")
async def sign_in(request: Request, context: InContext, form: InForm) -> Response:
    """Check name and password; a refusal keeps the name and never says which of the two was wrong."""
    try:
        account = await _checked(request, context, form.text("name"), form.text("password"))
    except Refused as refusal:
        one_by_one = passwords_of(request).refusals
        return await to_thread.run_sync(_sign_in, request, form.values(), refusal, limiter=one_by_one)
    path = own_path(form.text("next"), AFTER_SIGN_IN)
    return await run_in_threadpool(_signed_in, context, account, path)


async def _checked(request: Request, context: Context, name: str, password: str) -> AccountSummary:
    """Who this is. The allowance is taken first: many at once get no more than one by one."""
    rates, address = rates_of(request), address_of(request.scope)
    rates.take_password(address, name)
    try:
        account = await passwords_of(request).run(
            address, lambda: accounts.sign_in_with_password(context.installation, name, password)
        )
    except Refused as refusal:
        if refusal.kind is Kind.TOO_MANY:
            rates.unused_password(address, name)
        raise
    rates.right_password(address, name)
    return account


def _sign_in(request: Request, values: dict[str, str], refusal: Refused | None = None) -> Response:
    view = SignInPage(
        name=values.get("name", ""),
        next=values.get("next", ""),
        error=refusal.sentence if refusal else None,
    )
    wait = refusal.state.get("retry_after_seconds") if refusal else None
    headers = {"retry-after": str(wait)} if wait is not None else None
    return page(request, view, status_code=int(refusal.kind) if refusal else 200, headers=headers)


@router.get("/sign-in/{secret}")
def sign_in_link(request: Request, secret: str) -> Response:
    """The button of a one-time link; opening the link changes nothing."""
    return page(request, SignInLinkPage(secret=secret, error=None))


@router.post("/sign-in/{secret}")
def use_sign_in_link(request: Request, context: InContext, secret: str) -> Response:
    """Sign in by the link, once; who has no password yet is asked for one next."""
    try:
        account = accounts.sign_in_with_link(context.installation, context.now(), secret)
    except Refused as refusal:
        view = SignInLinkPage(secret=secret, error=refusal.sentence)
        return page(request, view, status_code=int(refusal.kind))
    return _signed_in(context, account, AFTER_SIGN_IN if account.has_password else "/account?welcome=1")


def _signed_in(context: Context, account: AccountSummary, path: str) -> Response:
    answer = see_other(path)
    secret = context.secret()
    actor = Actor(ActorKind.ORGANIZER, account.id, account.name)
    sessions.open_session(context.installation, context.now(), secret, actor)
    set_cookie(answer, context, ACCOUNT_COOKIE, secret)
    return answer


@router.post("/sign-out")
def sign_out(request: Request, context: InContext) -> Response:
    """End the sessions of this browser, the organizer's and the player's."""
    answer = see_other("/")
    for name in (ACCOUNT_COOKIE, PLAYER_COOKIE):
        secret = request.cookies.get(name)
        if secret:
            sessions.close_session(context.installation, secret)
            answer.delete_cookie(name, path="/")
    return answer


@router.get("/account")
def account(request: Request, context: InContext, signed: InSigned, welcome: bool = False) -> Response:
    """Password and tokens of the account that is signed in."""
    if signed.account is None:
        return see_other("/sign-in?next=/account")
    return _account(request, context, signed, welcome=welcome)


@router.post("/account/password")
async def set_password(request: Request, context: InContext, signed: InSigned, form: InForm) -> Response:
    """Set the password; sessions and sign-in links end, tokens if asked; this browser gets a new session."""
    account_id = _account_id(signed)
    try:
        if form.text("password") != form.text("again"):
            raise Refused("passwords-differ", "The two passwords differ: type both again.", Kind.INVALID)
        ends = context.now() if form.text("end_tokens") == "1" else None
        await passwords_of(request).run(
            address_of(request.scope),
            lambda: accounts.set_password(
                context.installation, account_id, form.text("password"), tokens_end_at=ends
            ),
        )
    except Refused as refusal:
        errors = {"password": refusal.sentence}
        return await run_in_threadpool(_account, request, context, signed, errors=errors, refusal=refusal)
    return await run_in_threadpool(_with_new_password, context, account_id)


def _with_new_password(context: Context, account_id: int) -> Response:
    summary = accounts.account_with_id(context.installation, account_id)
    return _signed_in(context, summary, "/account?saved=password")


@router.post("/account/link")
def make_link(request: Request, context: InContext, signed: InSigned, form: InForm) -> Response:
    """Make a link that signs another device in, once; shown this once."""
    account_id = _account_id(signed)
    name = accounts.account_with_id(context.installation, account_id).name
    secret = form.secret(request.url.path, context.secret)
    accounts.new_sign_in_link(context.installation, context.now(), name, secret)
    return _account(request, context, signed, link=f"{hall_address(request, context)}/sign-in/{secret}")


@router.post("/account/tokens")
def create_token(request: Request, context: InContext, signed: InSigned, form: InForm) -> Response:
    """Make a token and show its secret this once."""
    account_id = _account_id(signed)
    name = accounts.account_with_id(context.installation, account_id).name
    secret = form.secret(request.url.path, context.secret)
    try:
        _make_token(context, name, secret, form)
    except Refused as refusal:
        return _account(
            request, context, signed, errors={"days": refusal.sentence}, refusal=refusal, typed=form
        )
    return _account(request, context, signed, made=secret)


def _make_token(context: Context, name: str, secret: str, form: Posted) -> None:
    sentence = say("Give the days as a number from 1 to {most}, or nothing.", most=LONGEST_TOKEN_DAYS)
    days = form.optional_whole("days", sentence)
    if days is not None and not 1 <= days <= LONGEST_TOKEN_DAYS:
        raise Refused("invalid-expiry", sentence, Kind.INVALID)
    now = context.now()
    sessions.create_token(
        context.installation,
        now,
        name,
        form.text("label"),
        form.choice("scope", Scope, say("Say what the token may do: read, or read and write.")),
        secret,
        now + timedelta(days=days) if days else None,
    )


@router.post("/account/tokens/{token_id}/revoke")
def revoke_token(context: InContext, signed: InSigned, token_id: Number) -> Response:
    """End a token at once."""
    sessions.revoke_token(context.installation, context.now(), _account_id(signed), token_id)
    return see_other("/account?saved=token#tokens")


def _account_id(signed: Signed) -> int:
    if signed.account is None or signed.account.id is None:
        raise Refused("not-signed-in", "Sign in as an organizer first.", Kind.NOT_SIGNED_IN)
    return signed.account.id


def _account(
    request: Request,
    context: Context,
    signed: Signed,
    *,
    errors: dict[str, str] | None = None,
    refusal: Refused | None = None,
    typed: Posted | None = None,
    made: str | None = None,
    welcome: bool = False,
    link: str | None = None,
) -> Response:
    account_id = _account_id(signed)
    tokens = sessions.tokens_of(context.installation, account_id)
    view = AccountPage(
        account=accounts.account_with_id(context.installation, account_id),
        tokens=[token_shown(token, context.now()) for token in tokens],
        tokens_work=any(token.revoked_at is None for token in tokens),
        summary=[FieldError(f"#f-{name}", text) for name, text in (errors or {}).items()],
        errors=account_fields(errors or {}),
        typed=account_fields(typed.values() if typed else {}),
        typing=typed is not None,
        made=made,
        link=link,
        link_qr=qr_code(link, t("QR code of the sign-in link")) if link else None,
        welcome=welcome,
        saved=request.query_params.get("saved", ""),
        shortest=SHORTEST_PASSWORD,
        once=context.secret(),
    )
    return page(request, view, status_code=int(refusal.kind) if refusal else 200)
