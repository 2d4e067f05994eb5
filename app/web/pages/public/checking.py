"""What anybody may ask without an event: is this deck legal, what is in a pool, what does a bid cost."""

from datetime import date as Day
from pathlib import Path
from typing import Annotated

from fastapi import Query, Request
from starlette.responses import Response

from app.deckcheck.cyberpunk import CYBERPUNK
from app.deckcheck.formats import all_formats, day_meant
from app.deckcheck.kept import KeptVerdict
from app.deckcheck.mwl import all_lists
from app.deckcheck.pools import CACHE_REFRESH
from app.sentences import say, t
from app.services.decks.verdicts import Answer, Question, check_in_detail, pool_asked
from app.services.kernel.errors import Kind, Refused
from app.sides import Side
from app.web.context import Context, InContext
from app.web.forms import InForm, Posted
from app.web.presenters.auction import all_starts
from app.web.presenters.checking import BidsPage, CheckPage, PoolPage, check_fields
from app.web.presenters.decks import VerdictShown, format_name, pool_shown, verdict_shown
from app.web.presenters.pool_cards import pool_cards_shown
from app.web.routes_made_late import Router
from app.web.templating import page
from app.web.views import FieldError

router = Router()

_LONGEST = 200


def format_options() -> list[tuple[str, str]]:
    """Every named format, for a select."""
    return [(code, spec.name) for code, spec in all_formats().items()]


def mwl_options(added: Path | None) -> list[tuple[str, str]]:
    """The Most Wanted Lists, for a select; the first follows the day."""
    lists = ((each.name, each.name) for each in all_lists(added))
    return [("", t("The list of the day")), ("none", t("No list")), *lists]


def day_typed(text: str, today: Day, format: str = CACHE_REFRESH) -> Day:
    """A date as browsers send it; for nothing today, or the last day of a format that is played no more.
    Refused invalid-date (422).
    """
    if not text.strip():
        return day_meant(format, today)
    try:
        return Day.fromisoformat(text.strip())
    except ValueError as error:
        sentence = say("{typed} is no date: write it as 2018-02-15.", typed=text.strip()[:40])
        raise Refused("invalid-date", sentence, Kind.INVALID, field="date") from error


@router.get("/check")
def check_form(request: Request, context: InContext, format: str = "", date: str = "") -> Response:
    """The empty form; `format` and `date` may come from a link."""
    typed = {"format": format[:_LONGEST] or CACHE_REFRESH, "date": date[:_LONGEST]}
    return _check(request, context, typed)


@router.post("/check")
def check(request: Request, context: InContext, form: InForm) -> Response:
    """The verdict on a pasted or uploaded list, below the form with everything that was typed."""
    try:
        answer = _answer(context, form)
    except Refused as refusal:
        return _check(request, context, form.values(), refusal=refusal)
    return _check(request, context, form.values(), answer=answer, source=_pasted(form))


def _pasted(form: Posted) -> str | bytes:
    return form.files.get("file", b"") or form.text("deck")


def _answer(context: Context, form: Posted) -> Answer:
    deck = _pasted(form)
    if not deck.strip():
        raise Refused("deck-missing", "Paste a deck list, or choose a file.", Kind.INVALID)
    today = context.now().date()
    format = form.line("format") or CACHE_REFRESH
    question = Question(
        deck=deck,
        day=day_typed(form.text("date"), today, format),
        identity=form.line("identity"),
        format=format,
        deluxe=form.line("deluxe"),
        mwl=form.line("mwl"),
    )
    return check_in_detail(context.installation.catalog, question, today)


def _check(
    request: Request,
    context: Context,
    typed: dict[str, str],
    *,
    answer: Answer | None = None,
    source: str | bytes | None = None,
    refusal: Refused | None = None,
) -> Response:
    catalog = context.installation.catalog
    errors = {refusal.field or "deck": refusal.sentence} if refusal else {}
    told = {name: text for name, text in typed.items() if text}
    view = CheckPage(
        typed=check_fields({"date": context.now().date().isoformat(), **told}),
        errors=check_fields(errors),
        summary=[FieldError(f"#f-{name}", text) for name, text in errors.items()],
        formats=[*format_options(), (CYBERPUNK, format_name(CYBERPUNK))],
        lists=mwl_options(catalog.added),
        deluxes=_deluxes(context, typed),
        identities=[card.title for side in Side for card in catalog.identities(side)],
        result=_told(answer, source) if answer else None,
        ask_identity=answer is not None and bool(answer.verdict.codes & _IDENTITY_CODES),
    )
    return page(request, view, status_code=int(refusal.kind) if refusal else 200)


def _told(answer: Answer, source: str | bytes | None) -> VerdictShown:
    verdict = KeptVerdict(answer.verdict.as_json())
    return verdict_shown(verdict, source, answer.advice, answer.legal_ranges)


_IDENTITY_CODES = {"identity-missing", "identity-ambiguous", "several-identities"}


def _deluxes(context: Context, typed: dict[str, str]) -> list[tuple[str, str]]:
    """The boxes a deck may choose in the pool asked for, for a select; the first leaves it to the checker."""
    try:
        format = typed.get("format") or CACHE_REFRESH
        day = day_typed(typed.get("date", ""), context.now().date(), format)
        pool = pool_asked(context.installation.catalog, format, day, None)
    except Refused:
        return [("", t("Find out by itself"))]
    found = [h.product.name for slot in pool.choices if slot.is_deluxe for h in slot.holdings]
    by_itself = [("", t("Find out by itself")), ("none", t("No deluxe"))]
    return [*by_itself, *((name, name) for name in found)]


@router.get("/pool")
def pool(
    request: Request,
    context: InContext,
    format: Annotated[str, Query(max_length=_LONGEST)] = CACHE_REFRESH,
    date: Annotated[str, Query(max_length=_LONGEST)] = "",
    q: Annotated[str, Query(max_length=_LONGEST)] = "",
    start: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> Response:
    """The products of a format on a day, how many titles they hold, and the cards, all or those searched
    for.
    """
    today = context.now().date()
    found, errors, status = None, {}, 200
    try:
        found = pool_asked(context.installation.catalog, format, day_typed(date, today, format), None)
    except Refused as refusal:
        errors = {refusal.field or "format": refusal.sentence}
        status = int(refusal.kind)
    view = PoolPage(
        formats=format_options(),
        format=format,
        date=date or day_meant(format, today).isoformat(),
        errors=check_fields(errors),
        q=q,
        pool=pool_shown(found) if found else None,
        cards=pool_cards_shown(found, q, start) if found else None,
    )
    return page(request, view, status_code=status)


@router.get("/bids")
def bids(request: Request) -> Response:
    """What each bid costs."""
    return page(request, BidsPage(starts=all_starts()))
