"""Calls of every method and command with odd tables and arguments.

``tables`` draws frames, ``calls`` draws a method or command with arguments, ``judge`` runs one and says
what is wrong with how it ended. All draw from a ``random.Random``: hypothesis gives one that shrinks
(``tests/test_fuzz.py``), and ``python -m tests.fuzz --calls 50000`` one a seed.
"""
