"""The package's fonts as CSS rules, inside a page or in a file that the pages of a folder share."""

import base64
import functools
import hashlib
from pathlib import Path

from markupsafe import Markup

FOLDER = Path(__file__).resolve().parents[2] / "fonts"
# family, weight and style of each file
FACES = {
    "serif": ("Benchreport Serif", 400, "normal"),
    "serif-semibold": ("Benchreport Serif", 600, "normal"),
    "serif-italic": ("Benchreport Serif", 400, "italic"),
    "sans": ("Benchreport Sans", 400, "normal"),
    "sans-italic": ("Benchreport Sans", 400, "italic"),
    "sans-semibold": ("Benchreport Sans", 600, "normal"),
    "mono": ("Benchreport Mono", 400, "normal"),
}


@functools.cache
def font_faces(*, unpacked: bool = False) -> Markup:
    """Return the rules that declare the package's fonts, each with its file inside.

    Parameters
    ----------
    unpacked
        For WeasyPrint, which takes long to unpack the same fonts again for each PDF.
    """
    rules = (_rule(name, *face, unpacked=unpacked) for name, face in FACES.items())
    return Markup("\n".join(rules))  # noqa: S704 - ours


def font_sheet() -> dict[str, bytes]:
    """Return the rules as a file; its name changes with its content, so that older pages keep theirs.

    >>> [name.partition("-")[0] for name in font_sheet()]
    ['fonts']
    """
    content = font_faces().encode()
    return {f"fonts-{hashlib.sha256(content).hexdigest()[:10]}.css": content}


def _rule(name: str, family: str, weight: int, style: str, *, unpacked: bool) -> str:
    file = f"pdf/{name}.ttf" if unpacked else f"{name}.woff2"
    kind, form = ("ttf", "truetype") if unpacked else ("woff2", "woff2")
    content = base64.b64encode((FOLDER / file).read_bytes()).decode()
    return (
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; '
        f'src: url("data:font/{kind};base64,{content}") format("{form}"); }}'
    )
