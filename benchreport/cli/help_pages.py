"""Help pages: options in groups, choices that fit their line, and plain words instead of markup."""

import click

from benchreport.cli.table_options import ENGINE, ROLES, SELECTION, SIZE_LIMIT
from benchreport.wording.shell import commands as shell

WIDEST = 40
COLUMNS = (*ROLES, *SELECTION)
GROUPS = {
    "format": "Output",
    "output": "Output",
    "outputs": "Output",
    "figures": "Output",
    **{option.name: "Other" for option in (*ENGINE, SIZE_LIMIT)},
}
"""The headings of options that many commands have; a command's own options are under its title."""
FLAGS = {flag for option in COLUMNS for flag in (*option.opts, *option.secondary_opts)}


class Choices(click.Choice[str]):
    """A choice whose values stand in the help text if there are too many for the option's line."""

    @property
    def sentence(self) -> str:
        """The sentence that lists the values; empty if the option's line has room for them."""
        long = len("|".join(self.choices)) > WIDEST
        return f" {shell.ONE_OF.format(choices=', '.join(self.choices))}" if long else ""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """Return the values as click writes them, or ``NAME`` if the help text lists them."""
        return "NAME" if self.sentence else super().get_metavar(param, ctx)


class Grouped(click.Command):
    """A command whose help page groups its options: the command's own, output, and the many on columns."""

    title = "Options"

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under the heading of their group."""
        groups: dict[str, list[tuple[str, str]]] = {
            name: [] for name in (self.title, "Output", "Columns", "Other")
        }
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if isinstance(param, click.Option) and record is not None:
                groups[_group_of(param, self.title)].append(record)
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)


class Procedure(Grouped):
    """The command of a procedure: it has the options of its own kind of table only."""

    title = "Test"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Say of an option for the columns of other tables why it is not here."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if error.option_name in FLAGS:
                ctx.fail(
                    f"{self.name} does not use {error.option_name}, which is for other kinds of "
                    f"tables; benchreport test {self.name} --help lists its options."
                )
            raise


def _group_of(option: click.Option, title: str) -> str:
    """Return the heading of an option; a procedure's own may have the name of a role."""
    if any(option is column for column in COLUMNS):
        return "Columns"
    return "Other" if "--help" in option.opts else GROUPS.get(option.name, title)


def write_plain(text: str) -> str:
    """Take the markup out of a docstring's text.

    >>> write_plain('``"exact"`` is the distribution of `ranks`; ``n_draws`` of them')
    '"exact" is the distribution of ranks; n_draws of them'
    """
    return text.replace("`", "")
