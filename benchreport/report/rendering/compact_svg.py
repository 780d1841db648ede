"""SVG in fewer bytes: the same picture, for pages that contain it."""

import re
from collections.abc import Mapping

# what matplotlib writes for other programs: a declaration, comments, and metadata that repeat the title
UNSEEN = re.compile(rb"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->|<metadata>.*?</metadata>", re.DOTALL)
BETWEEN_TAGS = re.compile(rb">\s+<")
REFERRED = re.compile(rb"(?:href=\"#|url\(#)([^\")]+)")
IDENTIFIER = re.compile(rb" id=\"([^\"]+)\"")
# texts between tags are left alone, and these attributes hold coordinates
OPENING = re.compile(rb"<[^/>][^>]*>")
COORDINATES = re.compile(rb" (d|transform|x|y|width|height|style)=\"([^\"]*)\"")
DECIMALS = re.compile(rb"\d+\.\d{3,}")
LINE_END = re.compile(rb"\s*\n\s*")
AROUND_COMMANDS = re.compile(rb" (?=[MLHVCSQTAZz])|(?<=[MLHVCSQTAZz]) ")
STRAIGHT = re.compile(rb"M[-.\d]+ [-.\d]+(?:L[-.\d]+ [-.\d]+)+z?")
GROUP = re.compile(rb"(<g(?: [^>]*[^/>])?>|</g>)")
CLIPPED = re.compile(rb'<g clip-path="[^"]*">')
# neighbours of one look
ALIKE = re.compile(
    rb'<use [^>]*?(?P<marks> style="[^"]*")/>(?:<use [^>]*?(?P=marks)/>)+'
    rb'|<path d="[^"]*"(?P<lines>(?: clip-path="[^"]*")? style="[^"]*")/>(?:<path d="[^"]*"(?P=lines)/>)+'
)
SHIFTED = re.compile(rb"(<use [^>]*?) transform=\"translate\(([-\d.]+) 0\)\"")


def compact_svg(svg: bytes) -> bytes:
    r"""Write a drawing of matplotlib in about half of the bytes.

    Coordinates keep a hundredth of a point, which is finer than a pixel; factors below one keep four
    digits. Identifiers are shortened, and dropped where nothing refers to them. Groups that say
    nothing are dropped, and neighbours of one look share it in a group.

    Parameters
    ----------
    svg
        A drawing, as matplotlib writes it.

    Examples
    --------
    >>> compact_svg(b'<svg>\n <g id="line_1">\n  <path d="M 1.23456 2 \nL 0.12345 4"/></g></svg>')
    b'<svg><path d="M1.23 2L0.1235 4"/></svg>'
    >>> dots = b'<use x="1" style="fill:red;opacity:.5"/><use x="2" style="fill:red;opacity:.5"/>'
    >>> compact_svg(b"<svg>" + dots + b"</svg>")
    b'<svg><g style="fill:red"><use x="1" style="opacity:.5"/><use x="2" style="opacity:.5"/></g></svg>'
    """
    bare = BETWEEN_TAGS.sub(b"><", UNSEEN.sub(b"", svg)).strip()
    names = dict.fromkeys(REFERRED.findall(bare))
    short = {name: b"i%x" % place for place, name in enumerate(names)}
    return ALIKE.sub(
        _share_look, _merge_groups(OPENING.sub(lambda tag: _shorten_tag(tag[0], short), bare))
    )


def _merge_groups(svg: bytes) -> bytes:
    """Drop groups without attributes, and join neighbours that only clip, and alike.

    >>> _merge_groups(b'<g><g clip-path="a">1</g></g><g clip-path="a">2</g>')
    b'<g clip-path="a">12</g>'
    """
    written: list[bytes] = []
    opened: list[bytes] = []
    closed = b""
    for piece in GROUP.split(svg):
        if piece == b"</g>":
            ended = opened.pop()
            if ended != b"<g>":
                written.append(piece)
                closed = ended
        elif GROUP.fullmatch(piece):
            opened.append(piece)
            if written[-1:] == [b"</g>"] and piece == closed and CLIPPED.fullmatch(piece):
                written.pop()
            elif piece != b"<g>":
                written.append(piece)
        elif piece:
            written.append(piece)
    return b"".join(written)


def _share_look(run: re.Match[bytes]) -> bytes:
    """Give the look of neighbours to a group, but for opacity, which does not pass on to each."""
    look = run["marks"] or run["lines"]
    before, _, style = look.rpartition(b' style="')
    parts = style[:-1].split(b";")
    own = [part for part in parts if part.startswith(b"opacity:")]
    shared = b";".join(part for part in parts if part not in own)
    if not shared:
        return run[0]
    each = b' style="%b"' % own[0] if own else b""
    return b'<g%b style="%b">%b</g>' % (before, shared, run[0].replace(look, each))


def _shorten_tag(tag: bytes, short: Mapping[bytes, bytes]) -> bytes:
    rounded = COORDINATES.sub(_shorten_values, tag)
    # most tags have none of these, which is seen sooner than sought
    if b"translate(" in rounded:
        rounded = SHIFTED.sub(rb'\1 x="\2"', rounded)
    if b' id="' in rounded:
        rounded = IDENTIFIER.sub(
            lambda found: b' id="%b"' % short[found[1]] if found[1] in short else b"", rounded
        )
    if b"#" not in rounded:
        return rounded
    return REFERRED.sub(lambda found: found[0].replace(found[1], short[found[1]]), rounded)


def _shorten_values(attribute: re.Match[bytes]) -> bytes:
    name, value = attribute.groups()
    spaced = LINE_END.sub(b" ", value).replace(b": ", b":").replace(b"; ", b";")
    short = DECIMALS.sub(_round, spaced).strip()
    if name == b"d":
        short = _shorten_path(AROUND_COMMANDS.sub(b"", short))
    return b' %b="%b"' % (name, short)


def _shorten_path(path: bytes) -> bytes:
    """Write lines along an axis by the coordinate that changes, where a path has nothing but lines.

    >>> _shorten_path(b"M1 2L1 5L3 5L3 2L4 9z")
    b'M1 2V5H3V2L4 9z'
    """
    if not STRAIGHT.fullmatch(path):
        return path
    first, *others = path.removesuffix(b"z").split(b"L")
    x, y = first[1:].split(b" ")
    steps = [first]
    for other in others:
        before, (x, y) = (x, y), other.split(b" ")
        steps.append(b"V" + y if x == before[0] else b"H" + x if y == before[1] else b"L" + other)
    return b"".join(steps) + path[-1:] * path.endswith(b"z")


def _round(number: re.Match[bytes]) -> bytes:
    value = float(number[0])
    return f"{value:.{2 if value >= 1 else 4}f}".rstrip("0").rstrip(".").encode()
