"""Load HTML templates: those of the package, and a user's templates that replace them.

A template is code. A user's templates run in Jinja's sandbox, where they see facts but cannot call
anything, and they read no file outside their folder.
"""

import contextlib
import functools
import shlex
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from typing import Any

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from benchreport.errors import BenchreportError, RenderError
from benchreport.report.theme import Look, templates_folder

LANGUAGE = ("builtins", "jinja2", "markupsafe")
"""The packages of objects that belong to templates themselves; all other objects are ours."""


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment that a user's templates run in."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:  # noqa: ANN401 - as in Jinja
        """Allow the fields of facts, but not methods, such as one that draws a figure."""
        if not super().is_safe_attribute(obj, attr, value):
            return False
        package = type(obj).__module__.partition(".")[0]
        return package in LANGUAGE or (package == "benchreport" and not callable(value))


class Folder(jinja2.FileSystemLoader):
    """A loader for the user's folder, which refuses links that lead out of it."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Read the template of this name."""
        folder = Path(self.searchpath[0])
        try:
            source, filename, is_fresh = super().get_source(environment, template)
        except UnicodeDecodeError as error:
            raise _encoding_error(folder / template) from error
        _check_inside(folder, Path(filename), template)
        return source, filename, is_fresh


def base_environment(look: Look) -> jinja2.Environment:
    """Return an environment that escapes every value, and takes a user's templates before the package's.

    Parameters
    ----------
    look
        The look, which may name a folder of the user's templates.
    """
    kind = jinja2.Environment if look.templates is None else Sandbox
    loaders: list[jinja2.BaseLoader] = [jinja2.FileSystemLoader(templates_folder())]
    if look.templates is not None:
        loaders.insert(0, Folder(look.templates))
    # select_autoescape would not escape *.html.j2
    environment = kind(
        loader=jinja2.ChoiceLoader(loaders),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["file"] = _make_reader(look)
    return environment


def _make_reader(look: Look) -> Callable[[str], Markup]:
    """Make the function with which templates include stylesheets and scripts."""
    folder = None if look.templates is None else Path(look.templates)

    # not a partial: templates could reach other folders through its arguments
    def file(name: str) -> Markup:
        """Read a stylesheet or script, which holds nothing from the data."""
        place = PurePath(name)
        if place.is_absolute() or ".." in place.parts:
            raise _outside_error(name)
        if folder is None or not (folder / place).is_file():
            return _read_ours(place)
        _check_inside(folder, folder / place, name)
        return _read_text(folder / place)

    return file


@functools.cache
def _read_ours(place: PurePath) -> Markup:
    """Read a file of the package; each of hundreds of pages of nights includes twenty."""
    return _read_text(templates_folder() / place)


def _read_text(path: Path) -> Markup:
    try:
        return Markup(path.read_text(encoding="utf-8"))  # noqa: S704 - ours, or the user's own
    except UnicodeDecodeError as error:
        raise _encoding_error(path) from error
    except OSError as error:
        raise RenderError(
            f"a template includes the file {path.name!r}, which cannot be read: {error.strerror}.",
            hint=f"ls {shlex.quote(str(templates_folder()))} lists ours",
        ) from error


def _check_inside(folder: Path, path: Path, name: str) -> None:
    if not path.resolve().is_relative_to(folder.resolve()):
        raise _outside_error(name)


def _outside_error(name: str) -> RenderError:
    return RenderError(
        f"a template includes {name!r}, which lies outside the folder of templates.",
        hint="copy the file into the folder, and name it without a path",
    )


def _encoding_error(path: Path) -> RenderError:
    copy = shlex.quote(f"{path}.utf8")
    return RenderError(
        f"the template {str(path)!r} is not UTF-8 text.",
        hint=f"iconv -f LATIN1 -t UTF-8 {shlex.quote(str(path))} > {copy}",
    )


@contextlib.contextmanager
def name_errors(look: Look) -> Iterator[None]:
    """Raise errors in a user's template as `RenderError`, with its name and line.

    Parameters
    ----------
    look
        The look, which names the folder of the user's templates. Errors in the package's own templates
        are bugs and are raised unchanged.
    """
    try:
        yield
    except BenchreportError:
        raise
    # a template may fail in any way that code can
    except Exception as error:
        if look.templates is None:
            raise
        raise _template_error(error, Path(look.templates)) from error


def _template_error(error: Exception, folder: Path) -> RenderError:
    message = (error.message if isinstance(error, jinja2.TemplateError) else "") or str(error)
    if isinstance(error, jinja2.TemplateNotFound):
        message = f"there is no template {error.name!r}"
    if not isinstance(error, jinja2.TemplateError):
        message = f"{type(error).__name__}: {message}"
    path, line = _find_place(error, folder)
    where = (
        f"the template {str(path)!r}, line {line}," if line else f"a template in {str(folder)!r}"
    )
    ours = templates_folder() / path.name
    command = f"ls {shlex.quote(str(templates_folder()))}"
    if line and ours.is_file():
        command = f"diff {shlex.quote(str(ours))} {shlex.quote(str(path))}"
    return RenderError(f"{where} cannot be rendered: {message.rstrip('.')}.", hint=command)


def _find_place(error: Exception, folder: Path) -> tuple[Path, int]:
    """Return the user's template and line where an error began; Jinja adds both to the traceback."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        return Path(error.filename or error.name or folder), error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    in_folder = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    return (Path(in_folder[-1].filename), in_folder[-1].lineno or 0) if in_folder else (folder, 0)
