"""The file with the fonts of all nights, which their pages share."""

from benchreport.report.rendering.font_faces import font_sheet


def shared_fonts(depth: int = 1) -> str:
    """Return the address of the fonts' file from a page so many folders below the published one.

    >>> shared_fonts().startswith("../fonts-"), shared_fonts(0).startswith("fonts-")
    (True, True)
    """
    [name] = font_sheet()
    return f"{'../' * depth}{name}"
