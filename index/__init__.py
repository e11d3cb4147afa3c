"""What is worked out from the corpus: search, references, comparison of texts, decisions by provision, quotations.

The five parts import nothing from each other.
"""
