"""The bracket is whole on every screen: rounds below each other on a phone, a tree where there is room."""

import pytest

from tests.browser.conftest import Complaints
from tests.browser.looking import Hall, Look

# What is wider than its box, or sticks out of the window.
CUT = """() => [...document.querySelectorAll('main *')]
  .filter((each) => each.getClientRects().length && !each.closest('.vh'))
  .filter((each) => each.namespaceURI.endsWith('xhtml') && getComputedStyle(each).display !== 'inline')
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1
    || each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.className || each.localName)"""


@pytest.mark.parametrize("width", [360, 1280])
def test_the_bracket_is_whole(hall: Hall, look: Look, complaints: Complaints, width: int) -> None:
    page = look.come_in()
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"/t/{hall.stages.cut.code}/bracket")
    assert page.locator(".game").count() >= 6
    assert page.locator("#bracket-tree").is_visible() is (width == 1280)
    assert page.evaluate(CUT) == []
    assert page.locator(".game").first.is_visible()
