"""How texts differ: parity of two languages, use of terms, and the whole list of what became of each number."""
