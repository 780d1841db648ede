"""The pages of the nights: report, index, feed, and how they are published.

What lives here: documents and files.
They may import what ``nightly`` may.
To add one: a section in ``night_pages`` or a part of ``index``.
"""
