"""The event's card pool at the desk: search, add and remove products, and edit the slots of a custom pool."""

from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from app.sentences import message
from app.services.decks import pool_editing
from app.services.decks.event_pool import event_pool
from app.services.decks.product_search import search_products
from app.services.event import tournaments
from app.services.event.tournaments import settings_of
from app.services.kernel.errors import Refused
from app.web.forms import InForm, Posted
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.pool_editor import PoolEditorPage, pool_editor
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/pool")

LONGEST_SEARCH = 100
_BOXES = message("Type a number of boxes, like 1 or 3.")
_CHOOSE = message("Type how many of the products a deck uses, or leave it empty for all of them.")
_SLOT = message("Choose a slot.")

InWords = Annotated[str, Query(max_length=LONGEST_SEARCH)]


@router.get("")
def pool(desk: InDesk, q: InWords = "") -> Response:
    """The pool by slot, and products found by name, cycle or a card in them."""
    return _pool_page(desk, q)


def _pool_page(desk: Desk, words: str, refusal: Refused | None = None) -> Response:
    desk.here.require("edit_tournament")
    installation, tournament_id = desk.installation, desk.here.tournament_id
    found = search_products(installation.catalog, words)
    stored = pool_editing.stored_pool(settings_of(installation, tournament_id).pool_overrides)
    editor = pool_editor(event_pool(installation, tournament_id), stored, words, found)
    return desk.page(PoolEditorPage(desk.frame("/settings", clock=False), editor), refusal)


def _change(desk: Desk, form: Posted, make: tournaments.PoolChange) -> Response:
    """Store the pool that `make` gives for the pool and the changes stored when its turn comes."""
    words = form.text("q")[:LONGEST_SEARCH]
    return desk.carry_out(
        f"{desk.path}/pool",
        lambda: tournaments.edit_pool(desk.call, make),
        lambda refusal: _pool_page(desk.afresh(), words, refusal),
    )


@router.post("/add")
def add(desk: InDesk, form: InForm) -> Response:
    """Add boxes of a product, to a slot of a custom pool."""
    return _change(
        desk,
        form,
        lambda present, stored: pool_editing.add_product(
            present,
            stored,
            form.text("product"),
            form.whole("boxes", _BOXES, "invalid-boxes") if "boxes" in form else 1,
            form.whole("slot", _SLOT, "unknown-slot") if "slot" in form else None,
        ),
    )


@router.post("/remove")
def remove(desk: InDesk, form: InForm) -> Response:
    """Take a product out."""
    return _change(
        desk, form, lambda present, stored: pool_editing.remove_product(present, stored, form.text("product"))
    )


@router.post("/custom")
def make_custom(desk: InDesk, form: InForm) -> Response:
    """Turn the pool as it is into slots that can be changed one by one."""
    return _change(desk, form, pool_editing.as_custom)


@router.post("/slots")
def new_slot(desk: InDesk, form: InForm) -> Response:
    """Add a slot to a custom pool."""
    return _change(
        desk, form, lambda _, stored: pool_editing.add_slot(stored, form.text("name"), _choose(form))
    )


@router.post("/slots/change")
def change_slot(desk: InDesk, form: InForm) -> Response:
    """Rename a slot, or let decks choose from it."""
    return _change(
        desk,
        form,
        lambda _, stored: pool_editing.change_slot(
            stored, form.whole("slot", _SLOT, "unknown-slot"), form.text("name"), _choose(form)
        ),
    )


@router.post("/slots/remove")
def remove_slot(desk: InDesk, form: InForm) -> Response:
    """Take a slot out with its products."""
    return _change(
        desk,
        form,
        lambda _, stored: pool_editing.remove_slot(stored, form.whole("slot", _SLOT, "unknown-slot")),
    )


def _choose(form: Posted) -> int | None:
    return form.optional_whole("choose", _CHOOSE, "invalid-slot")
