"""From a witness to an outline: layout events, labels in sequence, footnotes, scanned pages, the subject index.

What the labels of one text look like is said in ``parser.sources``; what its references mean in ``parser.citations``.
"""
