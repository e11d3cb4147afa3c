"""Every word of the interface in da, nb, sv and en, and how notes and errors are said in them."""
