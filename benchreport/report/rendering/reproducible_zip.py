"""Make archives whose bytes depend neither on the time nor on the system."""

import io
import zipfile
from collections.abc import Mapping


def pack(entries: Mapping[str, bytes]) -> bytes:
    """Make an archive whose bytes depend on its entries only.

    Parameters
    ----------
    entries
        The bytes of files by path.

    Examples
    --------
    >>> pack({"a": b"1", "b": b"2"}) == pack({"b": b"2", "a": b"1"})
    True
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(entries):
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # claim Unix on every system
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, entries[path])
    return out.getvalue()
