"""``lovbro serve``: where it listens, for whom, and the server itself, the only one that imports streamlit."""

from __future__ import annotations

import errno
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli.building import build_stale
from app.cli.options import UsageError

if TYPE_CHECKING:
    from app.publish.handlers import SearchAnswer, ShowFrom

PORT = 8501
APP = Path(__file__).resolve().parent.parent


def _port(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 65536:
        return int(text)
    raise click.BadParameter(f"{text!r} is no port; take a number from 1 to 65535")


def _endpoint(text: str) -> tuple[str, int]:
    address, _, port = text.rpartition(":")
    if not address or not port.isdecimal() or not 0 < int(port) < 65536:
        raise click.BadParameter(f"{text!r} is no address and port such as 127.0.0.1:9101")
    return address.strip("[]"), int(port)


@click.command()
@click.option("--port", type=_port, default=str(PORT), show_default=True, metavar="N")
@click.option("--public", is_flag=True, envvar="LOVBRO_PUBLIC",
              help="For everybody: texts with a recorded consent, and nothing can be written.")  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", envvar="LOVBRO_HOST",
              help="Where to listen; another than this machine needs --public or sign-in.")  # fmt: skip
@click.option("--name", "names", multiple=True, metavar="HOST", envvar="LOVBRO_NAMES",
              help="A name by which readers come, such as laws.example; may be given again.")  # fmt: skip
@click.option("--behind", "proxies", multiple=True, metavar="ADDRESS", envvar="LOVBRO_BEHIND",
              help="A balancer whose X-Forwarded-For and -Proto are believed; may be given again.")  # fmt: skip
@click.option("--log", is_flag=True, envvar="LOVBRO_LOG",
              help="A line for each request on standard error (JSON), without what was asked.")  # fmt: skip
@click.option("--metrics", type=_endpoint, metavar="ADDRESS:PORT", envvar="LOVBRO_METRICS",
              help="Numbers for Prometheus at an address of their own; needs the extra hosted.")  # fmt: skip
def serve(
    port: int,
    public: bool,
    host: str,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    log: bool,
    metrics: tuple[str, int] | None,
) -> None:
    """Start the web app, building first what is missing or stale.

    Without options it is for this machine alone. Each option can be set in the environment: LOVBRO_PUBLIC=1,
    LOVBRO_HOST, LOVBRO_NAMES and LOVBRO_BEHIND (several with blanks between them). LOVBRO_SIGN_IN names the file about
    the provider by which people of committees sign in.
    """
    from app.build import freshness
    from app.views.listening import Listening, is_local
    from app.views.sign_in import load_sign_in

    sign_in = load_sign_in()
    _demand_extras(sign_in is not None, metrics is not None)
    own_names = (sign_in.name,) if sign_in and not is_local(sign_in.name) else ()
    listening = Listening(host, port, (*names, *own_names), proxies, public, sign_in is not None, log, metrics)
    listening.check()
    _demand_free(listening.address, port)
    if not (freshness.is_fresh() and freshness.is_index_fresh()):
        # The parsers take longer to import than a start with nothing to build.
        build_stale(index=True)
    if named := os.environ.get("LOVBRO_DATA"):
        os.environ["LOVBRO_DATA"] = str(Path(named).resolve())
    if public:
        from app.views.public_services import everybodys_services

        # Refused before anything listens; and from here on nothing is written, the index of these texts included.
        _ = everybodys_services().search
    os.environ["LOVBRO_PUBLIC"] = "1" if public else ""
    print(f"Lovbro: http://{listening.reached_at}:{port}/  (stop with Ctrl+C)", flush=True)
    # Streamlit reads its settings (.streamlit) from the folder it is started in.
    # At a terminal the page opens by itself; a service or a test only gets the address.
    open_browser = sys.stdout.isatty()
    os.chdir(APP.parent)
    # Streamlit's own banner would print the address a second time.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    from app.views import server

    server.serve(APP, listening, open_browser, _open_answers)


def _demand_extras(sign_in: bool, metrics: bool) -> None:
    """Raises UsageError where what is asked for needs an extra that is not installed."""
    if sign_in and find_spec("authlib") is None:
        raise UsageError("sign-in needs the extra hosted: pip install 'lovbro[hosted]'")
    if metrics and find_spec("prometheus_client") is None:
        raise UsageError("--metrics needs the extra hosted: pip install 'lovbro[hosted]'")


def _demand_free(address: str, port: int) -> None:
    """Raises UsageError where the server could not listen."""
    import socket  # every command imports this module

    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except socket.gaierror as error:
            raise UsageError(f"--host {address} is no address of this machine") from error
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise UsageError(f"--host {address} is no address of this machine") from error
            other = port + 1 if port < 65535 else PORT
            raise UsageError(f"port {port} is in use: try lovbro serve --port {other}") from error


def _open_answers() -> tuple[ShowFrom, SearchAnswer]:
    from app.cli import answers, search_answers

    return answers.show_from, search_answers.found
