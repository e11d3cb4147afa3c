"""A migration a file, in the order in which each names the one before."""
