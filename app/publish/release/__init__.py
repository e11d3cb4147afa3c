"""``lovbro release``: the texts as files that anybody can check later, byte for byte and provision by provision.

``manifest`` is the list of files and provisions with their sums, ``making`` writes a release, ``checking`` compares a
folder with its manifest, ``signature`` asks ssh-keygen whose it is. Nothing in a release says when it was made: the
same texts give the same bytes.
"""
