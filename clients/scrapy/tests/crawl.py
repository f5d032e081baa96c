"""Runs a spider and prints what it saw as one line of JSON. Arguments: the settings, and the requests, as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any, Dict, List

import scrapy
from scrapy.crawler import CrawlerProcess

SEEN: List[Dict[str, Any]] = []


class Spider(scrapy.Spider):
    name = "tried"
    wanted: List[Dict[str, Any]] = []

    def start_requests(self) -> Any:
        for one in self.wanted:
            yield scrapy.Request(
                one["url"],
                callback=self.log_in if one.get("log_in") else self.parse,
                errback=self.failed,
                headers=one.get("headers"),
                meta={"handle_httpstatus_all": "status" in one["url"], **one.get("meta", {}), "asked": one["url"]},
                dont_filter=True,
            )

    def log_in(self, response: Any) -> Any:
        form = {"email": "ada@example.com", "password": "harbour-lights"}
        yield scrapy.FormRequest.from_response(
            response, formdata=form, callback=self.parse, errback=self.failed, meta={"asked": response.meta["asked"]}
        )

    def parse(self, response: Any, **_: Any) -> None:
        is_text = hasattr(response, "encoding")
        result = response.meta.get("gleaner_result")
        SEEN.append(
            {
                "asked": response.meta["asked"],
                "url": response.url,
                "status": response.status,
                "kind": type(response).__name__,
                "type": response.headers.get("Content-Type", b"").decode(),
                "text": response.text if is_text else response.body[:5].decode("latin-1"),
                "title": response.css("h1::text").get() if "html" in type(response).__name__.lower() else None,
                "flags": response.flags,
                "redirects": response.meta.get("redirect_urls"),
                "markdown": getattr(result.content, "markdown", None) if result else None,
            }
        )

    def failed(self, failure: Any) -> None:
        request = failure.request
        SEEN.append(
            {
                "asked": request.meta["asked"],
                "kind": type(failure.value).__name__,
                "text": str(failure.value),
                "tries": request.meta.get("retry_times", 0),
            }
        )


settings, Spider.wanted = (json.loads(argument) for argument in sys.argv[1:3])
process = CrawlerProcess({"LOG_LEVEL": "WARNING", "TELNETCONSOLE_ENABLED": False, **settings})
process.crawl(Spider)
process.start()
print("SEEN " + json.dumps(SEEN))
