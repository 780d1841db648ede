"""Which column plays which role: by its name, by its content, or as the caller says.

``names`` and ``evidence`` say what names and content tell; ``selection`` applies what the caller selects;
``keys`` finds the algorithms, datasets and repeats, ``read_layout`` the rest of a long or a wide table, with
a reason for each column. To add a word of a field, add it to ``names``; to add a rule, write what it looks
at in ``evidence``, and the table that needs it in the tests' layouts.
This folder may import ``cells``, ``errors`` and ``hints``.
"""
