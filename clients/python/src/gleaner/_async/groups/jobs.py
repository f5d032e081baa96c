"""Jobs, and waiting for them."""

from __future__ import annotations

from typing import Optional

from gleaner._async.waiting import WAIT_TIMEOUT, look_until
from gleaner.errors import TimeoutError
from gleaner.generated._async.jobs import AsyncJobsApi
from gleaner.jobs_end import CompletedJob, completed, is_over
from gleaner.request import RequestOptions
from gleaner.retry import Deadline


class AsyncJobs(AsyncJobsApi):
    async def wait(
        self, job_id: str, *, timeout: float = WAIT_TIMEOUT, request_options: Optional[RequestOptions] = None
    ) -> CompletedJob:
        """A job with its result, as soon as it has one. A job that failed raises what a scrape would have raised.

        Args:
            timeout: Most seconds to wait; then `TimeoutError`, and the job goes on.
        """
        deadline = Deadline(timeout, f"Job {job_id}")
        try:
            job = await look_until(
                lambda options: self.get(job_id, request_options=options), is_over, deadline, request_options
            )
        except TimeoutError as error:
            error.job_id = job_id
            raise
        return completed(job)
