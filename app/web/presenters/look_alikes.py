"""Which names of a list could be taken for each other, like two that differ in a letter of another script."""

from typing import Any

from app.sentences import t
from app.services.kernel.names import look_alike_key


def tell_look_alikes(rows: list[dict[str, Any]]) -> None:
    """Add to the `notes` of each row the other names that its `name` could be taken for."""
    alike: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        alike.setdefault(look_alike_key(str(row["name"])), []).append(row)
    for group in alike.values():
        for row in group if len(group) > 1 else ():
            others = ", ".join(str(other["name"]) for other in group if other is not row)
            row["notes"] = ", ".join(filter(None, (row["notes"], t("looks like {names}", names=others))))
