"""Which provision of one text carries the rule of another.

By the number tables (``known``), or proposed from the texts alone (``propose``).
"""
