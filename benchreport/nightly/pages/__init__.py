"""The pages of the nights: the report of each night, the index of all, the feed, and their publication.

What lives here: functions from facts and the history to documents and files.
They may import what ``nightly`` may.
To add a page of a night: its path in ``list_pages`` and its content in ``render_night``. To add a part of
the index: a field of ``_Branch`` and its lines in the template.
"""
