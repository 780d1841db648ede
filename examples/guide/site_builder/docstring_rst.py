"""Docstrings of functions and methods as Sphinx reads them."""

import inspect
import re
import textwrap
from collections.abc import Callable
from typing import Any

from sphinx.ext.napoleon import Config, NumpyDocstring

BARS = re.compile(r"``.*?``|`.*?`|\|")
CONFIG = Config(napoleon_use_rtype=False, napoleon_preprocess_types=False)


def describe_method(name: str, method: Callable[..., Any], owner: str = "benchreport.Bench") -> str:
    """Write a method with its signature and its docstring; other sites find it under its full name."""
    signature = _without_types(inspect.signature(method))
    docstring = inspect.cleandoc(method.__doc__ or "")
    body = "\n".join(escape_bars(NumpyDocstring(docstring, CONFIG, what="method").lines()))
    head = f".. py:method:: {owner}.{name}{signature}\n"
    return f"```{{eval-rst}}\n{head}\n{textwrap.indent(body, '   ')}\n```\n"


def escape_bars(lines: list[str]) -> list[str]:
    """Let ``|z|`` be an absolute value outside of literals, as it is meant; Sphinx takes it for a name."""
    return [
        BARS.sub(lambda match: match[0] if match[0][0] == "`" else r"\|", line) for line in lines
    ]


def _without_types(signature: inspect.Signature) -> str:
    """Write a signature without types, which the parameters' descriptions say in words."""
    plain = [each.replace(annotation=each.empty) for each in signature.parameters.values()]
    return str(inspect.Signature(plain))


def first_line(method: Callable[..., Any]) -> str:
    """Return the first sentence of a docstring."""
    return " ".join(inspect.cleandoc(method.__doc__ or "").partition("\n\n")[0].split())
