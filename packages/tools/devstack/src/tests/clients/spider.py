"""A spider as its documentation shows one; the proxy comes from the environment."""

import os

import scrapy


class Spider(scrapy.Spider):
    name = "pages"
    start_urls = [os.environ["SITE"]]
    custom_settings = {"ROBOTSTXT_OBEY": True, "LOG_LEVEL": "ERROR", "CLOSESPIDER_PAGECOUNT": 6}

    def parse(self, response):
        yield {
            "url": response.url,
            "status": response.status,
            "tier": response.headers["X-Service-Tier"].decode(),
            "text": response.css("title::text").get(),
        }
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link, self.parse)
