"""Make the package's fonts from Adobe's Source families: subset them, and rename them as their licence asks.

``npm install source-serif@4 source-sans@3 source-code-pro@2`` and then
``python tests/fonts/make_fonts.py node_modules``. The same files give the same bytes.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont, woff2

OUT = Path(__file__).parents[2] / "benchreport" / "fonts"
LATIN = "U+20-7E,U+A0-FF,U+2009,U+200A,U+2010-2014,U+2018-201E,U+2020-2022,U+2026,U+202F,U+2212"
# fontconfig prefers a font that has all letters of English (en.orth), some with accents
ITALIC = "U+20-7E,U+A0,U+C0,U+C7-CB,U+CF,U+D1,U+D4,U+D6,U+E0,U+E7-EB,U+EF,U+F1,U+F4,U+F6,U+202F"
EUROPE = "U+100-17F,U+192,U+218-21B,U+2C6,U+2C7,U+2D8-2DD"
MATHS = (
    "U+391-3A9,U+3B1-3C9,U+2030,U+2032,U+2070-2099,U+2190-2193,U+2206,U+2208,U+2211,U+221A,U+221E,"
    "U+2248,U+2260,U+2264,U+2265"
)
TEXT = f"{LATIN},{EUROPE},{MATHS}"
# names in figures come from all over the world
NAMES = (
    f"{TEXT},U+300-3FF,U+400-52F,U+1E00-1EFF,U+2000-215F,U+2195-2199,U+2200-22FF,U+25A0-25FF,"
    "U+2713,U+2717"
)
# the name of a file of ours: the original, its family, its weight, its characters
FONTS = {
    "serif.woff2": ("source-serif/TTF/SourceSerif4-Regular.ttf", "Serif", 400, TEXT),
    "serif-semibold.woff2": ("source-serif/TTF/SourceSerif4-Semibold.ttf", "Serif", 600, LATIN),
    "serif-italic.woff2": ("source-serif/TTF/SourceSerif4-It.ttf", "Serif", 400, ITALIC),
    "sans.woff2": ("source-sans/TTF/SourceSans3-Regular.ttf", "Sans", 400, TEXT),
    "sans-italic.woff2": ("source-sans/TTF/SourceSans3-It.ttf", "Sans", 400, ITALIC),
    "sans-semibold.woff2": ("source-sans/TTF/SourceSans3-Semibold.ttf", "Sans", 600, TEXT),
    "mono.woff2": ("source-code-pro/TTF/SourceCodePro-Regular.ttf", "Mono", 400, LATIN),
    "sans.ttf": ("source-sans/TTF/SourceSans3-Regular.ttf", "Sans", 400, NAMES),
    "sans-semibold.ttf": ("source-sans/TTF/SourceSans3-Semibold.ttf", "Sans", 600, NAMES),
}


def make_font(source: Path, target: Path, family: str, weight: int, characters: str) -> None:
    """Write a part of a font under a name of our own."""
    options = subset.Options(
        layout_features=["kern", "mark", "mkmk", "liga", "ccmp", "locl", "tnum", "lnum", "pnum"],
        hinting=False,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
        notdef_outline=True,
        recalc_timestamp=False,
        flavor="woff2" if target.suffix == ".woff2" else None,
    )
    font = TTFont(source, recalcTimestamp=False)
    part = subset.Subsetter(options)
    part.populate(unicodes=subset.parse_unicodes(characters))
    part.subset(font)
    style = "Italic" if "italic" in target.name else ("Regular" if weight == 400 else "Semibold")
    for record in font["name"].names:
        own = {1: family, 2: style, 3: f"{family} {style}", 4: f"{family} {style}"}
        own[6] = f"{family.replace(' ', '')}-{style}"
        if record.nameID in own:
            record.string = own[record.nameID]
    if target.suffix == ".ttf":
        # matplotlib measures lines by these: the original has room for accents on capitals, as no label needs
        metrics = font["OS/2"]
        metrics.sTypoAscender, metrics.sTypoDescender, metrics.sTypoLineGap = 760, -240, 200
    subset.save_font(font, target, options)


def main() -> None:
    """Make every font, and put the licence beside them."""
    folder = Path(sys.argv[1])
    for name, (source, family, weight, characters) in FONTS.items():
        make_font(folder / source, OUT / name, f"Benchreport {family}", weight, characters)
        if name.endswith(".woff2"):
            woff2.decompress(OUT / name, (OUT / "pdf" / name).with_suffix(".ttf"))
    (OUT / "LICENSE.md").write_bytes((folder / "source-sans/LICENSE.md").read_bytes())


if __name__ == "__main__":
    main()
