"""The digest of what was read, computed when something asks for it."""

from collections.abc import Callable
from functools import cached_property


class Digest:
    """The SHA-256 of a table as it was read; the copies of the table share it.

    Most calls need no digest, and it takes longer than reading.

    Parameters
    ----------
    compute
        Returns the digest in hexadecimal. It is called once at most.

    Examples
    --------
    >>> import hashlib
    >>> Digest(lambda: hashlib.sha256(b"").hexdigest()).value[:8]
    'e3b0c442'
    """

    def __init__(self, compute: Callable[[], str]) -> None:
        self._compute = compute

    @cached_property
    def value(self) -> str:
        """The digest in hexadecimal."""
        return self._compute()


NO_DIGEST = Digest(str)
"""The digest of a table that was not read: an empty text."""
