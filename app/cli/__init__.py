"""The ``lovbro`` command: arguments in, answers out as text or JSON. Never imports streamlit, but for ``serve``.

``main`` and the modules that end in ``_command`` or ``_commands`` declare commands and their options, and are imported
at every start; the modules beside them do the work when a command runs, and print what it gives.
"""
