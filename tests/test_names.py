"""A class has a name of its own: whoever reads it need not ask which of several it is."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.source_tree import modules

MOST = 2
"""In so many modules a name may stand: what goes over a line has one name at both its ends."""


def test_no_class_name_stands_everywhere() -> None:
    """Of all classes that modules show each other no more than two have the same name."""
    found = defaultdict(list)
    for module in modules():
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(module.name)
    assert len(found) > 900
    assert {name: where for name, where in found.items() if len(where) > MOST} == {}
