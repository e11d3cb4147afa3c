"""Citations: found in running text or typed by a person, resolved to a place, doubted where the words contradict it.

``find`` and ``grammar`` give what the page says, ``resolve`` and ``doubts`` what it means, ``query`` what a person
asks for.
"""
