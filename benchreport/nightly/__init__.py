"""Every night: results in, remembered, compared, reported, told.

What lives here: the configuration, the history, what is found in it, and who is told. Statistics are in
``numerics`` (`night_shift`, `drift`, `change_points`) and the report engine's own; pages in ``report``.
It may import everything but the accessor and the command line.
To add a way of telling somebody: a module in ``notify`` and a table in ``config``.
"""
