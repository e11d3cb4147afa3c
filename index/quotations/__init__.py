"""Quotations in a person's words: found by their marks, and compared word for word with every text that is held.

``marks`` finds them, ``finder`` says of one whether it is exact. What is typography alone is put aside in
``typography``, and said.
"""
