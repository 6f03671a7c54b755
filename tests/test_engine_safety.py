"""What is known beforehand: after which operations of an effect nothing can fail any more."""

import json

import pytest
from kit import changed

from interpreter.engine.safety import Safety


def safe(effect):
    """Whether nothing of an effect can fail, from its beginning on."""
    action = {"id": "tried", "name": {"en": "tried"}, "effect": effect, "source": "placeholder"}
    ruleset = changed("toy", f"actions: [{json.dumps(action)}]")
    return Safety(ruleset).safe[ruleset.actions["tried"].program][0]


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("gain 1 wood", True),
        ("pay 1 wood", False),
        ("require my.wood > 0", False),
        ("may { pay 1 wood }", True),
        ("roll n from 1 to 6 { gain n wood }", True),
        ("roll n from 1 to my.wood { gain n wood }", False),
        ("roll c in colour { gain 1 wood }", True),
        ("roll c in those(c in colour where my.wood > 2) { gain 1 wood }", False),
        # A zone that holds only so many has room once it was emptied, whichever way led there.
        ("for each t in pool { move t to red.spot }", False),
        ("for each s in red.spot { move s to pool }; move token to red.spot", True),
        ("for each s in blue.spot { move s to pool }; move token to red.spot", False),
        (
            "if my.wood > 0 { for each s in red.spot { move s to pool } }; move token to red.spot",
            False,
        ),
        ("for each s in red.spot { move s to pool }; move pool to red.spot", False),
        ("for each s in red.spot { move s to pool }; move blue.spot to red.spot", True),
    ],
)
def test_what_can_fail_is_known_beforehand(effect, expected):
    assert safe(effect) is expected
