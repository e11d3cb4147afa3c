"""Long work on the library, one after the other in the background, with what is being done now."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from app.build.addition import AdditionStage

JobStage = Literal["waiting", AdditionStage, "index", "done"]
Begin = Callable[[JobStage], None]
KEPT = 50  # finished jobs that can still be asked about


@dataclass(eq=False)
class Job:
    """One piece of work. ``stage`` is what is being done; ``error`` is why it was given up, once it is ``done``."""

    number: int
    key: str
    stage: JobStage = "waiting"
    error: Exception | None = None
    finished: threading.Event = field(default_factory=threading.Event, repr=False)


class JobQueue:
    """Works on one job at a time, in a thread of its own: two texts are never added at once."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._turn = threading.Lock()
        self._jobs: dict[int, Job] = {}

    def start(self, key: str, work: Callable[[Begin], None]) -> Job:
        """Begin work on a text; returns at once. An exception of ``work`` becomes the ``error`` of the job."""
        job = Job(next(self._numbers), key)
        for number in list(self._jobs)[:-KEPT]:
            if self._jobs[number].finished.is_set():
                del self._jobs[number]
        self._jobs[job.number] = job
        threading.Thread(target=self._run, args=(job, work), name=f"job-{job.number}", daemon=True).start()
        return job

    def job(self, number: int) -> Job | None:
        """The job with a number; None for one that is not known (any more)."""
        return self._jobs.get(number)

    def running(self, key: str) -> Job | None:
        """The work on a text that is not finished, if there is any."""
        return next((job for job in list(self._jobs.values()) if job.key == key and not job.finished.is_set()), None)

    def _run(self, job: Job, work: Callable[[Begin], None]) -> None:
        def begin(stage: JobStage) -> None:
            job.stage = stage

        with self._turn:
            try:
                work(begin)
            # Whatever it is, the person who waits must be told; a fault of the program keeps its traceback.
            except Exception as error:
                job.error = error
                if type(error).__module__.split(".")[0] not in ("corpus", "parser", "app"):
                    threading.excepthook(
                        threading.ExceptHookArgs((type(error), error, error.__traceback__, threading.current_thread()))
                    )
            finally:
                job.stage = "done"
                job.finished.set()
