"""Run the code of a page while it is read, and show below each block what it gives.

All blocks of a page share their names, as the cells of a notebook do, and run in an empty folder that has
``examples`` in it. A block that cannot run here says why in the line above it:
``<!-- not run: it needs a cluster -->``. A block that fails stops the build.
"""

import ast
import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from site_builder.links import link_page
from site_builder.markdown import ROOT

BLOCK = re.compile(
    r"(?P<not_run><!-- not run: .+? -->\n+)?^```(?P<kind>python|sh|toml)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
SAVED = re.compile(r"<!-- file: (?P<name>\S+) -->\n+$")
MOST_LINES = 28
ASSUMPTIONS = "<!-- the assumptions of this result -->"
"""What a page has where it lists what its ``result`` takes for granted."""


class Page:
    """The blocks of one page: the names they share, and the folder they run in.

    Parameters
    ----------
    name
        The page, as Sphinx calls it.
    folder
        Where its code runs.
    pictures
        Where its figures are written.
    """

    def __init__(self, name: str, folder: Path, pictures: Path) -> None:
        self.name, self.folder, self.pictures = name, folder, pictures
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.count = 0

    def run(self, match: re.Match[str]) -> str:
        """Run one block; return it with what it gives."""
        block, code = match[0], match["code"]
        before = match.string[: match.start()]
        if saved := SAVED.search(before):
            (self.folder / saved["name"]).write_text(code, encoding="utf-8")
        if match["not_run"] or match["kind"] == "toml":
            return block
        self.count += 1
        try:
            shown = self._python(code) if match["kind"] == "python" else self._shell(code)
        except Exception as error:
            where = f"{self.name}, block {self.count}"
            raise ExtensionError(f"{where}: {type(error).__name__}: {error}\n{code}") from error
        return f"{block}\n\n{shown}"

    def _python(self, code: str) -> str:
        tree = ast.parse(code)
        last = tree.body[-1]
        value = ast.Expression(tree.body.pop().value) if isinstance(last, ast.Expr) else None
        printed = io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(printed), _as_users_see():
            exec(compile(tree, self.name, "exec"), self.names)  # noqa: S102 - the guide's own code
            given = eval(compile(value, self.name, "eval"), self.names) if value else None  # noqa: S307
            return self._show(printed.getvalue(), given)

    def _show(self, printed: str, given: object) -> str:
        from matplotlib.axes import Axes

        if isinstance(given, Axes):
            return _as_text(printed) + self._picture(given)
        return _as_text(printed + ("" if given is None else f"{given!r}"))

    def _picture(self, axes: Any) -> str:  # noqa: ANN401 - matplotlib's
        from matplotlib import pyplot as plt

        from benchreport.plots import alt_of, caption_of, svg_of

        self.pictures.mkdir(parents=True, exist_ok=True)
        file = f"{self.name.replace('/', '-')}-{self.count}.svg"
        (self.pictures / file).write_bytes(svg_of(axes))
        alt, caption = (" ".join(text.split()) for text in (alt_of(axes), caption_of(axes)))
        plt.close("all")
        return f":::{{figure}} /generated/pictures/{file}\n:alt: {alt}\n\n{caption}\n:::\n"

    def _shell(self, code: str) -> str:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(  # noqa: S603 - the guide's own commands
            ["bash", "-euo", "pipefail", "-c", code],  # noqa: S607 - wherever it is
            cwd=self.folder,
            env={**os.environ, "PATH": path, "COLUMNS": "100", "MPLBACKEND": "agg"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise ExtensionError(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return _as_text(done.stdout + done.stderr)

    def list_assumptions(self) -> str:
        """List what ``result`` assumes, with what its checks found; nothing where it assumes nothing."""
        assumed = getattr(self.names.get("result"), "assumptions", ())
        if not assumed:
            return ""
        listed = [
            f"- {each.name[0].upper()}{each.name[1:]} (*{each.outcome}*): {each.evidence}."
            for each in assumed
        ]
        return "\n".join(
            ["## Assumptions\n", "With what the checks find in this table:\n", *listed, ""]
        )


def _as_text(output: str) -> str:
    lines = output.rstrip().splitlines()
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"… and {len(lines) - MOST_LINES} more lines"]
    return "```text\n" + "\n".join(lines) + "\n```\n" if lines else ""


@contextlib.contextmanager
def _as_users_see():  # noqa: ANN202 - a context
    """Treat warnings as errors, except those that tell users something about their own table."""
    from benchreport.errors import BenchreportWarning

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", BenchreportWarning)
        yield


def run_source(app: Sphinx, name: str, source: list[str]) -> None:
    """Run the code of a page that Sphinx reads, and link the procedures that it names."""
    text = source[0]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for part in ("examples", "tests"):
            (folder / part).symlink_to(ROOT / part)
        page = Page(name, folder, Path(app.srcdir) / "generated/pictures")
        text = BLOCK.sub(page.run, text).replace(ASSUMPTIONS, page.list_assumptions())
    source[0] = link_page(name, text)
