"""A document in Typst's language as a tagged PDF, in a fraction of WeasyPrint's time."""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, cast

from benchreport.errors import DependencyError, RenderError
from benchreport.hints import option
from benchreport.report.page_setup import LITTLE

STANDARD: Literal["ua-1"] = "ua-1"
END = b"""
#context [#metadata((page: here().page(), share: here().position().y / page.height)) <end>]
"""


def compile_typst(files: Mapping[str, bytes]) -> bytes:
    """Compile a document as PDF/UA-1. Nothing is fetched, and the same files give the same bytes.

    Parameters
    ----------
    files
        The bytes of files by path, the document last, as the writer of ``.typ`` returns them.

    Raises
    ------
    DependencyError
        The package typst is not installed.
    RenderError
        Typst refuses the document.
    """
    try:
        import typst
    except ImportError as error:
        raise DependencyError(
            "the engine typst is not installed.", hint="pip install 'benchreport[typst]'"
        ) from error
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            place = Path(folder, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        place.write_bytes(content + END)

        def make(**inputs: str) -> tuple[bytes, int, float]:
            compiler = typst.Compiler(str(place), root=folder, sys_inputs=inputs)
            pdf = cast("bytes", compiler.compile(pdf_standards=[STANDARD]))
            end = json.loads(compiler.query("<end>", field="value", one=True))
            return pdf, end["page"], end["share"]

        try:
            pdf, pages, share = make()
            if pages > 1 and share < LITTLE:
                tighter, fewer, _ = make(tight="yes")
                pdf = tighter if fewer < pages else pdf
        except typst.TypstError as error:
            raise RenderError(
                f"Typst refuses the document: {error}", hint=option(engine="weasyprint")
            ) from error
        return pdf
