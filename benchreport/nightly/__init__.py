"""Every night: results are taken in, remembered, compared, published and reported to people.

`README.md` has the path of one night. The rooms build on one another: ``notify``, ``config``, ``history``,
``intake``, ``findings``, ``detection``, ``pages``, ``schedule``; statistics are in ``numerics.series``.
It may import everything but the accessor and the command line.
"""
