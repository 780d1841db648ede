"""Names of numbers: short words made from labels, which do not change when rows change their order."""

import re
import unicodedata
from collections.abc import Collection, Iterable

# a template of MyST would read these as methods or operators instead of names
JINJA = frozenset(
    """and clear copy else false fromkeys get if in is items keys none not or pop popitem setdefault
    true update values""".split()
)


def name_labels(
    labels: Iterable[str], reserved: Collection[str] = (), *, empty: str = "label"
) -> dict[str, str]:
    """Return a name for each label; labels that would have the same name are numbered in sorted order.

    Parameters
    ----------
    labels
        Different texts.
    reserved
        Names that mean something else.
    empty
        The name of labels without letters or digits of ASCII.

    Examples
    --------
    >>> name_labels(["C4.5+m", "1-NN", "naïve Bayes", "SVM", "svm", "決定木"])
    {'C4.5+m': 'c4_5_m', '1-NN': 'x1_nn', 'naïve Bayes': 'naive_bayes', 'SVM': 'svm', 'svm': 'svm_2',
    '決定木': 'label'}
    """
    order = list(labels)
    used = {*reserved, *JINJA}
    names: dict[str, str] = {}
    for label in sorted(order):
        base = _slug(label) or empty
        name, number = base, 2
        while name in used:
            name, number = f"{base}_{number}", number + 1
        used.add(name)
        names[label] = name
    return {label: names[label] for label in order}


def _slug(label: str) -> str:
    """Write a label in small letters, digits and underscores; it begins with a letter."""
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return f"x{slug}" if slug[:1].isdigit() else slug
