"""The staff page: a used link hides its code, roles say what they may do, and judges see no empty pages."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.services.kernel.actors import Actor, ActorKind
from app.services.people import accounts
from app.services.people.members import accept_invitation

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event


def test_the_code_of_a_used_invitation_is_hidden(clerk: "Callable[..., Clerk]", event: "Event") -> None:
    olga, judith = clerk("Olga"), clerk("Judith")
    staff = f"/t/{event.code}/desk/staff"
    olga.get(staff)
    # The helper of most events is a judge, and each role says what it may do.
    assert re.search(r'value="judge" checked', olga.page)
    assert "answers calls" in olga.words and "pairs, publishes, closes" in olga.words
    page = olga.post(f"{staff}/invitations", role="judge", label="Judith")
    secret = re.search(r"/invitation/([\w-]+)", page)
    part = re.search(r'data-fragment="([^"]*/staff/invitations/\w+)" data-topics="members"', page)
    assert secret is not None and part is not None
    assert "Whoever opens it first" in olga.words
    judith.get(part[1], status=401)
    context = event.http.app.state.context  # type: ignore[attr-defined]
    account = accounts.account_named(context.installation, "Judith").id
    accept_invitation(
        context.installation, Actor(ActorKind.ORGANIZER, account, "Judith"), context.now(), secret[1]
    )
    fragment = olga.get(part[1])
    assert 'class="used"' in fragment and "works no more" in olga.words
    olga.get(f"{staff}/invitations/0000000000000000", status=404)
    # A judge has no way to pages that have nothing for them, and no empty card.
    judith.get(f"/t/{event.code}/desk/settings")
    assert "Events of the day" not in judith.words and "Registration, cut and end" not in judith.words
    olga.get(f"/t/{event.code}/desk/settings")
    assert "Events of the day" in olga.words and "Registration, cut and end" in olga.words


def test_who_goes_to_a_call_has_the_form_before_them(clerk: "Callable[..., Clerk]", event: "Event") -> None:
    """Folded under the word of its button it closed when one tapped that word."""
    ana = event.player("Ana")
    event.post("/calls", {"reason": "Help"}, event.tokens[ana], status=201)
    olga, calls = clerk("Olga"), f"/t/{event.code}/desk/calls"
    number = re.search(r"/calls/(\d+)/claim", olga.get(calls))
    assert number is not None
    assert f'<details class="more" id="done-{number[1]}">' in olga.page
    olga.live(f"{calls}/{number[1]}/claim")
    assert f"{calls}/{number[1]}/close" in olga.page and "<details" not in olga.page
