"""``python -m app`` is the ``lovbro`` command."""

import sys

from app.cli import main

sys.exit(main())
