"""A document in Typst's language as a tagged PDF, in a fraction of WeasyPrint's time."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from benchreport.errors import DependencyError, RenderError

STANDARD: Literal["ua-1"] = "ua-1"


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
        try:
            pdf: bytes = typst.compile(str(place), root=folder, pdf_standards=[STANDARD])
        except typst.TypstError as error:
            raise RenderError(f"Typst refuses the document: {error}") from error
        return pdf
