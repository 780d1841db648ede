"""How a page looks: templates, colours, a logo, the language of the fixed texts."""

import base64
import functools
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchreport.errors import OptionError, RenderError, check_choice

__all__ = ["Look", "templates_folder", "words_of"]

PACKAGE = Path(__file__).resolve().parents[1]
VARIABLE = re.compile(r"--([a-z-]+)\s*:")
# what a colour, a length or a list of fonts is made of; nothing that ends a rule or fetches
VALUE = re.compile(r"[\w\s#%.,()'\"-]+")
LOGOS = {".svg": "image/svg+xml", ".png": "image/png"}
MOST_BYTES = 300_000


def templates_folder() -> Path:
    """Find the templates: inside the installed package, or beside it in a checkout."""
    for folder in (PACKAGE / "templates", PACKAGE.parent / "templates"):
        if (folder / "page.html.j2").is_file():
            return folder
    raise RenderError(
        f"the templates are neither in {PACKAGE} nor beside it.", hint="pip install benchreport"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a page looks.

    Parameters
    ----------
    templates
        A folder whose templates and stylesheets stand in for ours of the same name.
    theme
        Values of CSS variables, such as ``{"accent": "#7a003c", "sans": "Inter, sans-serif"}``.
    logo
        An SVG or PNG file for the head of the page.
    language
        Of the fixed texts: ``"en"``, or ``"de"``. What is said of the data is English.

    Raises
    ------
    OptionError
        No such folder, variable, file or language, or a value that is no CSS value.
    """

    templates: str | os.PathLike[str] | None = None
    theme: Mapping[str, str] = field(default_factory=dict)
    logo: str | os.PathLike[str] | None = None
    language: str = "en"

    def __post_init__(self) -> None:
        if self.templates is not None and not Path(self.templates).is_dir():
            raise OptionError(
                f"templates={str(self.templates)!r} is no folder.",
                hint=f"copy what you change from {str(templates_folder())!r}",
            )
        known = set(VARIABLE.findall((templates_folder() / "base.css").read_text("utf-8")))
        for name, value in self.theme.items():
            check_choice("theme", name, sorted(known))
            if not VALUE.fullmatch(value) or "url" in value.casefold():
                raise OptionError(
                    f"theme[{name!r}]={value!r} is no plain CSS value.",
                    hint="theme={'accent': '#00598c'}",
                )
        _ = self.logo_url
        check_choice("language", self.language, languages())

    @property
    def styles(self) -> str:
        """The rule that sets the theme, empty without one."""
        rules = "".join(f"--{name}: {value};" for name, value in self.theme.items())
        return f":root {{ {rules} }}" if rules else ""

    @property
    def logo_url(self) -> str:
        """The logo as a data URL, empty without one."""
        if self.logo is None:
            return ""
        path = Path(self.logo)
        kind = LOGOS.get(path.suffix.lower())
        if kind is None or not path.is_file():
            raise OptionError(
                f"logo={str(path)!r} is no file that ends in {' or '.join(LOGOS)}.",
                hint="logo='logo.svg'",
            )
        content = path.read_bytes()
        if len(content) > MOST_BYTES:
            raise OptionError(
                f"the logo has {len(content)} bytes; at most {MOST_BYTES} go into every page.",
                hint="a smaller picture",
            )
        return f"data:{kind};base64,{base64.b64encode(content).decode()}"

    @property
    def folders(self) -> list[Path]:
        """Where templates are looked for, first the user's."""
        own = [] if self.templates is None else [Path(self.templates)]
        return [*own, templates_folder()]


def languages() -> list[str]:
    """Return the languages that there are."""
    return ["en", *sorted(path.stem for path in (templates_folder() / "words").glob("*.json"))]


@functools.cache
def words_of(language: str) -> Mapping[str, str]:
    """Return the fixed texts by the English ones; what is not there stays English."""
    if language == "en":
        return {}
    path = templates_folder() / "words" / f"{language}.json"
    words: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return words
