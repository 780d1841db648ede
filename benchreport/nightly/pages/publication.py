"""The pages of nights, put together for one publication."""

import dataclasses
from collections.abc import Callable, Collection, Sequence

from benchreport.errors import ConfigError, RenderError
from benchreport.nightly.config.settings import Config
from benchreport.nightly.history import History
from benchreport.nightly.intake.sources import refuse_inputs
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.pages.atomic_publish import publish
from benchreport.nightly.pages.index import index_files
from benchreport.nightly.pages.night_pages import folder_of, night_files

__all__ = ["published"]

FEWEST_REMADE = 3
"""Pages of so many nights are made again where a run was cut off before they were written."""

Progress = Callable[[str], None]


def published(
    history: History,
    config: Config,
    facts: NightFacts,
    progress: Progress,
    also: Sequence[NightFacts] = (),
) -> str:
    """Write the pages of a night, of earlier ones that lack theirs, and the index; say what failed.

    Parameters
    ----------
    history, config
        Of the nights.
    facts
        Of the night.
    progress
        Called with each step.
    also
        Other nights whose pages are made anew.

    Returns
    -------
    str
        Why nothing was written; empty where all was.
    """
    try:
        files: dict[str, bytes] = {}
        earlier = [*also, *_unwritten(history, config, facts)]
        # of nights that are over their page is enough: a PDF of each would take most of the time
        lean = dataclasses.replace(
            config, report=dataclasses.replace(config.report, pdf=False, comparison=False)
        )
        for each in {one.night: one for one in earlier if one.night != facts.night}.values():
            progress(f"writing the page of {each.night}")
            files |= night_files(each, history, lean, progress=progress)
        progress(f"writing the pages of {facts.night}")
        files |= night_files(facts, history, config, progress=progress)
        progress("writing the index")
        over = _outdated(files)
        files |= index_files(history, config, tonight=facts, written=files, gone=over)
        refuse_inputs([config.folder / path for path in files], config)
        publish(config.folder, files)
        for path in over:
            (config.folder / path).unlink(missing_ok=True)
    except (RenderError, ConfigError) as error:
        return str(error)
    except OSError as error:
        return f"{error.filename} cannot be taken away: {error.strerror}."
    return ""


def _outdated(files: Collection[str]) -> list[str]:
    """Return where a PDF may be that says what its night's page, which is written anew, does not."""
    folders = {path.rpartition("/")[0] for path in files if path.endswith("/index.html")}
    return sorted({f"{folder}/night.pdf" for folder in folders} - set(files))


def _unwritten(history: History, config: Config, facts: NightFacts) -> list[NightFacts]:
    """Return the last nights before this one whose pages were never written."""
    before = [each for each in history.nights(facts.label) if each.night < facts.night]
    recent = [each for each in before[-FEWEST_REMADE:] if not each.thinned]
    lacking = [
        each
        for each in recent
        if not (config.folder / folder_of(each.night, each.label) / "index.html").exists()
    ]
    return list(history.results(lacking))
