"""``python -m app`` is the ``lovbro`` command."""

import sys

from app.cli.main import main

sys.exit(main())
