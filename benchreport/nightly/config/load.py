"""The reader of the configuration file: it parses the file, builds a `Config` and checks it."""

import dataclasses
import os
import tomllib
from pathlib import Path

from benchreport.errors import ConfigError, ReadError
from benchreport.nightly.config.setting_checks import check
from benchreport.nightly.config.settings import Config
from benchreport.toml_tables import table


def load(path: str | os.PathLike[str]) -> Config:
    """Read and check a configuration.

    Parameters
    ----------
    path
        A TOML file.

    Raises
    ------
    ReadError
        The file does not exist, or cannot be read.
    ConfigError
        The file is not TOML, or has an unknown key or a value that cannot be used.
    """
    place = Path(path)
    try:
        content = tomllib.loads(place.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as error:
        raise ReadError(
            f"there is no configuration {place}.",
            hint="write one from a file of results: benchreport nightly init results.csv",
        ) from error
    except OSError as error:
        raise ReadError(f"{place} cannot be opened: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{place} is not UTF-8 text.", hint="save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        # a table such as [[metric]] that may be there several times has double brackets
        twice = "Cannot declare" in str(error)
        hint = "write [[metric]], in double brackets" if twice else "put texts in quotes"
        raise ConfigError(f"{place} is not TOML: {error}.", hint=hint) from error
    except RecursionError as error:
        raise ConfigError(
            f"{place} is nested too deeply.",
            hint="benchreport nightly init writes one to begin with",
        ) from error
    config: Config = table(Config, content)
    config = dataclasses.replace(config, place=place.absolute().parent)
    check(config)
    return config
