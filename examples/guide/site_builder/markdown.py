"""What all makers of pages share: places, links and files."""

import re
from collections.abc import Mapping
from pathlib import Path

GUIDE = Path(__file__).parents[1]
ROOT = GUIDE.parents[1]
FENCED = re.compile(r"(^`{3,}.*?^`{3,}$|^:{3,}.*?$|^#.*?$)", re.MULTILINE | re.DOTALL)


def write_pages(folder: Path, pages: Mapping[str, str]) -> None:
    """Write pages by name into a folder, and remove what earlier builds left there."""
    for name, text in pages.items():
        place = folder / f"{name}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists() or place.read_text(encoding="utf-8") != text:
            place.write_text(text, encoding="utf-8")
    for left in set(folder.rglob("*.md")) - {folder / f"{name}.md" for name in pages}:
        left.unlink()


def toctree(entries: list[str], *, caption: str = "", hidden: bool = True) -> str:
    """Write a table of contents of pages."""
    options = [":hidden:"] * hidden + [":maxdepth: 1"] + [f":caption: {caption}"] * bool(caption)
    return "\n".join(["```{toctree}", *options, "", *entries, "```", ""])


def python(code: str) -> str:
    """Write a block of code that runs while the page is read."""
    return f"```python\n{code}\n```\n"


def escape_cell(text: str) -> str:
    """Write text so that it stays in one cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def table(head: list[str], rows: list[list[str]]) -> str:
    """Write a table."""
    lines = [head, ["---"] * len(head), *([escape_cell(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
