"""Decisions of appeal committees: the value, its XML and the folder it is kept in.

``parser.decisions`` reads decisions out of files; ``index.precedents`` looks them up by provision.
"""
