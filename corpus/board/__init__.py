"""What is on the table of one board: contract, result and score as people write them.

Which score a contract gives is ``app.committee.scoring``.
"""
