"""What an appeal committee uses beside the texts: the register of decisions, the paper from a dossier, the
procedure."""
