"""The pages about numbers: what became of a number, and the whole list between editions."""
