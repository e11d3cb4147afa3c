"""A committee's dossier: the value, its frozen quotations and the folder it is kept in.

``app.committee`` turns a dossier into a paper.
"""
