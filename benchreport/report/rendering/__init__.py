"""Functions that several writers share: pages, PDFs, Markdown, table layout, names of files.

What lives here: functions from a document, or from a part of one, to text or bytes. They know no writer,
and may import ``document``, ``paper``, ``theme`` and what stands below ``report``.
To add one: move here what a second writer needs.
"""
