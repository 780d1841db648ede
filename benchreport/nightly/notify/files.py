"""Files that channels write, whole or not at all."""

from pathlib import Path

from benchreport.errors import NotifyError
from benchreport.files import write_whole as write_all


def write_whole(path: Path, content: bytes, *, where: str) -> None:
    """Replace a file in one step, after all bytes are on the disk.

    Parameters
    ----------
    path
        The file; its folder is made where it is missing.
    content
        All bytes of the file.
    where
        The table of the configuration that names the file, for errors.

    Raises
    ------
    NotifyError
        The file cannot be written; an older one is as it was.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_all({path: content})
    except OSError as error:
        raise NotifyError(
            f"{where}: {path} cannot be written: {error.strerror}.",
            hint=f"check the folder in [{where}], and the room on the disk",
        ) from error
