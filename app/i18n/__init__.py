"""Every word of the interface in da, nb, sv and en, and notes, dates, numbers and refusals in them."""
