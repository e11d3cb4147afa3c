"""Every provision behind an address of its own: one record of it, and the forms in which it is read elsewhere."""
