"""The reading room: ``streamlit run app/main.py``, or ``lovbro serve``.

The address names the page, ``app.reader`` makes it, ``app.views.shell`` puts it on the screen; nothing is kept between
runs.
"""

from app.views import shell

shell.run()
