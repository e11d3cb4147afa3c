"""Ruling paths: from what happened at the table to the provisions a director reads out.

``ruling_path`` has the values and reads their files, ``faults`` holds them against the texts. Questions and answers
are ours; what is read out is always the provision itself, so no file has a rule in other words.
"""
