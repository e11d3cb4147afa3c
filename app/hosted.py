"""The page of a server with sign-in: ``LOVBRO_SIGN_IN=FILE lovbro serve``."""

from app.views import hosted_view

hosted_view.run()
