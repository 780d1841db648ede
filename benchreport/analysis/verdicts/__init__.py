"""What the results of an analysis say together: verdicts, headlines, and what threatens them."""
