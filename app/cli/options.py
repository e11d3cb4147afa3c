"""Options and exit codes that commands share."""

from __future__ import annotations

from datetime import date

import click

DONE, FAILED, BAD_INPUT = 0, 1, 2

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object and nothing else.")


def day(text: str) -> date:
    """A date typed as 2009-03-01. Raises click.BadParameter."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is no date such as 2009-03-01") from None


class OneOf(click.Choice[str]):
    """A choice whose refusal names what there is."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """One line with all choices that have a name."""
        return f"invalid choice {value!r}; take {', '.join(choice for choice in self.choices if choice)}"


class UsageError(ValueError):
    """Something typed that no command can do."""
