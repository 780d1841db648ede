"""What ``pyproject.toml`` cannot say of the project: README for a package index, and where the project is.

hatchling calls the hook for each distribution, as ``pyproject.toml`` says.
"""

import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"<picture>.*?</picture>\n+", re.DOTALL)
LINK = re.compile(r"\[([^\]]+)\]\((?!\w+:)([^)]+)\)")
COMMENT = re.compile(r"<!--.*?-->\n", re.DOTALL)
REMOTE = re.compile(
    r"(https://|ssh://)?(?:[^@/]+@)?([\w.-]+\.[a-z]+)(?:(:\d+)/|[:/])([^:]+?)(?:\.git)?/?"
)
PAGES = {
    "Source": "",
    "Documentation": "/blob/HEAD/examples/guide/index.md",
    "Changelog": "/blob/HEAD/CHANGELOG.md",
    "Issues": "/issues",
}


def stand_alone(text: str) -> str:
    """Leave out pictures and comments, and write links to files as the names of the files.

    A package index shows no picture and no file beside README.
    """
    return COMMENT.sub("", LINK.sub(r"\1 (`\2`)", PICTURE.sub("", text)))


def addresses(remote: str) -> dict[str, str]:
    """Return the project's addresses on the host of a git remote; none if that is a folder."""
    found = REMOTE.fullmatch(remote.strip())
    if not found:
        return {}
    scheme, host, port, path = found.groups()
    # a port of ssh is none of the pages
    host += port if port and scheme == "https://" else ""
    return {name: f"https://{host}/{path}{page}" for name, page in PAGES.items()}


def origin(root: str) -> str:
    """Return where a clone comes from; nothing where this is no clone, as in an unpacked distribution."""
    if not Path(root, ".git").exists():
        return ""
    command = ["git", "-C", root, "remote", "get-url", "origin"]
    try:
        return subprocess.run(command, check=False, capture_output=True, text=True).stdout  # noqa: S603 - our words
    except FileNotFoundError:
        return ""


class Metadata(MetadataHookInterface):
    """The long description and the addresses of a distribution."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add them to the metadata."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": stand_alone(text)}
        metadata["urls"] = addresses(origin(self.root))
