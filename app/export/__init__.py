"""The corpus as files for other programs: JSON lines, CSV, TMX, Akoma Ntoso, graph."""
