"""Writing the files of channels, completely or not at all."""

from pathlib import Path

from benchreport.errors import NotifyError
from benchreport.files import write_whole as write_all


def write_whole(path: Path, content: bytes, *, where: str) -> None:
    """Replace a file atomically, after all bytes are on the disk.

    Parameters
    ----------
    path
        The path of the file; its folder is created if it is missing.
    content
        The bytes of the file.
    where
        The table of the configuration that names the file, for error messages.

    Raises
    ------
    NotifyError
        The file cannot be written; an older one is unchanged.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_all({path: content})
    except OSError as error:
        raise NotifyError(
            f"{where}: {path} cannot be written: {error.strerror}.",
            hint=f"check the folder in [{where}], and the room on the disk",
        ) from error
