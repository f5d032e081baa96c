"""How a job has ended."""

from __future__ import annotations

from .errors import GleanerError, kind_of
from .generated import models as m
from .generated.errors import STATUS
from .model import read_as
from .read_error import billing_of

OVER = ("completed", "succeeded", "failed", "cancelled")


def is_over(job: m.Job) -> bool:
    return job.status in OVER


class CompletedJob(m.Job):
    """A job that was delivered."""

    result: m.ScrapeResult


def completed(job: m.Job) -> CompletedJob:
    """A job that was delivered; of another one its error is raised, which is what a scrape that waits would have got."""
    if job.result is None:
        raise error_of(job)
    made: CompletedJob = read_as(CompletedJob, job.to_dict())
    return made


def error_of(job: m.Job) -> GleanerError:
    code = job.error_code or None
    status = STATUS.get(code or "")
    details = job.error_details
    return kind_of(code, status or 422)(
        job.error or f"The job has ended as {job.status}, without a result.",
        status=status,
        code=code,
        details=details,
        billing=billing_of((details or {}).get("billing")),
        job_id=job.id,
    )
