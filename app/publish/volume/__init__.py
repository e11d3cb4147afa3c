"""``lovbro export epub`` and ``pdf``: a text, or two languages of one edition beside each other, as a book.

``volume`` are the book's values, ``composition`` makes them from the texts, ``volume_epub`` and ``volume_pdf`` write
them. Both have the same words in the same order.
"""
