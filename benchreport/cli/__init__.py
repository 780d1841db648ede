"""The command line: arguments in, calls out.

Each command has its module; they share ``table_options``, ``inputs`` and ``outputs``. A command imports heavy
modules (procedures, figures, the report) within its function, so that ``--version`` and ``--help`` answer at
once. To add a command, write its module and add it to a section of `main`.
"""

import click

from benchreport.cli.advise import advise
from benchreport.cli.check import check
from benchreport.cli.check_paper import check_paper
from benchreport.cli.completion import completion
from benchreport.cli.demo import demo
from benchreport.cli.doctor import doctor
from benchreport.cli.experiment import experiment
from benchreport.cli.gate import gate
from benchreport.cli.nights import nightly
from benchreport.cli.numbers import numbers
from benchreport.cli.procedures import procedures
from benchreport.cli.report import report
from benchreport.cli.table import table
from benchreport.terminal import CONTEXT, SectionedCommands
from benchreport.version import __version__

__all__ = ["main"]


@click.group(cls=SectionedCommands, context_settings=CONTEXT)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Compare algorithms on benchmarks, from files of results.

    A FILE is CSV, TSV, JSON, Parquet or Excel, or a table of Markdown, HTML, LaTeX, RST or Org, with one row
    for each score or one column for each algorithm, or what a benchmarking tool writes. Several files, a
    folder or a pattern such as 'results/*.csv' are read as one table.
    """


main.add_section("Run", experiment)
main.add_section("Compare", report, check, advise, procedures)
main.add_section("Write a paper", table, numbers, check_paper)
main.add_section("Gate a release", gate)
main.add_section("Watch every night", nightly)
main.add_section("Get started", demo, doctor, completion)
