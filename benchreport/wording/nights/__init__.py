"""Sentences of the nightly service: its verdicts, pages, figures, replay and commands."""
