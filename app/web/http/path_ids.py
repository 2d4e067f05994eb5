"""Numbers in addresses. One that no row can have is not there, and no database is asked for it.

SQLite fails at what is longer than 64 bits; ids and numbers of rounds stay far below 32.
"""

from typing import Annotated

from pydantic import AfterValidator

from app.services.kernel.errors import not_found

MOST_NUMBER = 2**31 - 1


def _possible(number: int) -> int:
    if not 0 <= number <= MOST_NUMBER:
        raise not_found("number")
    return number


Number = Annotated[int, AfterValidator(_possible)]
