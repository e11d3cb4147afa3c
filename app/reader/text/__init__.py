"""Running text as HTML: marks that cross, links of references, columns of a law, the words in which two texts
differ."""
