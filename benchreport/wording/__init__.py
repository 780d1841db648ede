"""The sentences that people read, as templates: a room a place, a module a family.

A template is a constant in capitals: a `str` whose slots (``{who}``) `str.format` fills, or a tuple or a
dict of such. A sentence begins with a capital letter or a slot and ends with a full stop; anything else
is a clause, which is part of a sentence and begins in lower case. Nothing here computes or imports.

Verdicts are in ``verdicts``, the words of results in ``results``, those of documents in ``papers``;
``figures``, ``nights`` and ``shell`` say where they are read. To add one, write the constant in its
family's module; ``tests/wording/test_wording.py`` holds it to the rules for words and to the length of a
sentence, and ``tests/wording/test_collected.py`` finds sentences that are elsewhere.
"""
