"""What several writers of a report share: pages, PDFs, Markdown, tables that fit a line, names of files.

What lives here: functions from a document, or from a part of one, to text or bytes. They know no writer,
and may import ``document``, ``paper``, ``theme`` and what stands below ``report``.
To add one: move here what a second writer needs.
"""
