"""The pages "Coming from …": their call, ours, and what differs, from one file a tool in ``peers/``."""

import functools
import re
import tomllib
from pathlib import Path
from typing import Any

from site_builder.markdown import table, toctree

PEERS = Path(__file__).parent / "peers"
CALLED = re.compile(r"\.([a-z_0-9]+)\(")


@functools.cache
def peers() -> dict[str, dict[str, Any]]:
    """Return what is known of each tool, by the name of its file."""
    files = sorted(PEERS.glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


def make_pages() -> dict[str, str]:
    """Write the page of each tool, and the page that lists them."""
    pages = {f"coming-from/{name}": _make_page(tool) for name, tool in peers().items()}
    return pages | {"coming-from/index": _make_index()}


def _make_index() -> str:
    listed = [f"- [{tool['name']}]({name}.md): {tool['what']}" for name, tool in peers().items()]
    return "\n".join(
        [
            "# Coming from …\n",
            "Their call, ours, and what differs and why, as of the version that each page names.\n",
            *listed,
            "",
            toctree(list(peers())),
        ]
    )


def _make_page(tool: dict[str, Any]) -> str:
    rows = [[f"`{row['theirs']}`", f"`{row['ours']}`", row["differs"]] for row in tool["row"]]
    return "\n".join(
        [
            f"# Coming from {tool['name']}\n",
            f"{tool['intro'].strip()}\n",
            f"Compared with {tool['name']} {tool['version']}, by {tool['source']}.\n",
            table([tool["name"], "benchreport", "what differs"], rows),
            tool.get("after", ""),
        ]
    )


def section_of(name: str) -> list[str]:
    """Write how other tools call a procedure; nothing where none has it."""
    rows = [
        [f"[{tool['name']}](../coming-from/{file}.md)", f"`{row['theirs']}`", row["differs"]]
        for file, tool in peers().items()
        for row in tool["row"]
        if name in CALLED.findall(row["ours"])
    ]
    if not rows:
        return []
    return ["\n## In other tools\n", table(["tool", "call", "what differs"], rows)]
