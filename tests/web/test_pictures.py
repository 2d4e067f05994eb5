"""The hall of `make pictures`: it can be made, and every page it shows is there."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from tests.made_up_hall import OWNER_SESSION, PLAYER_SESSION, make_hall

TOOL = Path(__file__).parents[2] / "tools" / "make_pictures.py"


@pytest.mark.slow
def test_every_page_of_the_pictures_is_there_and_shows_its_scene(http: Any, timepiece: Any) -> None:
    hall = make_hall(http.app.state.context.installation, timepiece())
    cookies = {"cookie": f"{ACCOUNT_COOKIE}={OWNER_SESSION}; {PLAYER_COOKIE}={PLAYER_SESSION}"}
    shots = runpy.run_path(str(TOOL))["SHOTS"]
    pages = {
        shot.name: http.get(
            shot.address.format(**vars(hall)),
            headers=cookies if shot.signed else {},
            follow_redirects=False,
        )
        for shot in shots
    }
    assert [name for name, page in pages.items() if page.status_code != 200] == []
    assert len(shots) == 12
    assert "Your turn." in pages["bidding-phone"].text and "Next step" in pages["desk"].text
    assert all("Champion" in pages[name].text for name in ("champion", "wall-champion"))
    assert "Spring Refresh" in pages["home"].text
