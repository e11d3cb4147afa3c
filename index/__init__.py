"""What is worked out from the corpus: search, references, comparison of texts, decisions by provision, quotations.

These parts import nothing from each other; ``verification`` of whole documents is above them.
"""
