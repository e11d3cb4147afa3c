"""Decisions of appeal committees read out of files as bodies publish them.

The value and its folder belong to ``corpus.precedents``, where a decision is found to ``index.precedents``.
"""
