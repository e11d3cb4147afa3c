"""The corpus as files for other programs: JSON lines, CSV, TMX, Akoma Ntoso, graph.

The forms that people read (a site, one file of HTML, EPUB, PDF) are made by ``app.publish``.
"""
