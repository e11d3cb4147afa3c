"""Files of any kind as one stream of paragraphs with the evidence that their format holds.

What the paragraphs are (laws, letters, notes ...) is worked out by ``parser.recognition``.
"""
