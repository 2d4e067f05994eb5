"""Random commands and undos in small: a few events. `make soak` plays three hundred."""

from pathlib import Path

from app.settings import Settings
from app.web.app import create_app
from tests.soak.any_commands import run
from tests.soak.every_read import addresses
from tests.soak.other_structures import STRUCTURES
from tests.walk import page_routes, route_of

EVENTS, STEPS = 6, 12
# Events at different stages, each of which once held a fault or comes to a cut or its end.
FIRST_SEED = 1


def test_whatever_commands_and_undos_leave_can_be_shown(tmp_path: Path) -> None:
    found = run(tmp_path, range(FIRST_SEED, FIRST_SEED + EVENTS), STEPS)
    assert found.wrong == [], "\n\n".join(found.wrong)
    assert found.read > 1000
    assert found.accepted["undo"] >= 5 and sum(found.accepted.values()) > 25


def test_events_of_other_structures_can_be_shown_as_well(tmp_path: Path) -> None:
    """Three in `make test`; `make soak` plays sixty of each."""
    others = STRUCTURES[2:]
    found = run(tmp_path, range(1001, 1001 + len(others)), 5, structures=others)
    assert found.wrong == [], "\n\n".join(found.wrong)
    assert found.read > 200 and sum(found.accepted.values()) >= 3


def test_every_page_and_read_of_an_event_is_among_the_addresses(tmp_path: Path) -> None:
    """A route that is new has to be opened after every command, too."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'none.sqlite3'}", data_dir=tmp_path)
    app = create_app(settings)
    tables = [{"id": 5}]
    opened = {
        path.partition("?")[0] for path, _ in addresses("BCDFG", [{"number": 1, "tables": tables}], [7])
    }
    pages = [route for route in page_routes(app, "GET") if route.startswith("/t/{code}")]
    reads = [
        path
        for path, actions in app.openapi()["paths"].items()
        if "get" in actions and path.startswith("/api/v1/tournaments/{code}") and not path.endswith("/live")
    ]
    missing = [route for route in (*pages, *reads) if not any(route_of(path, [route]) for path in opened)]
    assert missing == []
