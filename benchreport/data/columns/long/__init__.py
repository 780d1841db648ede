"""Tables with one row for each score."""
