"""Read and write numpydoc docstrings: their sections, and the descriptions of parameters."""

import inspect
import re
from collections.abc import Callable, Mapping

SECTIONS = ("Parameters", "Returns", "Raises", "Notes", "References", "Examples")
BLOCKS = "N blocks (datasets, or the repeats on a single one)"


def split_sections(function: Callable[..., object]) -> dict[str, str]:
    """Split a function's docstring into its sections; the text before the first has the key ``""``.

    Examples
    --------
    >>> list(split_sections(split_sections))
    ['', 'Examples']
    """
    text = inspect.cleandoc(function.__doc__ or "")
    head, *rest = re.split(r"\n(\w+)\n---+\n", text)
    bodies = (body.rstrip() for body in rest[1::2])
    return {"": head.rstrip(), **dict(zip(rest[::2], bodies, strict=True))}


def join_sections(sections: Mapping[str, str]) -> str:
    """Write a docstring from its sections, in numpydoc's order; empty sections are left out."""
    blocks = [
        f"{name}\n{'-' * len(name)}\n{sections[name]}" for name in SECTIONS if sections.get(name)
    ]
    return "\n\n".join([sections[""], *blocks])


def describe_parameters(sections: Mapping[str, str]) -> dict[str, str]:
    """Return the description of each parameter, with its indentation."""
    descriptions: dict[str, str] = {}
    for entry in re.split(r"\n(?=\S)", sections.get("Parameters", "")):
        names, _, text = entry.rstrip().partition("\n")
        descriptions |= dict.fromkeys(filter(None, names.split(", ")), text)
    return descriptions


def describe_table(function: Callable[..., object]) -> str:
    """Describe the table that a function takes first, as a sentence; empty if its docstring does not.

    Examples
    --------
    >>> def best(scores: object) -> None:
    ...     '''Name the best.
    ...
    ...     Parameters
    ...     ----------
    ...     scores
    ...         A table of algorithms on N blocks.
    ...     '''
    >>> describe_table(best)
    'Input: a table of algorithms on N blocks (datasets, or the repeats on a single one).'
    """
    table = next(iter(inspect.signature(function).parameters))
    text = " ".join(describe_parameters(split_sections(function)).get(table, "").split())
    text = text.replace(" on N blocks", f" on {BLOCKS}", 1)
    return f"Input: {text[0].lower()}{text[1:]}" if text else ""


def write_for_method(function: Callable[..., object]) -> str | None:
    r"""Write the docstring of a method from that of its function: its table is no argument.

    Examples
    --------
    >>> def best(scores: object, *, most: int = 1) -> None:
    ...     '''Name the best.
    ...
    ...     Parameters
    ...     ----------
    ...     scores
    ...         A table of algorithms.
    ...     most
    ...         How many to name.
    ...     '''
    >>> write_for_method(best).partition("Parameters")[0]
    'Name the best.\n\nInput: a table of algorithms.\n\n'
    """
    if function.__doc__ is None:
        return None
    sections = split_sections(function)
    table = next(iter(inspect.signature(function).parameters))
    # the table stands first, or in a group of names
    parameters = re.sub(
        rf"\A{table}(?:, |\n(?:[ ]+.*(?:\n|\Z)|\n)*)", "", sections.get("Parameters", "")
    )
    head = "\n\n".join(filter(None, [sections[""], describe_table(function)]))
    return join_sections({**sections, "": head, "Parameters": parameters})
