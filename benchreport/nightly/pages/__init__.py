"""The pages of the nights: the report of each night, the index of all, the feed, and their publication.

The functions here turn facts and the history into documents and files.
They may import what ``nightly`` may.
To add a page of a night, add its path to ``list_pages`` and its content to ``render_night``. To add a part
of the index, add a field to ``_Branch`` and its lines to the template.
"""
