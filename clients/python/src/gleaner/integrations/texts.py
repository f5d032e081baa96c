"""Pages as texts with what is known about them, for any framework."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, Mapping, NamedTuple, Optional, Sequence, Union

from typing_extensions import Literal

from gleaner import AsyncGleaner, Gleaner
from gleaner.generated import models as m
from gleaner.jobs_end import error_of

#: `scrape`: the pages themselves; `crawl`: the sites that they begin.
Mode = Literal["scrape", "crawl"]


class Text(NamedTuple):
    text: str
    metadata: Dict[str, Any]


class Reading(NamedTuple):
    """What is read, and by whom."""

    urls: Sequence[str]
    mode: Mode
    continue_on_failure: bool
    fields: Mapping[str, Any]
    """Of a batch, or of a crawl."""
    client: Mapping[str, Any]
    """Arguments of the client."""

    def texts(self) -> Iterator[Text]:
        with Gleaner(**self.client) as gleaner:
            if self.mode == "crawl":
                for url in self.urls:
                    for page in gleaner.crawl(url, **self._asked()):
                        yield from self._of_page(page)
            else:
                for job in gleaner.batch(list(self.urls), **self._asked()):
                    yield from self._of_job(job)

    async def atexts(self) -> AsyncIterator[Text]:
        async with AsyncGleaner(**self.client) as gleaner:
            if self.mode == "crawl":
                for url in self.urls:
                    async for page in gleaner.crawl(url, **self._asked()):
                        for text in self._of_page(page):
                            yield text
            else:
                async for job in gleaner.batch(list(self.urls), **self._asked()):
                    for text in self._of_job(job):
                        yield text

    def _asked(self) -> Dict[str, Any]:
        return {"formats": ["markdown"], **self.fields}

    def _of_job(self, job: m.Job) -> Iterator[Text]:
        if job.result is not None:
            yield text_of(job.url, job.result)
        elif not self.continue_on_failure:
            raise error_of(job)

    def _of_page(self, page: m.CrawlPage) -> Iterator[Text]:
        # Of a crawl some pages always fail; the crawl tells of them.
        if page.result is not None:
            yield text_of(page.url, page.result)


def reading(
    urls: Union[str, Sequence[str]],
    mode: Mode,
    continue_on_failure: bool,
    fields: Mapping[str, Any],
    client: Mapping[str, Any],
) -> Reading:
    given = {name: value for name, value in client.items() if value is not None}
    return Reading([urls] if isinstance(urls, str) else list(urls), mode, continue_on_failure, fields, given)


def text_of(url: str, page: m.ScrapeResult) -> Text:
    known = page.metadata or {}
    metadata: Dict[str, Optional[Any]] = {
        "source": page.final_url or url,
        "title": page.title,
        "author": page.author,
        "published_at": page.published_at,
        "description": known.get("description"),
        "language": known.get("language"),
        "status_code": page.status_code,
        "job_id": page.job_id,
        "credits": page.billing.total_credits,
    }
    content = page.content
    text = content if isinstance(content, str) else content.markdown or content.text or ""
    return Text(text, {name: value for name, value in metadata.items() if value is not None})
