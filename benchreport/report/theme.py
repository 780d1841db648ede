"""The look of a page: templates, colours and a logo."""

import base64
import functools
import io
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from benchreport.errors import OptionError, RenderError, check_choice
from benchreport.hints import option

PACKAGE = Path(__file__).resolve().parents[1]
VARIABLE = re.compile(r"--([a-z-]+)\s*:")
# the characters of a colour, a length or a list of fonts; they can neither end a rule nor load a file,
# and brackets and quotes are closed
PLAIN = re.compile(r"[\w\s#%.,-]*")
QUOTED = re.compile(r"\"[\w #%.,()-]*\"|'[\w #%.,()-]*'")
FUNCTIONS = "rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|var|calc|min|max|clamp"
CALL = re.compile(rf"(?<![\w-])(?:{FUNCTIONS})?\([\w\s#%.,-]*\)", re.IGNORECASE)
LOGOS = {".svg": "image/svg+xml", ".png": "image/png"}
OUTSIDE = re.compile(r"url\(\s*['\"]?(?!\s*(?:#|data:))|@import", re.IGNORECASE)
MOST_BYTES = 300_000


@functools.cache
def templates_folder() -> Path:
    """Return the folder of templates: in the installed package, or beside it in a checkout."""
    for folder in (PACKAGE / "templates", PACKAGE.parent / "templates"):
        if (folder / "page.html.j2").is_file():
            return folder
    raise RenderError(
        f"the templates are neither in {PACKAGE} nor beside it.", hint="pip install benchreport"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The look of a page.

    Parameters
    ----------
    templates
        A folder whose templates and stylesheets replace the package's of the same name. Templates are code:
        take folders only from people whom you trust. They run in Jinja's sandbox and read nothing outside
        the folder, but they control the whole page and the scripts in its reader's browser.
    theme
        Values of CSS variables, such as ``{"accent": "#7a003c", "sans": "Inter, sans-serif"}``.
    logo
        An SVG or PNG file for the head of the page.

    Raises
    ------
    OptionError
        A folder, variable or file is unknown, or a value is not plain CSS.
    """

    templates: str | os.PathLike[str] | None = None
    theme: Mapping[str, str] = field(default_factory=dict)
    logo: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        for name in ("templates", "logo"):
            _check_path(name, getattr(self, name))
        if self.templates is not None and not Path(self.templates).is_dir():
            raise OptionError(
                f"templates={str(self.templates)!r} is no folder.",
                hint=f"copy what you change from {str(templates_folder())!r}",
            )
        if not isinstance(self.theme, Mapping):
            raise OptionError(
                f"theme must be a dict of CSS values by name; got {self.theme!r}.", hint=THEME
            )
        variables = sorted(
            set(VARIABLE.findall((templates_folder() / "base.css").read_text("utf-8")))
        )
        for name, value in self.theme.items():
            check_choice("theme", name, variables)
            if not isinstance(value, str) or not _is_plain(value):
                raise OptionError(f"theme[{name!r}]={value!r} is no plain CSS value.", hint=THEME)
        _ = self.logo_url

    @property
    def styles(self) -> str:
        """The CSS rule that sets the theme; empty without a theme."""
        rules = "".join(f"--{name}: {value};" for name, value in self.theme.items())
        return f":root {{ {rules} }}" if rules else ""

    @property
    def logo_url(self) -> str:
        """The logo as a data URL; empty without a logo."""
        if self.logo is None:
            return ""
        path = Path(self.logo)
        kind = LOGOS.get(path.suffix.lower())
        if kind is None or not path.is_file():
            raise OptionError(
                f"logo={str(path)!r} is no file that ends in {' or '.join(LOGOS)}.",
                hint=option(logo="logo.svg"),
            )
        try:
            content = path.read_bytes()
        except OSError as error:
            raise _logo_error(path, f"cannot be read: {error.strerror}") from error
        if len(content) > MOST_BYTES:
            raise _logo_error(
                path, f"has {len(content)} bytes; at most {MOST_BYTES} go into every page"
            )
        fault = _find_png_fault(content) if kind == LOGOS[".png"] else _find_svg_fault(content)
        if fault:
            raise _logo_error(path, fault)
        return f"data:{kind};base64,{base64.b64encode(content).decode()}"


THEME = option(theme={"accent": "#00598c"})


def _is_plain(value: str) -> bool:
    """Tell whether a text is one CSS value, by removing its strings and calls from the inside out.

    >>> _is_plain("hsl(calc(10 - (3)) 50% 40%)"), _is_plain("url(x)"), _is_plain("rgb(")
    (True, False, False)
    """
    rest = QUOTED.sub("", value)
    while (shorter := CALL.sub("", rest)) != rest:
        rest = shorter
    return bool(value.strip()) and PLAIN.fullmatch(rest) is not None


def _check_path(name: str, value: object) -> None:
    if value is not None and (not isinstance(value, str | os.PathLike) or "\0" in os.fspath(value)):
        raise OptionError(f"{name} must be a path; got {value!r}.", hint=option(**{name: name}))


def _logo_error(path: Path, fault: str) -> OptionError:
    return OptionError(
        f"the logo {str(path)!r} {fault}.", hint=option(logo=None) + " leaves it out"
    )


def _find_png_fault(content: bytes) -> str:
    # Pillow comes with matplotlib, and draws the logo on paper
    from PIL import Image

    try:
        with Image.open(io.BytesIO(content), formats=["PNG"]) as picture:
            picture.load()
    # damaged bytes raise errors of zlib, struct or Pillow
    except Exception as error:  # noqa: BLE001
        return f"is no PNG picture: {str(error) or type(error).__name__}"
    return ""


def _find_svg_fault(content: bytes) -> str:
    try:
        root = ET.fromstring(content)  # noqa: S314 - the user's own, and expat limits entities
    except (ET.ParseError, ValueError, LookupError) as error:
        return f"is no SVG picture: {error}"
    if root.tag.rpartition("}")[2] != "svg":
        return f"is no SVG picture: it holds <{root.tag.rpartition('}')[2]}>"
    for element in root.iter():
        for name, value in element.attrib.items():
            fetches = name.rpartition("}")[2] == "href" and not value.strip().startswith(
                ("#", "data:")
            )
            if fetches or OUTSIDE.search(value):
                return f"refers to something outside itself: {value[:80]!r}"
        if OUTSIDE.search(element.text or ""):
            return "refers to something outside itself, in a stylesheet"
    return ""
