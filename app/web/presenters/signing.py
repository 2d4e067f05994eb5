"""Coming in as an organizer, and what the account shows: password, link for another device, tokens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import ClassVar

from markupsafe import Markup

from app.sentences import t
from app.services.people.accounts import AccountSummary
from app.services.people.sessions import Scope, TokenSummary
from app.web.views import FieldError, View
from app.words.written import short_day


@dataclass(frozen=True, kw_only=True)
class SignInPage(View):
    """The form for name and password; `next` is the path to go on to, `error` why the last try failed."""

    template: ClassVar[str] = "public/sign_in.html"

    name: str
    next: str
    error: str | None


@dataclass(frozen=True, kw_only=True)
class SignInLinkPage(View):
    """The button of a one-time link; `error` where it does not work."""

    template: ClassVar[str] = "public/sign_in_link.html"

    secret: str
    error: str | None


@dataclass(frozen=True)
class TokenShown:
    """A token without its secret; `over`: it has ended, `end_words` names it for who cannot see the row."""

    id: int
    label: str
    may: str
    made: str
    ends: str
    over: bool
    end_words: str


@dataclass(frozen=True)
class AccountFields:
    """A text for each field of the account's forms: what was typed, or the sentence on what is wrong."""

    label: str | None = None
    scope: str | None = None
    days: str | None = None
    password: str | None = None


@dataclass(frozen=True, kw_only=True)
class AccountPage(View):
    """The account. `made` is a new token's secret and `link` a sign-in link, each shown once.

    `welcome`: came by a link. `saved` is 'password', 'token' or empty; `shortest` counts the characters of a
    password; `once` is the key by which a form sent again makes nothing new; `typing`: a form came back.
    """

    template: ClassVar[str] = "public/account.html"

    account: AccountSummary
    tokens: Sequence[TokenShown]
    tokens_work: bool
    summary: Sequence[FieldError]
    errors: AccountFields
    typed: AccountFields
    typing: bool
    made: str | None
    link: str | None
    link_qr: Markup | None
    welcome: bool
    saved: str
    shortest: int
    once: str


def account_fields(values: Mapping[str, str]) -> AccountFields:
    """The fields of the account's forms among what was typed, or among the errors."""
    names = {each.name for each in fields(AccountFields)}
    return AccountFields(**{name: text for name, text in values.items() if name in names})


def token_shown(token: TokenSummary, now: datetime) -> TokenShown:
    """A token as a row."""
    return TokenShown(
        id=token.id,
        label=token.label or t("without a label"),
        may=t("read and write") if token.scope is Scope.WRITE else t("read"),
        made=short_day(token.created_at.date()),
        ends=_ends(token),
        over=bool(token.revoked_at or (token.expires_at and token.expires_at <= now)),
        end_words=t("End the token {label}", label=token.label),
    )


def _ends(token: TokenSummary) -> str:
    if token.revoked_at:
        return t("ended {day}", day=short_day(token.revoked_at.date()))
    # words: when a token ends
    return short_day(token.expires_at.date()) if token.expires_at else t("never")
