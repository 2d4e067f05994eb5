"""What the journal keeps of a command is what it changed, in less room."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.storage.packed_changes import pack, unpack

VALUES = (
    st.none()
    | st.booleans()
    | st.integers(0, 2)
    | st.just(1.0)
    | st.text("ab", max_size=2)
    | st.just({"a": 1})
)
SIDES = st.none() | st.dictionaries(st.sampled_from(["lot", "name", "dropped"]), VALUES)
CHANGES = st.lists(
    st.fixed_dictionaries(
        {
            "table": st.sampled_from(["player", "round"]),
            "id": st.integers(1, 9),
            "before": SIDES,
            "after": SIDES,
        }
    ),
    max_size=8,
)


def exactly(value: Any) -> str:
    """Equal only for what JSON tells apart: 1, 1.0 and true."""
    return json.dumps(value, sort_keys=True)


@given(CHANGES)
def test_every_change_comes_back_as_it_was(changes: list[dict[str, Any]]) -> None:
    kept = json.loads(json.dumps(pack(changes)))
    assert exactly(unpack(kept)) == exactly(changes)


def test_changes_alike_are_one_group_and_one_alone_stays_as_it_is() -> None:
    def change(number: int, **after: Any) -> dict[str, Any]:
        return {"table": "player", "id": number, "before": {"lot": number, "dropped": False}, "after": after}

    alone = {"table": "round", "id": 1, "before": None, "after": {"number": 1}}
    changes = [change(7, lot=5, dropped=True), change(8, lot=6, dropped=True), alone]
    assert pack(changes) == [
        {
            "table": "player",
            "ids": [7, 8],
            "before": {"same": {"dropped": False}, "each": {"lot": [7, 8]}},
            "after": {"same": {"dropped": True}, "each": {"lot": [5, 6]}},
        },
        alone,
    ]
    assert unpack(changes) == changes, "as versions of before wrote them"
