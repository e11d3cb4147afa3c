"""What is worked out from the corpus: search, references, comparison of texts, decisions by provision.

The four parts import nothing from each other.
"""
