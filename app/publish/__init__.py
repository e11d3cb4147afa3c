"""What is read outside of the reading room: every provision behind an address of its own, the book as files.

``record`` is all that is known of a provision, ``record_page``, ``record_json`` and ``record_forms`` write it;
``permalinks`` and ``places`` read an address, ``routes`` and ``handlers`` answer it. ``site`` and its neighbours make
``lovbro export site``, ``book`` the one file of ``export html``, ``volume`` EPUB and PDF, ``release`` what
``lovbro release`` writes. ``consent`` says which texts everybody may read. Decisions of a committee are published by
``app.committee.publishing``.
"""
