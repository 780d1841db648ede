"""README for those who do not see the repository: a package index shows no picture and no file beside it.

hatchling calls the hook for each distribution, as ``pyproject.toml`` says.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"<picture>.*?</picture>\n+", re.DOTALL)
LINK = re.compile(r"\[([^\]]+)\]\((?!\w+:)([^)]+)\)")
COMMENT = re.compile(r"<!--.*?-->\n", re.DOTALL)


def stand_alone(text: str) -> str:
    """Leave out pictures and comments, and write links to files as the names of the files."""
    return COMMENT.sub("", LINK.sub(r"\1 (`\2`)", PICTURE.sub("", text)))


class LongDescription(MetadataHookInterface):
    """The long description of a distribution."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add it to the metadata."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": stand_alone(text)}
