"""Results that are in no file of this machine: the address of a database, or of an object in a store."""

import re
from dataclasses import dataclass, field

ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
DATABASES = ("postgresql", "postgres", "sqlite", "mysql", "mariadb", "mssql", "oracle", "duckdb", "snowflake",
             "trino", "clickhouse", "bigquery", "redshift", "cockroachdb", "databricks")  # fmt: skip
SECRET = re.compile(
    r"(?i)([?&][^=&]*(?:password|passwd|secret|token|signature|credential)[^=&]*=)[^&]*"
)


@dataclass(frozen=True, slots=True)
class Address:
    """A URL. As a text it has no password, so that messages and reports hold none.

    Parameters
    ----------
    url
        The URL as it was typed.

    Examples
    --------
    >>> str(Address("postgresql://ann:s3cret@host/results?sslmode=require"))
    'postgresql://ann@host/results?sslmode=require'
    >>> str(Address("sqlite:////home/ann/results.db"))
    'sqlite:////home/ann/results.db'
    """

    url: str = field(repr=False)

    @property
    def is_database(self) -> bool:
        """Whether a query reads it."""
        return self.url.partition("://")[0].partition("+")[0].lower() in DATABASES

    def __str__(self) -> str:
        scheme, mark, rest = self.url.partition("://")
        place, question, options = rest.partition("?")
        user, at, host = place.rpartition("@")
        if at and not user.startswith("/"):
            place = f"{user.partition(':')[0]}@{host}"
        return SECRET.sub(r"\1…", f"{scheme}{mark}{place}{question}{options}")


def is_address(text: str) -> bool:
    """Tell whether a text is a URL and no path.

    >>> is_address("s3://bucket/runs.parquet"), is_address("C:/runs.parquet"), is_address("runs.csv")
    (True, False, False)
    """
    return ADDRESS.match(text) is not None
