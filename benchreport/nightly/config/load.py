"""The reader of the configuration file: it parses the file, builds a `Config` and checks it."""

import dataclasses
import os
from pathlib import Path

from benchreport.nightly.config.setting_checks import check
from benchreport.nightly.config.settings import Config
from benchreport.toml_tables import read_toml, table


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
    content = read_toml(
        place, Config, hint="write one from a file of results: benchreport nightly init results.csv"
    )
    config: Config = table(Config, content)
    config = dataclasses.replace(config, place=place.absolute().parent)
    check(config)
    return config
