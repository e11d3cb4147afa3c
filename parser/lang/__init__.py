"""The words of each language by which citations, outlines and questions are read: one module a language, no logic.

Every module has one value ``WORDS``; ``words.Words`` describes its fields.
"""
