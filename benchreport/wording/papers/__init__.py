"""Sentences of documents: methods paragraphs, checklists, sections, tables and the paper kit."""
