"""What a person does to texts of the library on a page: add a text, decide how it is read.

Values in, values out; the functions that do the work are those of the command. ``app.views.workshop`` has the addresses
by which the page asks.
"""
