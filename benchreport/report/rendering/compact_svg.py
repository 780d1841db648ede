"""SVG in fewer bytes: the same picture, for pages that contain it."""

import re
from collections.abc import Mapping

# what matplotlib writes for other programs: a declaration, comments, and metadata that repeat the title
UNSEEN = re.compile(rb"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->|<metadata>.*?</metadata>", re.DOTALL)
BETWEEN_TAGS = re.compile(rb">\s+<")
REFERRED = re.compile(rb"(?:href=\"#|url\(#)([^\")]+)")
IDENTIFIER = re.compile(rb" id=\"([^\"]+)\"")
# texts between tags are left alone, and these attributes hold coordinates
TAG = re.compile(rb"<[^>]+>")
COORDINATES = re.compile(rb" (d|transform|x|y|width|height|style)=\"([^\"]*)\"")
DECIMALS = re.compile(rb"\d+\.\d{3,}")
SPACES = re.compile(rb"\s*\n\s*|(?<=[:;]) ")
# marks of one look, alone in a group
ALIKE = re.compile(rb'<g([^>]*)>(<use [^>]*? style="([^"]*)"/>(?:<use [^>]*? style="\3"/>)+)</g>')
SHIFTED = re.compile(rb"(<use [^>]*?) transform=\"translate\(([-\d.]+) 0\)\"")


def compact_svg(svg: bytes) -> bytes:
    r"""Write a drawing of matplotlib in two thirds of the bytes.

    Coordinates keep a hundredth of a point, which is finer than a pixel; factors below one keep four
    digits. Identifiers are shortened, and dropped where nothing refers to them.

    Parameters
    ----------
    svg
        A drawing, as matplotlib writes it.

    Examples
    --------
    >>> compact_svg(b'<svg>\n <g id="line_1">\n  <path d="M 1.23456 2 \nL 0.12345 4"/></g></svg>')
    b'<svg><g><path d="M 1.23 2 L 0.1235 4"/></g></svg>'
    >>> dots = b'<use x="1" style="fill:red;opacity:.5"/><use x="2" style="fill:red;opacity:.5"/>'
    >>> compact_svg(b"<g>" + dots + b"</g>")
    b'<g style="fill:red"><use x="1" style="opacity:.5"/><use x="2" style="opacity:.5"/></g>'
    """
    bare = BETWEEN_TAGS.sub(b"><", UNSEEN.sub(b"", svg)).strip()
    names = dict.fromkeys(REFERRED.findall(bare))
    short = {name: b"i%x" % place for place, name in enumerate(names)}
    return ALIKE.sub(_share_style, TAG.sub(lambda tag: _shorten_tag(tag[0], short), bare))


def _share_style(group: re.Match[bytes]) -> bytes:
    """Give the style of all marks to their group, but for opacity, which does not pass on to each."""
    attributes, marks, style = group.groups()
    parts = style.split(b";")
    own = [part for part in parts if part.startswith(b"opacity:")]
    if b" style=" in attributes or len(own) == len(parts):
        return group[0]
    shared = b";".join(part for part in parts if part not in own)
    each = b' style="%b"' % own[0] if own else b""
    bare = marks.replace(b' style="%b"' % style, each)
    return b'<g%b style="%b">%b</g>' % (attributes, shared, bare)


def _shorten_tag(tag: bytes, short: Mapping[bytes, bytes]) -> bytes:
    rounded = SHIFTED.sub(rb'\1 x="\2"', COORDINATES.sub(_shorten_values, tag))
    named = IDENTIFIER.sub(
        lambda found: b' id="%b"' % short[found[1]] if found[1] in short else b"", rounded
    )
    return REFERRED.sub(lambda found: found[0].replace(found[1], short[found[1]]), named)


def _shorten_values(attribute: re.Match[bytes]) -> bytes:
    spaced = SPACES.sub(lambda space: b" " if b"\n" in space[0] else b"", attribute[2])
    return b' %b="%b"' % (attribute[1], DECIMALS.sub(_round, spaced).strip())


def _round(number: re.Match[bytes]) -> bytes:
    value = float(number[0])
    return f"{value:.{2 if value >= 1 else 4}f}".rstrip("0").rstrip(".").encode()
