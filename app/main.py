"""The reading room: ``streamlit run app/main.py``, or ``lovbro serve``.

The address says what to show, ``present`` makes it, ``views.shell`` puts it on the screen; nothing is kept between
runs.
"""

from app.views import shell

shell.run()
