"""The page of a server for everybody: ``lovbro serve --public``."""

from app.views import public_view

public_view.run()
