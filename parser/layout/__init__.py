"""From a witness to an outline: layout events, labels in sequence, footnotes, scanned pages, the subject index.

How the labels of one text look is the business of ``parser.sources``, what its references mean of ``parser.citations``.
"""
