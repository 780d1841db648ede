"""What a study can say: the ranks that it leaves open, what its answers depend on, and how large it must be.

Procedures that look at a whole study live here, from ``Scores`` or ``Predictions``; they may use what the
families of tests share inside them (``predictions._losses``). ``_rank_rows`` makes the rows whose means are
ranked, ``_noise`` the variances of a study's parts, ``_simulated_studies`` draws studies. ``_rank_estimates``
is a public function that takes no table.
They import what ``stats`` may import, and no other procedure, but for ``multiverse``, which runs some.
To add one: a file named after the procedure, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
