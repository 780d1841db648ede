"""Files, folders and objects that other tools write, read as tables with the field's usual column names.

Each tool, or family of tools, has a module with a `Tool`: a test that recognizes what the tool wrote, and a
function from a `Source` to a frame. These modules may import pandas, numpy, ``errors`` and ``hints``; they
import a tool's own library only in the function that uses it. To add a tool, write such a module and add its
`Tool` to ``TOOLS``; the first that recognizes a source reads it.
"""

from benchreport.data.readers.tools.asv import ASV
from benchreport.data.readers.tools.github_action_benchmark import GITHUB_ACTION_BENCHMARK
from benchreport.data.readers.tools.google_benchmark import GOOGLE_BENCHMARK
from benchreport.data.readers.tools.hyperfine import HYPERFINE
from benchreport.data.readers.tools.pyperf import PYPERF
from benchreport.data.readers.tools.pytest_benchmark import PYTEST_BENCHMARK
from benchreport.data.readers.tools.source import Source, Tool

__all__ = ["TOOLS", "Source", "Tool", "tool_for"]

TOOLS: tuple[Tool, ...] = (
    ASV,
    GITHUB_ACTION_BENCHMARK,
    GOOGLE_BENCHMARK,
    HYPERFINE,
    PYPERF,
    PYTEST_BENCHMARK,
)


def tool_for(source: Source) -> Tool | None:
    """Return the first tool that recognizes a source; ``None`` if none does."""
    return next((tool for tool in TOOLS if tool.recognizes(source)), None)
