"""A graph as one offline page: data inside, drawn by its own script, nothing fetched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.report.graph_json import graph_data

if TYPE_CHECKING:
    from interpreter.analysis.analysis import Analysis
    from interpreter.analysis.graph import Graph

_PAGE = Path(__file__).with_name("graph_page.html")


def render_html(a: Analysis, graph: Graph) -> str:
    """Return the page; text of a pack can end neither its script nor a tag."""
    data = json.dumps(graph_data(a, graph), ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        data = data.replace(sign, f"\\u{ord(sign):04x}")
    return _PAGE.read_text(encoding="utf-8").replace("/*DATA*/null", data)
