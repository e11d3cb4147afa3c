"""What was typed wrong on the command line, in one line."""

from __future__ import annotations

import click


def complaint(error: click.UsageError) -> str:
    """What was typed wrong, and what would be right."""
    words, context = error.format_message().rstrip("."), error.ctx
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        return f"no such option {error.option_name}; did you mean {error.possibilities[0]}?"
    if context is not None and isinstance(context.command, click.Group):
        commands = ", ".join(context.command.list_commands(context))
        if not isinstance(error, click.exceptions.NoSuchCommand):
            return f"{words}; a command is required: {commands}"
        nearest = f"did you mean {error.possibilities[0]}?" if error.possibilities else f"there are {commands}"
        return f"invalid choice {error.command_name!r}; {nearest}"
    if context is None or (isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter)):
        return words
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Option) and error.param.help:
        words = f"{words}: {error.param.help.rstrip('.')}"
    return f"{words}; {context.command.get_usage(context).replace('Usage', 'usage', 1)}"
