"""Files beside the pages: written whole or not at all."""

import contextlib
import os
import secrets
from pathlib import Path

from benchreport.errors import NotifyError

__all__ = ["write_whole"]


def write_whole(path: Path, content: bytes, *, where: str) -> None:
    """Replace a file in one step, after all bytes are on the disk.

    Parameters
    ----------
    path
        Its folder is made.
    content
        Of the file.
    where
        The table of the configuration that names it.

    Raises
    ------
    NotifyError
        It cannot be written; what was there is as it was.
    """
    beside = path.with_name(f".{path.name[:60]}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise NotifyError(
            f"{where}: {path} cannot be written: {error.strerror}.",
            hint=f"check the folder in [{where}], and the room on the disk",
        ) from error
