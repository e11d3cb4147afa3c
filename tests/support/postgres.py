"""A PostgreSQL server for a test, from the binaries of the machine, on loopback, as a user without rights."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.support.reading_room import free_port

USER = "admin"
PATIENCE = 30.0  # seconds until a server that does not start is given up
_RUNNER = "postgres"  # what Debian's package makes; initdb refuses root


def binaries() -> Path | None:
    """The folder with ``initdb``; None where PostgreSQL's server is not installed, or nobody may run it."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    found = debian[-1] if debian else Path(named) if (named := shutil.which("initdb")) else None
    if found is None or (os.geteuid() == 0 and not (shutil.which("runuser") and _runner_exists())):
        return None
    return found.parent


def _runner_exists() -> bool:
    import pwd

    try:
        pwd.getpwnam(_RUNNER)
    except KeyError:
        return False
    return True


class PostgresServer:
    """One server with a folder of its own under ``/tmp``, since the user that runs it reads no folder of pytest's."""

    def __init__(self, name: str) -> None:
        found = binaries()
        assert found is not None
        self._bin, self.port = found, free_port()
        self.folder = Path(tempfile.mkdtemp(prefix=f"lovbro-{name}-"))
        self.data = self.folder / "data"
        if os.geteuid() == 0:
            shutil.chown(self.folder, _RUNNER, _RUNNER)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address by which the superuser connects."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        """An empty cluster that trusts this machine."""
        self.run("initdb", "-D", self.data, "-U", USER, "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")

    def start(self, *settings: str) -> None:
        """Start it, and wait until it answers."""
        options = [f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}"]
        options += ["shared_buffers=16MB", "max_connections=60", *settings]
        arguments = [one for option in options for one in ("-c", option)]
        with (self.folder / "log").open("ab") as log:
            command = self._as_runner("postgres", "-D", self.data, *arguments)
            self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, cwd="/")
        end = time.monotonic() + PATIENCE
        while self._run("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)).returncode:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.05)

    def kill(self) -> None:
        """As a power cut ends it: the postmaster and all that it started, at once."""
        if self._process is None:
            return
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
        self._forget_postmaster()

    def _forget_postmaster(self) -> None:
        """Wait until it is dead, and take its locks away: a child of ``runuser`` is waited for by nobody here, and one
        that is not collected yet counts as running when the server is started again.
        """
        file = self.data / "postmaster.pid"
        if not file.exists():
            return
        process = Path("/proc") / file.read_text().split()[0] / "stat"
        end = time.monotonic() + PATIENCE
        with suppress(OSError):
            while process.read_text().rpartition(")")[2].split()[0] != "Z" and time.monotonic() < end:
                time.sleep(0.02)
        for one in (file, self.folder / f".s.PGSQL.{self.port}.lock"):
            one.unlink(missing_ok=True)

    def sql(self, statement: str, database: str = "postgres") -> str:
        """What statements answer."""
        done = self._run("psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, "-Atqc", statement, database)
        assert not done.returncode, done.stderr.decode()
        return done.stdout.decode().strip()

    def run(self, program: str, *arguments: str | Path) -> None:
        """Run a program of PostgreSQL to its end."""
        done = self._run(program, *arguments)
        assert not done.returncode, done.stderr.decode()

    def remove(self) -> None:
        """Stop it and take its folder away."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(self._as_runner(program, *arguments), capture_output=True, check=False, cwd="/")

    def _as_runner(self, program: str, *arguments: str | Path) -> Sequence[str]:
        command = [str(self._bin / program), *map(str, arguments)]
        return command if os.geteuid() else ["runuser", "-u", _RUNNER, "--", *command]
