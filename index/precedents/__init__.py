"""The register of decisions: an index of its folder, and the look-ups by provision, by fields and by words.

``decision_index`` is the one place that knows SQLite, ``shared_index`` asks the same of PostgreSQL; ``casebook`` knows
editions and what became of a number.
"""
