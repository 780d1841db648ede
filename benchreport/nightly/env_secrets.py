"""Settings that name a variable of the environment, so that no secret stands in the configuration."""

import os
import re

from benchreport.errors import ConfigError

ENV = re.compile(r"env:([A-Za-z_][A-Za-z0-9_]*)")


def read_secret(setting: str) -> str:
    """Return the value of a setting; ``"env:NAME"`` is read from the environment.

    Raises
    ------
    ConfigError
        The environment has no such variable.
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
