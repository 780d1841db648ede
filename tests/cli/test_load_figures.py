"""Matplotlib is loaded without descriptions for commands only, and works as it does with them."""

import subprocess
import sys

from matplotlib.artist import Artist
from needs import LONG

from benchreport.cli.load_figures import skip_descriptions


def test_classes_without_descriptions_set_their_properties():
    with skip_descriptions():

        class Bare(Artist):
            pass

        class Barer(Bare):
            def set_depth(self, depth):
                self.depth = depth

    class Described(Artist):
        pass

    assert Bare.set.__doc__ is Barer.set.__doc__ is None
    assert "alpha" in Described.set.__doc__
    mark = Barer()
    mark.set(alpha=0.5, depth=3)
    assert (mark.get_alpha(), mark.depth) == (0.5, 3)
    assert Barer.set is not Bare.set
    assert Barer.set.__qualname__.endswith("Barer.set")


@LONG
def test_the_command_that_writes_reports_loads_matplotlib_so(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("dataset,svm,knn\na,.8,.7\nb,.9,.7\nc,.7,.6\n")
    code = (
        "import sys\n"
        "from benchreport.cli import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "from matplotlib.lines import Line2D\n"
        "from matplotlib.artist import Artist\n"
        "assert Line2D.set.__doc__ is None\n"
        "class Own(Artist): pass\n"
        "assert 'alpha' in Own.set.__doc__\n"
    )
    words = ["report", str(table), "--score", "accuracy", "-o", str(tmp_path / "r.html")]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "<svg" in (tmp_path / "r.html").read_text(encoding="utf-8").replace("%3C", "<")
