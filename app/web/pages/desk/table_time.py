"""Time of its own for one table, given at the desk."""

from starlette.responses import Response

from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.play import clocks
from app.web.forms import InForm
from app.web.http.path_ids import Number
from app.web.pages.desk.frame import InDesk
from app.web.pages.desk.tables import carry_out
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/tables/{table_id}")

MOST_EXTRA_MINUTES = 120


@router.post("/extra-time")
def extra_time(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Give this table more minutes of its own."""
    desk.here.require("set_clock")

    def run() -> Done[object]:
        minutes = form.whole(
            "minutes", "Say how many minutes, like 5; a minus takes away.", "invalid-minutes"
        )
        if abs(minutes) > MOST_EXTRA_MINUTES:
            raise Refused(
                "extra-time-out-of-range",
                "Extra time of a table goes from 0 to 2 hours.",
                Kind.INVALID,
                field="minutes",
            )
        return clocks.extend_table(desk.call, table_id, minutes * 60)

    return carry_out(desk, table_id, form, "time", run)
