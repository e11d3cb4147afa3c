"""Running text as HTML: elements by type, marks that cross, links of references, columns of a law, differing words."""
