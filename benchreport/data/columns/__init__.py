"""Which column plays which role: by its name, by its content, or as the caller says.

``words`` and ``content`` say what names and cells tell; ``selection`` applies what the caller selects;
``find_keys`` finds the algorithms, datasets and repeats, ``read_layout`` the rest of a ``long`` or a ``wide``
table, with a reason for each column. A new rule has a table that needs it in the tests' layouts.
This folder may import ``cells``, ``errors`` and ``hints``.
"""
