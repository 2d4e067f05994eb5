"""The organizer's word on a table where each player plays both sides, and on an intentional draw."""

from starlette.responses import Response

from app.services.kernel.call import Done
from app.services.play import intentional_draw
from app.services.play import two_games as both
from app.web.forms import InForm
from app.web.http.path_ids import Number
from app.web.pages.desk.frame import InDesk
from app.web.pages.desk.tables import carry_out
from app.web.pages.game_forms import games_of, two_for_one_of
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/tables/{table_id}")


@router.post("/games")
def set_games(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Set or correct the two games of a table, or 2 for 1; replacing a final result needs a reason."""

    def run() -> Done[object]:
        games, taker, reason = games_of(form), two_for_one_of(form), form.text("reason")
        return both.correct_games(desk.call, table_id, games, two_for_one_id=taker, reason=reason)

    return carry_out(desk, table_id, form, "result", run)


@router.post("/draw")
def set_draw(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Enter an intentional draw; replacing a final result needs a reason."""

    def run() -> Done[object]:
        return intentional_draw.set_intentional_draw(desk.call, table_id, reason=form.text("reason"))

    return carry_out(desk, table_id, form, "draw", run)
