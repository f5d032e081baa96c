# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `pages`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class PagesApi(Group):
    def get(
        self,
        url: str,
        *,
        format: Optional[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "change_tracking", "summary", "changeTracking"]] = OMIT,
        api_key: Optional[str] = OMIT,
        organization_id: Optional[str] = OMIT,
        render_js: Optional[Union[bool, Literal["auto"]]] = OMIT,
        screenshot: Optional[bool] = OMIT,
        generate_pdf: Optional[bool] = OMIT,
        ocr: Optional[bool] = OMIT,
        ocr_languages: Optional[List[str]] = OMIT,
        use_proxy: Optional[bool] = OMIT,
        wait_condition: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        wait_for: Optional[Union[str, int]] = OMIT,
        wait_for_timeout: Optional[int] = OMIT,
        remove_cookie_banners: Optional[bool] = OMIT,
        use_own_proxy: Optional[bool] = OMIT,
        use_system_proxy: Optional[bool] = OMIT,
        proxy_integration_id: Optional[str] = OMIT,
        proxy_country: Optional[str] = OMIT,
        session_id: Optional[str] = OMIT,
        session_update: Optional[bool] = OMIT,
        cookies: Optional[str] = OMIT,
        session_headers: Optional[str] = OMIT,
        only_main_content: Optional[bool] = OMIT,
        include_selectors: Optional[List[str]] = OMIT,
        exclude_selectors: Optional[List[str]] = OMIT,
        section_filter: Optional[str] = OMIT,
        rag: Optional[str] = OMIT,
        change_tracking: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        scroll_to_load: Optional[bool] = OMIT,
        scroll_count: Optional[int] = OMIT,
        block_images: Optional[bool] = OMIT,
        block_ads: Optional[bool] = OMIT,
        mobile: Optional[bool] = OMIT,
        viewport: Optional[str] = OMIT,
        full_page: Optional[bool] = OMIT,
        follow_redirects: Optional[bool] = OMIT,
        proxy_session: Optional[str] = OMIT,
        user_agent: Optional[str] = OMIT,
        accept_language: Optional[str] = OMIT,
        prefer_markdown: Optional[bool] = OMIT,
        include_request_headers: Optional[bool] = OMIT,
        capture_xhr: Optional[bool] = OMIT,
        actions: Optional[str] = OMIT,
        max_credits: Optional[float] = OMIT,
        max_cost: Optional[float] = OMIT,
        force_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        max_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        prefer_cost: Optional[bool] = OMIT,
        prefer_speed: Optional[bool] = OMIT,
        fail_fast: Optional[bool] = OMIT,
        prefer_known: Optional[bool] = OMIT,
        time_budget: Optional[float] = OMIT,
        prefer: Optional[Literal["cost", "speed", "balanced"]] = OMIT,
        max_cost_dollars: Optional[float] = OMIT,
        country: Optional[str] = OMIT,
        language: Optional[str] = OMIT,
        render: Optional[Union[bool, Literal["auto"]]] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[str] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[str] = OMIT,
        extract_rules: Optional[str] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
        wait_for_selector: Optional[Union[str, int]] = OMIT,
        wait_time: Optional[int] = OMIT,
        wait_until: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        enable_scroll: Optional[bool] = OMIT,
        block_resources: Optional[List[str]] = OMIT,
        ocr_language: Optional[str] = OMIT,
        headers: Optional[str] = OMIT,
        tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        sync: Optional[bool] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "change_tracking", "summary", "changeTracking"]]] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[str] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[str] = OMIT,
        extraction_provider: Optional[Literal["openai", "anthropic", "openrouter", "groq", "custom"]] = OMIT,
        method: Optional[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]] = OMIT,
        body: Optional[str] = OMIT,
        content_type: Optional[Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        webhook_url: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """Fetch one page and answer with the page itself.

        The body is the page in one format, and headers say what it cost. Every option of `POST /scrape` is
        a parameter: its name alone (`render_js=true`, `max_tier=3`), lists with commas, objects as JSON.
        Errors are text that begins with their code, or JSON for who accepts that. Where the page is not
        there in time, 202 names the job to collect it from.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key needs the scope `write` or `scrape`.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `GET /scrape`

        Args:
            url: The page. It may hold a login for HTTP Basic, `https://user:password@example.com/`
                (percent-encode `@`, `/` and `:` in it): the login is sent to that scheme, host and port
                only,
                and shown as `***`.
            format: What the body of the reply is. Default: what `Accept` asks for, else `markdown`. With
                `formats`, or where `Accept` is `application/json`, the body is that of `POST /scrape`.
            api_key: The API key, for who can send no header.
            organization_id: In place of `X-Organization-Id`, beside `api_key`.
            render_js: Render the page in a browser. `"auto"`: only where the page needs it, as without the
                option.
            screenshot: Make a picture of the page; needs `render_js`.
            generate_pdf: Print the page as a PDF; needs `render_js`.
            ocr: Read the text of an image.
            ocr_languages: Languages of the text of an image, as Tesseract names them: `eng`, `deu`.
            use_proxy: Go through one of the operator's premium proxies.
            wait_condition: State of the page that a browser waits for.
            wait_for: A CSS selector to wait for, or a pause in milliseconds.
            wait_for_timeout: How long `wait_for` waits for its selector, in milliseconds. Default: 30,000.
            remove_cookie_banners: Leave cookie banners out. Default: true.
            use_own_proxy: Go through a proxy of your own.
            use_system_proxy: Go through one of the operator's system proxies.
            proxy_integration_id: Which of your own proxies is used; needs `use_own_proxy`.
            proxy_country: Preferred country of the proxy; `location.country` goes first.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
            session_update: Keep the cookies that the target sets in the session, for sites that give a new
                one with each page; needs a session of your own.
            cookies: Cookies of this request, by name: at most 100. Not beside `session_id`.
            session_headers: Headers of this request, by name: at most 50, none that the transport sets.
                They go before headers of the session that have the same name.
            only_main_content: Leave what surrounds the content out of Markdown and text. Default: true.
            include_selectors: CSS selectors of what is read: that alone, wherever it stands, is the
                content, in every format but `raw`, `bytes` and `raw_html`. The head of the page stays.
            exclude_selectors: CSS selectors of what is left out, in every format but `raw`, `bytes` and
                `raw_html`.
            section_filter: What `json_v2` leaves out.
            rag: How the format `rag` is cut.
            change_tracking: How the format `change_tracking` compares.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            scroll_to_load: Scroll down until nothing more is loaded.
            scroll_count: How often `scroll_to_load` scrolls at most.
            block_images: Load no images.
            block_ads: Load no advertisements.
            mobile: Be a phone.
            viewport: Size of the window that the page is shown in, in CSS pixels; of a desktop. Default:
            as
                large as its screen of 1,920 by 1,080 allows.
            full_page: Of a screenshot: the whole page, or with `false` what the window shows. Default:
                true.
            follow_redirects: With `false` a redirect is the answer itself, with its status and its
                `location` among `headers`. No browser is used. Default: true.
            proxy_session: Requests of your account with the same word go through the same exit of a proxy
                of the operator, as long as it is there.
            user_agent: What the site is told to be visited by. What goes with the name (client hints,
                platform, phone or desktop) follows it in all tiers; what only another browser has does
                not, so
                leave it out unless a site asks for it.
            accept_language: Languages of the visitor, the best first, such as `fr-CH, fr;q=0.9, en;q=0.8`:
                of the header, written as Chrome does, and of the browser. In place of `location.language`.
            prefer_markdown: Tell the site that Markdown is welcome (`Accept: text/markdown`). Tiers 1 to 3
                do.
            include_request_headers: Give in `request_headers` what the page was asked for with. Default:
                false.
            capture_xhr: Give in `captured_xhr` what the page has fetched by itself.
            actions: Steps on the rendered page, one after the other. One that fails ends them.
            max_credits: Start no tier that costs more credits.
            max_cost: Another name of `max_credits`.
            force_tier: Exactly this tier: "1" to "5", or its name (curl, http, stealth, light, browser,
                captcha).
            max_tier: The highest tier to try; "4" when it is left out. "3.5" is as "3".
            prefer_cost: Begin with the cheapest tier and try one after the other, also where only a
            browser
                can help.
            prefer_speed: Begin with the browser.
            fail_fast: Try tiers 1 and 2 only.
            prefer_known: Begin with the tier that is known to deliver at this host; 1 request in 20 still
                begins below it.
            time_budget: Seconds for all tiers together; the same as `timeout`, and the shorter of the two
                counts.
            prefer: The same as prefer_cost or prefer_speed.
            max_cost_dollars: The same as max_credits, of which a dollar has 5,000.
            country: ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity.
            language: With mode "ocr" the same as advanced.ocr_languages, else as location.language.
            render: Render the page in a browser. `"auto"`: only where the page needs it, as without the
                option.
            external_id: Your own id for this work, at most 255 characters. It need not be unique. Replies,
                events, webhooks and lists repeat it.
            metadata: A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.
            extraction_profile: A ready-made extraction schema; `auto` takes the one that fits the page,
            and
                `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
            template: A template of yours by its name or id, or a standard one, named like an
                `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price":
                ".price"}}`.
                `filtered_content` holds what its selectors find, and `metadata.template` names it.
            extract_rules: The fields of a template that is stored nowhere, as published clients send them.
            pdf_format: With mode `pdf`: the format, where `formats` names none.
            wait_for_selector: A CSS selector to wait for, or a pause in milliseconds.
            wait_time: A CSS selector to wait for, or a pause in milliseconds.
            wait_until: State of the page that a browser waits for.
            enable_scroll: Scroll down until nothing more is loaded.
            block_resources: Load no images.
            ocr_language: Languages of the text of an image, as Tesseract names them: `eng`, `deu`.
            headers: Headers of this request, by name: at most 50, none that the transport sets. They go
                before headers of the session that have the same name.
            tier: Exactly this tier: "1" to "5", or its name (curl, http, stealth, light, browser,
            captcha).
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR.
            sync: Wait for the page. `false` answers 202 with a `job_id` at once.
            formats: Formats of the content. `markdown`: The content as Markdown. `text`: The content as
                plain text. `html`: The whole page as HTML, without scripts, styles, comments and tracking.
                `json`: The structured data of the page, or the fields of an `extraction_schema`.
                `json_v2`: The
                page as a tree of sections. `rag`: Chunks of the content with token counts. `links`: The
                links
                of the page. `images`: The images of the page. `tables`: The tables of the page as rows and
                columns, spans resolved. `content`: Markdown with lists of images and links. `raw`: The
                body as
                it came: text, or base64 of a file. `bytes`: The bytes of the body, files and images too:
                base64, above 1 MB a link. `change_tracking`: What has changed since you last scraped the
                page
                with this format. `summary`: A few sentences by a language model of your own (`POST
                /llm-keys`).
                With `formats`, the reply’s `content` is an object by format; without them it is the
                Markdown,
                and `structured_content` lists the structured data.
            force_refresh: Fetch the page anew even when a cached page would do.
            include_raw_html: Add `raw_html` to the reply.
            timeout: Seconds for everything, waiting included. Default: 90, with `sync: false` 300.
            extraction_schema: A JSON Schema, or names and types such as `{"title": "string", "products":
                [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page
                says
                for its properties, converted to their types.
            extraction_prompt: What a language model is to extract, in plain words. It is asked through a
                key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where
                there
                is one: `extraction_result`.
            extraction_model: The provider’s id of a model, in place of the one that is stored with the
            key.
            extraction_provider: Which of your keys at providers is used. Default: the one that was used
                last.
            method: Method of the request to the target. With another one than GET a request that may have
                been sent is never sent again.
            body: Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier
                `high_volume` on.
            content_type: Content type of `body`.
            cache: Answer from your cache when it has the page; that costs nothing.
            cache_ttl: How old a cached page may be, in seconds.
            max_response_bytes: A longer HTML or text body is cut at this length before it is read, and
                `content_truncated` says so. 0: no cut, up to 50 MB.
            webhook_url: Receives the end of the job as a signed POST, whether the request waits for it or
                not; https.
        """
        reply: httpx.Response = self._transport.call(o.GET_PAGE, request_options, query={"url": url, "format": format, "api_key": api_key, "organization_id": organization_id, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "ocr": ocr, "ocr_languages": ocr_languages, "use_proxy": use_proxy, "wait_condition": wait_condition, "wait_for": wait_for, "wait_for_timeout": wait_for_timeout, "remove_cookie_banners": remove_cookie_banners, "use_own_proxy": use_own_proxy, "use_system_proxy": use_system_proxy, "proxy_integration_id": proxy_integration_id, "proxy_country": proxy_country, "session_id": session_id, "session_update": session_update, "cookies": cookies, "session_headers": session_headers, "only_main_content": only_main_content, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "section_filter": section_filter, "rag": rag, "change_tracking": change_tracking, "evidence": evidence, "scroll_to_load": scroll_to_load, "scroll_count": scroll_count, "block_images": block_images, "block_ads": block_ads, "mobile": mobile, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "include_request_headers": include_request_headers, "capture_xhr": capture_xhr, "actions": actions, "max_credits": max_credits, "max_cost": max_cost, "force_tier": force_tier, "max_tier": max_tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "prefer_known": prefer_known, "time_budget": time_budget, "prefer": prefer, "max_cost_dollars": max_cost_dollars, "country": country, "language": language, "render": render, "external_id": external_id, "metadata": metadata, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "enable_scroll": enable_scroll, "block_resources": block_resources, "ocr_language": ocr_language, "headers": headers, "tier": tier, "mode": mode, "sync": sync, "formats": formats, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "method": method, "body": body, "content_type": content_type, "cache": cache, "cache_ttl": cache_ttl, "max_response_bytes": max_response_bytes, "webhook_url": webhook_url})
        return reply

    def read(
        self,
        url: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """The same with the address as the rest of the path.

        As it is, query and all: `/r/https://example.com/a?b=c`. Options stand in the header
        `X-Service-Options`, written as a query (`format=text&max_tier=3`), or in the headers of Reader
        clients that have the same meaning here (`X-Return-Format`, `X-Target-Selector`,
        `X-Wait-For-Selector`, `X-Timeout`, `X-Engine`, `X-No-Cache`, `X-Locale`, `X-Set-Cookie`); others
        of theirs are told in `X-Service-Warnings`, or refused.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key needs the scope `write` or `scrape`.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `GET /r/{url}`
        """
        reply: httpx.Response = self._transport.call(o.READ_ADDRESS, request_options, path=[("url", url)])
        return reply
