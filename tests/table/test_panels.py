"""What becomes of a panel on the screen: as little as possible is set, and nothing old stays."""

from __future__ import annotations

import pytest

from tests.table.troupe import bare_script
from tts_tool.resources import lua_templates_dir
from tts_tool.table.scripts import Script

GAME = """
drawn, changes = 0, {}
UI = {
    loading = false,
    setXmlTable = function() drawn = drawn + 1 end,
    setAttributes = function(id, change) changes[id] = change end,
}
panel = (function() %s end)()
function show(rows)
    drawn, changes = 0, {}
    local where = { corner = 'UpperRight', offset = '0 0', width = 300 }
    panel.show('referee', { panel.drawn(rows, { 'Red' }, where) }, function() end)
    return { drawn, changes }
end
"""


@pytest.fixture
def script() -> Script:
    """Show a row of a text and a button."""
    script = bare_script(GAME % (lua_templates_dir() / "lib/panel.lua").read_text("utf-8"))
    assert shown(script, "{ text = 'Turn', wide = 90 }, { press = 'go', text = 'Go' }")[0] == 1
    return script


def shown(script: Script, row: str) -> tuple[int, dict[str, object]]:
    """Show a row; say how often all was drawn, and what was set of which element."""
    drawn, changes = script.execute(f"return show({{{{ {row} }}}})")
    return drawn, changes or {}


@pytest.mark.parametrize(
    ("row", "changes"),
    [
        ("{ text = 'Turn', wide = 90 }, { press = 'go', text = 'Go' }", {}),
        (
            "{ text = 'Pause', wide = 90 }, { press = 'go', text = 'Go' }",
            {"referee.1.1.1": {"text": "Pause"}},
        ),
        (
            "{ text = 'Turn', wide = 90 }, { press = 'go', text = 'Go', wide = 40 }",
            {"referee.1.1.2": {"minWidth": 40, "flexibleWidth": "0"}},
        ),
        (
            "{ text = 'Turn', wide = 90, hidden = true }, { press = 'go', text = 'Go' }",
            {"referee.1.1.1": {"active": "false"}},
        ),
    ],
)
def test_only_what_is_other_is_set(script: Script, row: str, changes: dict[str, object]) -> None:
    """What stays as it is, is not set; what was set is not set again."""
    assert shown(script, row) == (0, changes)
    assert shown(script, row) == (0, {})


@pytest.mark.parametrize(
    "row",
    [
        "{ text = 'Turn' }, { press = 'go', text = 'Go' }",
        "{ text = 'Turn', tip = 'x' }, { press = 'go', text = 'Go', wide = 40 }",
        "{ text = 'Turn', wide = 90 }, { text = 'Go' }",
        "{ text = 'Turn', wide = 90 }",
    ],
)
def test_what_can_not_be_taken_away_is_drawn_anew(script: Script, row: str) -> None:
    """An element that loses an attribute, becomes another or goes; also if it gained one before."""
    assert shown(script, row) == (1, {})
    wider = row.replace("'Turn'", "'Turn', size = 9")
    assert shown(script, wider)[0] == 0


def test_what_was_gained_is_lost_again(script: Script) -> None:
    """How many attributes an element has is counted anew each time that they are set."""
    gained = "{ text = 'Turn', wide = 90 }, { press = 'go', text = 'Go', wide = 40 }"
    assert shown(script, gained)[0] == 0
    assert shown(script, gained.replace(", wide = 40", ""))[0] == 1


def test_what_nobody_sees_stays_as_it_is(script: Script) -> None:
    """Words of a hidden element are set when it is shown, all that are other by then."""
    rest = "{ press = 'go', text = 'Go' }"
    assert shown(script, f"{{ text = 'Turn', wide = 90, hidden = true }}, {rest}")[0] == 0
    assert shown(script, f"{{ text = 'Pause', wide = 80, hidden = true }}, {rest}") == (0, {})
    assert shown(script, f"{{ text = 'End', wide = 90 }}, {rest}") == (
        0,
        {"referee.1.1.1": {"active": "true", "text": "End"}},
    )
