"""Links of pages: to the page of each procedure and figure that is named, and to what else is on the site."""

import functools
import re

from site_builder.markdown import FENCED

NAMED = re.compile(
    r"(?<![\[`])`(?P<text>(?:(?:df|study)\.bench|bench)?\.?(?P<name>[a-z_0-9]+)\([^`]*\))`(?!`)"
)
ELSEWHERE = {
    "../../tests/benchmarks/calibration.md": "/generated/trust/calibration.md",
    "../../tests/benchmarks/calibration_clusters.md": "/generated/trust/calibration_clusters.md",
    "../../tests/benchmarks/engines.md": "/generated/trust/engines.md",
    "../../tests/benchmarks/calibration_gate.md": "/generated/trust/calibration_gate.md",
    "../../tests/benchmarks/calibration_pairs.md": "/generated/trust/calibration_pairs.md",
    "../../tests/benchmarks/coverage.md": "/generated/trust/coverage.md",
    "../../tests/benchmarks/coverage_linear.md": "/generated/trust/coverage_linear.md",
    "../../tests/benchmarks/nights.md": "/generated/trust/nights.md",
    "../../tests/benchmarks/table.md": "/generated/trust/how-fast.md",
    "../../CHANGELOG.md": "/generated/changelog.md",
}


@functools.cache
def places() -> dict[str, str]:
    """Return the page of each method that has one."""
    from site_builder.figure_pages import figures
    from site_builder.procedure_pages import procedures

    found = {name: f"/generated/procedures/{name}.md" for name in procedures()}
    return found | {name: f"/generated/figures/{name}.md" for name in figures()}


def link_page(page: str, text: str) -> str:
    """Link the first mention of each procedure and figure in a page."""
    for place, target in ELSEWHERE.items():
        text = text.replace(f"]({place})", f"]({target})")
    linked = {page.rpartition("/")[2]}

    def link(match: re.Match[str]) -> str:
        name = match["name"]
        if name in linked or name not in places():
            return match[0]
        line = match.string[: match.start()].rpartition("\n")[2]
        if not line.startswith("|"):  # each row of a table is read alone
            linked.add(name)
        return f"[`{match['text']}`]({places()[name]})"

    parts = FENCED.split(text)
    return "".join(part if at % 2 else NAMED.sub(link, part) for at, part in enumerate(parts))
