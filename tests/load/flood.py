"""What another reader waits while one client floods the server: ``python -m tests.load.flood [windows] [seconds]``.

Twenty windows of one client open a law, and each asks again, or opens anew, as soon as it is answered; once a second
another reader opens the book for the first time. A measurement, not a test: it prints what that reader waited.
"""

from __future__ import annotations

import asyncio
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from statistics import median

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.support.reading_room import running_server

PATIENCE = 60.0  # seconds
KINDS = ("opens anew", "asks again", "asks again before it is answered")


async def _page(socket: websockets.ClientConnection, query: str) -> None:
    """Ask for a page, and wait until all of it has come."""
    await socket.send(_question(query))
    while True:
        message = ForwardMsg()
        message.ParseFromString(await socket.recv(decode=False))
        if message.WhichOneof("type") == "script_finished":
            return


def _question(query: str) -> bytes:
    message = BackMsg()
    message.rerun_script.query_string = query
    return message.SerializeToString()


def _open(port: int) -> websockets.connect:
    own = f"127.0.0.1:{port}"
    return websockets.connect(
        f"ws://{own}/_stcore/stream", origin=f"http://{own}", max_size=None, subprotocols=["streamlit"]
    )  # type: ignore[arg-type, list-item]


async def _flood(port: int, kind: str, number: int, counts: dict[str, int]) -> None:
    while True:
        try:
            async with _open(port) as socket:
                for n in range(1 if kind == KINDS[0] else 1_000_000):
                    if kind == KINDS[2]:
                        await socket.send(_question(f"law={(number + n) % 93 + 1}"))
                        await asyncio.sleep(0.005)
                    else:
                        await _page(socket, f"law={(number + n) % 93 + 1}")
                    counts["asked"] += 1
        except (OSError, websockets.WebSocketException) as error:
            counts[type(error).__name__] = counts.get(type(error).__name__, 0) + 1
            await asyncio.sleep(0.05)


async def _other(port: int, waits: list[float]) -> None:
    began = time.perf_counter()
    try:
        async with asyncio.timeout(PATIENCE), _open(port) as socket:
            await _page(socket, "law=16")
    except (OSError, websockets.WebSocketException, TimeoutError) as error:
        print(f"another reader: {type(error).__name__}")
    waits.append(time.perf_counter() - began)


def _others(port: int, seconds: float) -> list[float]:
    """What readers wait who come one after the other, each for the first time."""
    waits: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        asyncio.run(_other(port, waits))
        time.sleep(0.5)
    return waits


async def _measure(port: int, kind: str, windows: int, seconds: int) -> None:
    counts = {"asked": 0}
    flood = [asyncio.create_task(_flood(port, kind, n, counts)) for n in range(windows)]
    await asyncio.sleep(2)
    # A process of its own: what floods has no time to take an answer.
    with ProcessPoolExecutor(1) as pool:
        waits = await asyncio.get_running_loop().run_in_executor(pool, _others, port, seconds)
    for one in flood:
        one.cancel()
    await asyncio.gather(*flood, return_exceptions=True)
    waited = f"p50 {median(waits):.2f} s, max {max(waits):.2f} s (n={len(waits)})"
    print(f"{windows} windows, each {kind}: another reader's first page {waited}; {counts}")


def main(windows: int, seconds: int) -> None:
    """Print the figures."""
    for kind in KINDS:
        with running_server() as server:
            port = int(server.address.rstrip("/").rpartition(":")[2])
            asyncio.run(_other(port, []))
            time.sleep(6)  # until what the second page needs is read
            quiet: list[float] = []
            asyncio.run(_other(port, quiet))
            print(f"nobody else: {quiet[0]:.2f} s")
            asyncio.run(_measure(port, kind, windows, seconds))


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:3]]
    main(*(numbers + [20, 20][len(numbers) :]))
