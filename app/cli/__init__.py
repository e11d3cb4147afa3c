"""The ``lovbro`` command: arguments in, answers out as text or JSON. Never imports streamlit, but for ``serve``."""
