"""Who cites what: the graph of references, paths between provisions, and what is at fault with references."""
