"""Text that keeps its origins: offsets into a witness, recorded corrections, and what every character was used as.

Reads no layout and knows no language.
"""
