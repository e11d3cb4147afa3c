"""What corresponds to what: number tables between editions, aligned rows of all texts, readings of second witnesses.

Here the tables are read and looked up; ``parser.alignment`` makes the rows, ``index.comparison`` compares them.
"""
