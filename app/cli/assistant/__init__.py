"""``lovbro mcp``: what an assistant may ask over the Model Context Protocol, and what it is answered.

``answer_values`` are the answers, from which the protocol's JSON schemas are made; ``assistant_answers`` finds them by
the same functions as ``lovbro show`` and the addresses; ``protocol`` alone knows the protocol. Needs the extra ``mcp``.
"""
