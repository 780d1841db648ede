"""Each night, the results are recorded, compared with earlier nights, published and reported.

`README.md` has the path of one night. The rooms build on one another: ``notify``, ``config``, ``history``,
``intake``, ``findings``, ``detection``, ``pages``, ``schedule``; statistics are in ``numerics.series``.
The package may import everything but the accessor and the command line.
"""
