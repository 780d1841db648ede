"""Sentences of the command line, and of reading and watching: doctor, progress, tools' files."""
