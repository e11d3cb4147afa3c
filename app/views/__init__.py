"""What talks to Streamlit and to its server: texts loaded once, finished pages put on the screen, forms.

``reading`` shows a page of ``app.reader`` by ``shell``; the committee's forms (``dossier``, ``precedents``, ``*_form``)
are drawn below one, of what ``desk`` lets a window open. ``server`` starts everything, with its gates (``gate``,
``reading_only``, ``sign_in``) and further addresses (``early``, ``typed``, ``workshop_routes``, ``watching``).
``assets`` has the style and the scripts.
"""
