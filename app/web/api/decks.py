"""Deck check, pools, cards and the bid table: what anybody may ask without a tournament."""

import json
from datetime import date as Day
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from starlette.responses import Response

from app.deckcheck.formats import day_meant
from app.sentences import say
from app.services.decks.card_search import search_cards
from app.services.decks.verdicts import Question, check_deck, check_in_detail, pool_asked
from app.services.kernel.errors import Kind, Refused
from app.sides import Side
from app.tournament.auction import HIGHEST_BID, price
from app.web.api.documents import problems
from app.web.context import InContext
from app.web.routes_made_late import Router

router = Router(prefix="/api/v1", tags=["cards and decks"])

_JSON_FIELDS = {"deck", "identity", "format", "date", "deluxe", "mwl", "details"}
_LIST_KEYS = {"cards", "data"}
_TEXT = 300
_QUERY = ("identity", "format", "date", "deluxe", "mwl", "details")
# Read by hand: seven declared parameters took FastAPI longer than reading and judging the deck together.
_CHECK_DOC = {
    "parameters": [
        {"name": name, "in": "query", "required": False, "schema": {"type": "string", "maxLength": _TEXT}}
        for name in ("identity", "format", "deluxe", "mwl")
    ]
    + [
        {"name": "date", "in": "query", "required": False, "schema": {"type": "string", "format": "date"}},
        {"name": "details", "in": "query", "required": False, "schema": {"type": "boolean"}},
    ],
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["deck"],
                    "properties": {
                        "deck": {"anyOf": [{"type": "string"}, {"type": "object"}]},
                        "identity": {"type": "string"},
                        "format": {"type": "string"},
                        "date": {"type": "string", "format": "date"},
                        "deluxe": {"type": "string"},
                        "mwl": {"type": "string"},
                        "details": {"type": "boolean"},
                    },
                }
            },
            "text/plain": {"schema": {"type": "string"}},
            "application/xml": {"schema": {"type": "string"}},
        },
    },
}


async def _raw_body(request: Request) -> bytes:
    return await request.body()


@router.post(
    "/decks/check",
    responses=problems(413, 415),
    openapi_extra=_CHECK_DOC,
    summary="Is this deck legal, and what is wrong with it?",
)
def check(request: Request, context: InContext, body: Annotated[bytes, Depends(_raw_body)]) -> Response:
    """The verdict: HTTP 200 for legal and illegal decks alike; 422 for what is no deck at all."""
    today = context.now().date()
    fields, deck = _deck_of(request.headers.get("content-type", ""), body)
    query = request.query_params
    asked = {**{name: query[name] for name in _QUERY if name in query}, **fields}
    details = _flag(asked.pop("details", False))
    day = _day(asked.pop("date", None)) or day_meant(str(asked.get("format", "")), today)
    question = Question(deck=deck, day=day, **{name: _text(name, value) for name, value in asked.items()})
    catalog = context.installation.catalog
    if details:
        return _answer(check_in_detail(catalog, question, today).as_json())
    return _answer(check_deck(catalog, question).as_json())


def _answer(verdict: dict[str, Any]) -> Response:
    """Plain values as JSON at once: checking them against a model took longer than judging the deck."""
    text = json.dumps(verdict, ensure_ascii=False, separators=(",", ":"))
    return Response(text.encode(), media_type="application/json")


def _deck_of(content_type: str, body: bytes) -> tuple[dict[str, Any], Any]:
    """The fields beside the deck, and the deck: text of any form, or parsed JSON."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind not in ("application/json", ""):
        return {}, body
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        if kind == "":
            return {}, body
        raise Refused(
            "invalid-json", "This is not valid JSON; a text list goes as text/plain.", Kind.INVALID
        ) from error
    if not isinstance(value, dict) or ("deck" not in value and _LIST_KEYS & value.keys()):
        return {}, value
    if "deck" not in value:
        raise Refused(
            "deck-missing",
            say("Send the deck as {example}: a text, or identity and cards.", example='{"deck": …}'),
            Kind.INVALID,
        )
    unknown = sorted(set(value) - _JSON_FIELDS)
    if unknown:
        names = [_whole(name[:40]) for name in unknown[:5]]
        raise Refused(
            "unknown-field", say("There is no field named {field}: leave it out.", field=names), Kind.INVALID
        )
    return {k: v for k, v in value.items() if k != "deck" and v is not None}, value["deck"]


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > _TEXT:
        raise Refused(
            "invalid-field",
            say("{field} is a text of up to {most} characters.", field=name, most=_TEXT),
            Kind.INVALID,
        )
    return _whole(value)


def _whole(text: str) -> str:
    r"""The text with a question mark for half a character (`\ud800` in JSON), which no answer can repeat."""
    return text.encode("utf-8", "replace").decode()


def _flag(value: object) -> bool:
    if value in (True, False):
        return bool(value)
    words = {"true": True, "1": True, "false": False, "0": False, "": False}
    if str(value).lower() not in words:
        raise Refused("invalid-field", "details is true or false.", Kind.INVALID)
    return words[str(value).lower()]


def _day(value: object) -> Day | None:
    if value is None:
        return None
    try:
        return Day.fromisoformat(str(value))
    except ValueError as error:
        raise Refused(
            "invalid-date",
            say("{written} is no date: write it as 2018-02-15.", written=_whole(str(value)[:40])),
            Kind.INVALID,
        ) from error


@router.get("/pools/{format}", responses=problems(), summary="The card pool of a format on a day")
def pool(
    context: InContext,
    format: str,
    date: Annotated[Day | None, Query()] = None,
    mwl: Annotated[str | None, Query(max_length=_TEXT)] = None,
) -> dict[str, Any]:
    """Slots, products and sizes in titles."""
    day = date or context.now().date()
    return pool_asked(context.installation.catalog, format[:_TEXT], day, mwl).as_json()


@router.get("/cards", responses=problems(), summary="Cards by name")
def cards(
    context: InContext,
    q: Annotated[str, Query(max_length=100)] = "",
    date: Annotated[Day | None, Query()] = None,
    side: Annotated[Side | None, Query()] = None,
    identities: Annotated[bool, Query(description="Identities only")] = False,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> dict[str, Any]:
    """Best matches first, with product, copies in the pool of the day, and influence."""
    day = date or context.now().date()
    found = search_cards(context.installation.catalog, q, day, side, identities_only=identities, limit=limit)
    return {"cards": found}


@router.get("/auction/table", summary="What each bid costs")
def auction_table() -> list[dict[str, int]]:
    """Eleven rows: bid, starting hand, starting credits."""
    return [
        {"bid": bid, "starting_hand": price(bid).hand, "starting_credits": price(bid).credits}
        for bid in range(HIGHEST_BID + 1)
    ]
