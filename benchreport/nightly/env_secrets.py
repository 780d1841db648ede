"""Settings that name an environment variable, so that the configuration file holds no secret."""

import os
import re

from benchreport.errors import ConfigError

ENV = re.compile(r"env:([A-Za-z_][A-Za-z0-9_]*)")


def read_secret(setting: str) -> str:
    """Return the value of a setting; for ``"env:NAME"``, the value of the environment variable.

    Raises
    ------
    ConfigError
        The environment variable is not set.
    """
    variable = ENV.fullmatch(setting)
    if not variable:
        return setting
    value = os.environ.get(variable[1], "")
    if not value:
        raise ConfigError(
            f"the environment has no {variable[1]}, which the configuration asks for.",
            hint=f"export {variable[1]}=…",
        )
    return value
