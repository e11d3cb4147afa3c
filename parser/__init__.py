"""From raw text to expressions: pure functions, values in and values out; files belong to ``corpus.store``."""
