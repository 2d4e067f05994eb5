"""A table of a game without sides at the desk: its result, and who begins."""

from starlette.responses import Response

from app.services.kernel.call import Done
from app.services.play import beginning, results
from app.web.forms import InForm
from app.web.http.path_ids import Number
from app.web.pages.desk.frame import InDesk
from app.web.pages.desk.tables import carry_out
from app.web.pages.game_forms import duel_of
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/tables/{table_id}")


@router.post("/duel")
def set_duel(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Set or correct the result of a game without sides; replacing a final one needs a reason."""
    desk.here.require("correct_result")

    def run() -> Done[object]:
        return results.correct_result(desk.call, table_id, duel_of(form), reason=form.text("reason"))

    return carry_out(desk, table_id, form, "result", run)


@router.post("/began")
def tell_who_begins(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Tell who begins a game without sides; nobody takes it back."""
    desk.here.require("check_in")

    def run() -> Done[object]:
        player = form.optional_whole("player", "Say who begins.", "player-missing")
        return beginning.tell_who_begins(desk.call, table_id, player)

    return carry_out(desk, table_id, form, "began", run)
