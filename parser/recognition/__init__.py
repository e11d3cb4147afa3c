"""A stream of paragraphs as a law book: what each paragraph is, worked out from labels in sequence, styles and
position.

No text has code of its own here. What does not fit is a question with a likely reading and the alternatives, never a
guess in silence.
"""
