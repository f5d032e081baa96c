# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""What requests hold."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Dict, List, Optional, Union

from typing_extensions import Literal, Required, TypedDict

class AccountBlock(TypedDict, total=False):
    """Body of `POST /operator/accounts/{account_id}/block`."""

    reason: str
    """Why, for the audit log."""


class AccountDeletion(TypedDict, total=False):
    """Body of `DELETE /auth/account`."""

    password: str
    """Your password, to show that it is you."""
    confirm: bool
    """Whether to give up what is left of the balance."""
    code: str
    """Of the authenticator app, or a recovery code; required of who has a second factor."""


class AdvancedOptionsSectionFilter(TypedDict, total=False):
    """What `json_v2` leaves out."""

    min_content_blocks: int
    """Leave out sections with fewer blocks than this; blocks of their subsections count."""
    content_only: bool
    """Leave out sections that hold headings and images only."""
    exclude_content_types: List[Literal["paragraph", "list", "table", "image", "code", "blockquote", "dl", "details"]]
    """Kinds of blocks that are left out everywhere."""


class AdvancedOptionsRag(TypedDict, total=False):
    """How the format `rag` is cut."""

    chunk_tokens: int
    """Most tokens that a chunk has. Default: 512."""
    overlap_tokens: int
    """Tokens that a chunk repeats of the one before; less than half of `chunk_tokens`."""


class AdvancedOptionsChangeTracking(TypedDict, total=False):
    """How the format `change_tracking` compares."""

    tag: str
    """Compare with earlier scrapes of the same tag only, and be compared with by those of the same tag."""
    mode: Literal["semantic", "exact"]
    """`semantic` (default): what the page says, without layout, order, dates, counters, tokens and
    advertisements; `exact`: every line, link and image in its order.
    """


class AdvancedOptionsViewport(TypedDict, total=False):
    """Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its
    screen of 1,920 by 1,080 allows.
    """

    width: Required[int]
    """Width of the window, in pixels."""
    height: Required[int]
    """Height of the window, in pixels."""


class AdvancedOptions(TypedDict, total=False):
    """How a page is fetched and read, beyond what stands beside its address."""

    render_js: Union[bool, Literal["auto"]]
    """Render the page in a browser. `"auto"`: only where the page needs it, as without the option."""
    screenshot: bool
    """Make a picture of the page; needs `render_js`."""
    generate_pdf: bool
    """Print the page as a PDF; needs `render_js`."""
    ocr: bool
    """Read the text of an image."""
    ocr_languages: List[str]
    """Languages of the text of an image, as Tesseract names them: `eng`, `deu`."""
    use_proxy: bool
    """Go through one of the operator's premium proxies."""
    markdown: bool
    """Has no effect: name `markdown` in `formats`."""
    wait_condition: Literal["domcontentloaded", "networkidle", "load"]
    """State of the page that a browser waits for."""
    wait_for: Union[str, int]
    """A CSS selector to wait for, or a pause in milliseconds."""
    wait_for_timeout: int
    """How long `wait_for` waits for its selector, in milliseconds. Default: 30,000."""
    remove_cookie_banners: bool
    """Leave cookie banners out. Default: true."""
    use_own_proxy: bool
    """Go through a proxy of your own."""
    use_system_proxy: bool
    """Go through one of the operator's system proxies."""
    proxy_integration_id: str
    """Which of your own proxies is used; needs `use_own_proxy`."""
    proxy_country: str
    """Preferred country of the proxy; `location.country` goes first."""
    session_id: str
    """The same as `session_id` at the top level. A UUID."""
    session_update: bool
    """Keep the cookies that the target sets in the session, for sites that give a new one with each page;
    needs a session of your own.
    """
    cookies: Cookies
    """Cookies of this request, by name: at most 100. Not beside `session_id`."""
    session_headers: RequestHeaders
    """Headers of this request, by name: at most 50, none that the transport sets. They go before headers of
    the session that have the same name.
    """
    only_main_content: bool
    """Leave what surrounds the content out of Markdown and text. Default: true."""
    include_selectors: List[str]
    """CSS selectors of what is read: that alone, wherever it stands, is the content, in every format but
    `raw`, `bytes` and `raw_html`. The head of the page stays.
    """
    exclude_selectors: List[str]
    """CSS selectors of what is left out, in every format but `raw`, `bytes` and `raw_html`."""
    section_filter: AdvancedOptionsSectionFilter
    """What `json_v2` leaves out."""
    rag: AdvancedOptionsRag
    """How the format `rag` is cut."""
    change_tracking: AdvancedOptionsChangeTracking
    """How the format `change_tracking` compares."""
    evidence: bool
    """The same as `evidence` at the top level."""
    scroll_to_load: bool
    """Scroll down until nothing more is loaded."""
    scroll_count: int
    """How often `scroll_to_load` scrolls at most."""
    block_images: bool
    """Load no images."""
    block_ads: bool
    """Load no advertisements."""
    mobile: bool
    """Be a phone."""
    viewport: AdvancedOptionsViewport
    """Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its
    screen of 1,920 by 1,080 allows.
    """
    full_page: bool
    """Of a screenshot: the whole page, or with `false` what the window shows. Default: true."""
    follow_redirects: bool
    """With `false` a redirect is the answer itself, with its status and its `location` among `headers`. No
    browser is used. Default: true.
    """
    proxy_session: str
    """Requests of your account with the same word go through the same exit of a proxy of the operator, as
    long as it is there.
    """
    user_agent: str
    """What the site is told to be visited by. What goes with the name (client hints, platform, phone or
    desktop) follows it in all tiers; what only another browser has does not, so leave it out unless a site
    asks for it.
    """
    accept_language: str
    """Languages of the visitor, the best first, such as `fr-CH, fr;q=0.9, en;q=0.8`: of the header, written
    as Chrome does, and of the browser. In place of `location.language`.
    """
    prefer_markdown: bool
    """Tell the site that Markdown is welcome (`Accept: text/markdown`). Tiers 1 to 3 do."""
    include_request_headers: bool
    """Give in `request_headers` what the page was asked for with. Default: false."""
    capture_xhr: bool
    """Give in `captured_xhr` what the page has fetched by itself."""
    actions: Actions
    """Steps on the rendered page, one after the other. One that fails ends them."""


class AlertRuleCreate(TypedDict, total=False):
    """Body of `POST /alerts/rules`."""

    name: Required[str]
    """What you call it: one line of at most 100 characters."""
    type: Required[Literal["credit_threshold", "domain_failure_rate", "job_consecutive_failures", "response_time_spike", "daily_failure_count", "schedule_failure"]]
    """What the rule measures."""
    threshold: Required[float]
    """What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that
    the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that
    have failed; `job_consecutive_failures`: jobs that have failed one after the other;
    `response_time_spike`: how many times as long as in the day before the jobs take that are delivered;
    `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one
    schedule that have failed one after the other.
    """
    unit: Literal["credits", "days"]
    """Of credit_threshold. days: at the pace of the last day, or of the last 7 days where that is higher."""
    domain: str
    """Jobs at this domain and its subdomains. Default: all jobs."""
    window_minutes: int
    """Of domain_failure_rate and response_time_spike: how many minutes it looks back. Default: 60."""
    min_jobs: int
    """Of domain_failure_rate and response_time_spike: with fewer jobs in this time nothing is concluded.
    Default: 10.
    """
    channels: Required[List[AlertChannel]]
    """Who is told. Webhooks of the account that want `alert.fired` are told in any case."""
    cooldown_minutes: int
    """Minutes before it fires again, however often it is resolved. Default: 60."""
    notify_resolved: bool
    """Whether its end is told as well. Default: true."""
    is_active: bool
    """Whether it is looked at. Default: true."""


class AlertRuleUpdate(TypedDict, total=False):
    """Body of `PATCH /alerts/rules/{rule_id}`."""

    name: str
    """What you call it: one line of at most 100 characters."""
    threshold: float
    """What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that
    the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that
    have failed; `job_consecutive_failures`: jobs that have failed one after the other;
    `response_time_spike`: how many times as long as in the day before the jobs take that are delivered;
    `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one
    schedule that have failed one after the other.
    """
    unit: Literal["credits", "days"]
    """Of credit_threshold. days: at the pace of the last day, or of the last 7 days where that is higher."""
    domain: str
    """Jobs at this domain and its subdomains. Default: all jobs."""
    window_minutes: int
    """Of domain_failure_rate and response_time_spike: how many minutes it looks back."""
    min_jobs: int
    """Of domain_failure_rate and response_time_spike: with fewer jobs in this time nothing is concluded."""
    channels: List[AlertChannel]
    """Replaces all of them."""
    cooldown_minutes: int
    """Minutes before it fires again, however often it is resolved."""
    notify_resolved: bool
    """Whether its end is told as well."""
    is_active: bool
    """Whether it is looked at."""


class ApiKeyCreate(TypedDict, total=False):
    """Body of `POST /api-keys`."""

    name: Required[str]
    """What you call it: one line of at most 100 characters."""
    scopes: List[Literal["scrape", "read", "write"]]
    """What it may do: `scrape`: everything that a key may do; `read`: what only reads; `write`: the rest."""
    expires_at: Optional[Union[str, DateTime]]
    """Until when it is taken; null: for ever. ISO 8601. Default: null."""
    allowed_ips: Optional[List[str]]
    """Addresses and networks (CIDR) that it is taken from. Null: from anywhere."""
    test: bool
    """A test key answers from built-in sample pages and costs nothing. Default: false."""


class ApiKeyRotation(TypedDict, total=False):
    """Body of `POST /api-keys/{key_id}/rotate`."""

    overlap_seconds: int
    """Seconds that the key is still taken which this one replaces; 0 ends it at once. Default: 86400."""
    end_previous: bool
    """Whether to end the key that an earlier rotation has replaced and that is still taken. Else there is a
    409 until then. Default: false.
    """


class ApiKeyUpdate(TypedDict, total=False):
    """Body of `PATCH /api-keys/{key_id}`."""

    name: str
    """What you call it: one line of at most 100 characters."""
    scopes: List[Literal["scrape", "read", "write"]]
    """What it may do: `scrape`: everything that a key may do; `read`: what only reads; `write`: the rest."""
    expires_at: Optional[Union[str, DateTime]]
    """Until when it is taken; null: for ever. ISO 8601."""
    allowed_ips: Optional[List[str]]
    """Addresses and networks (CIDR) that it is taken from; null: from anywhere."""


class AuthorizeRequest(TypedDict, total=False):
    """Body of `POST /oauth/authorize`."""

    client_id: Required[str]
    """The tool: its `client_id`, or the address of its metadata document where the server takes such."""
    redirect_uri: Required[str]
    """One of those that are registered for the tool."""
    state: Required[str]
    """Returned as it is."""
    scope: Optional[str]
    """`scrape`, the only one; also where it is left out."""
    source: Optional[str]
    """A label for the name of the key."""
    code_challenge: Optional[str]
    """PKCE (RFC 7636), S256 only."""
    code_challenge_method: Optional[str]
    """With `code_challenge`: `S256`."""
    resource: Optional[Union[str, List[str]]]
    """RFC 8707: an address of this API, as its protected resource metadata names it."""


class BatchItemLocation(TypedDict, total=False):
    """Where the page is asked from."""

    country: str
    """ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity."""
    language: str
    """ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity."""


class BatchItemViewport(TypedDict, total=False):
    """The same as advanced.viewport."""

    width: Required[int]
    """Width of the window, in pixels."""
    height: Required[int]
    """Height of the window, in pixels."""


class BatchItem(TypedDict, total=False):
    """An entry of `urls` that says more than its address: what it says goes before what stands beside `urls`."""

    url: Required[HttpUrl]
    """The page to fetch, as `url` of a scrape."""
    sync: Literal[False]
    """Has no effect: a batch is never waited for."""
    external_id: str
    """Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and
    lists repeat it.
    """
    metadata: Dict[str, Any]
    """A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is."""
    mode: Literal["auto", "html", "js", "pdf", "ocr"]
    """How the page is read: as HTML, rendered (js), as a PDF, or by OCR."""
    formats: List[FormatName]
    """Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`:
    The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of
    the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`:
    Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the
    page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with
    lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of
    the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since
    you last scraped the page with this format. `summary`: A few sentences by a language model of your own
    (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is
    the Markdown, and `structured_content` lists the structured data.
    """
    advanced: AdvancedOptions
    """How the page is fetched and read."""
    cost_controls: CostControls
    """Which tiers are tried, and what they may cost."""
    force_refresh: bool
    """Fetch the page anew even when a cached page would do."""
    include_raw_html: bool
    """Add `raw_html` to the reply."""
    timeout: int
    """Seconds for everything, waiting included. Default: 90, with `sync: false` 300."""
    extraction_schema: ExtractionSchema
    """A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at
    most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to
    their types.
    """
    extraction_prompt: str
    """What a language model is to extract, in plain words. It is asked through a key of your own (`POST
    /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`.
    """
    extraction_model: LlmModel
    """The provider’s id of a model, in place of the one that is stored with the key."""
    extraction_provider: LlmProviderName
    """Which of your keys at providers is used. Default: the one that was used last."""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    """Method of the request to the target. With another one than GET a request that may have been sent is
    never sent again.
    """
    body: str
    """Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume`
    on.
    """
    content_type: Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]
    """Content type of `body`."""
    cache: bool
    """Answer from your cache when it has the page; that costs nothing."""
    cache_ttl: int
    """How old a cached page may be, in seconds."""
    location: BatchItemLocation
    """Where the page is asked from."""
    session_id: str
    """The login session that the page is fetched with; its domain must fit `url`. A UUID."""
    evidence: bool
    """Add to `metadata.evidence` where each extracted field comes from."""
    max_response_bytes: int
    """A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0:
    no cut, up to 50 MB.
    """
    extraction_profile: Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]
    """A ready-made extraction schema; `auto` takes the one that fits the page, and
    `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
    """
    template: Union[str, InlineTemplate]
    """A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or
    selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its
    selectors find, and `metadata.template` names it.
    """
    extract_rules: TemplateFields
    """The fields of a template that is stored nowhere, as published clients send them."""
    pdf_format: Literal["markdown", "text"]
    """With mode `pdf`: the format, where `formats` names none."""
    language: str
    """With mode "ocr" the same as advanced.ocr_languages, else as location.language."""
    render_js: Union[bool, Literal["auto"]]
    """The same as advanced.render_js."""
    screenshot: bool
    """The same as advanced.screenshot."""
    generate_pdf: bool
    """The same as advanced.generate_pdf."""
    include_selectors: List[str]
    """The same as advanced.include_selectors."""
    exclude_selectors: List[str]
    """The same as advanced.exclude_selectors."""
    markdown: bool
    """The same as advanced.markdown."""
    wait_for: Union[str, int]
    """The same as advanced.wait_for."""
    wait_for_selector: Union[str, int]
    """The same as advanced.wait_for."""
    wait_time: int
    """The same as advanced.wait_for."""
    wait_until: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    wait_condition: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    enable_scroll: bool
    """The same as advanced.scroll_to_load."""
    viewport: BatchItemViewport
    """The same as advanced.viewport."""
    full_page: bool
    """The same as advanced.full_page."""
    follow_redirects: bool
    """The same as advanced.follow_redirects."""
    proxy_session: str
    """The same as advanced.proxy_session."""
    user_agent: str
    """The same as advanced.user_agent."""
    accept_language: str
    """The same as advanced.accept_language."""
    prefer_markdown: bool
    """The same as advanced.prefer_markdown."""
    mobile: bool
    """The same as advanced.mobile."""
    block_resources: List[str]
    """The same as advanced.block_images."""
    ocr_language: str
    """The same as advanced.ocr_languages."""
    use_proxy: bool
    """The same as advanced.use_proxy."""
    use_own_proxy: bool
    """The same as advanced.use_own_proxy."""
    proxy_country: str
    """The same as advanced.proxy_country."""
    cookies: Union[Cookies, str]
    """The same as advanced.cookies."""
    headers: RequestHeaders
    """The same as advanced.session_headers."""
    country: str
    """The same as location.country."""
    max_credits: float
    """The same as cost_controls.max_credits."""
    max_cost: float
    """The same as cost_controls.max_cost."""
    max_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.max_tier."""
    force_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    prefer_cost: bool
    """The same as cost_controls.prefer_cost."""
    prefer_speed: bool
    """The same as cost_controls.prefer_speed."""
    fail_fast: bool
    """The same as cost_controls.fail_fast."""
    time_budget: float
    """The same as cost_controls.time_budget."""
    promote_schema_org: bool
    """Has no effect: what a page declares as data (JSON-LD, microdata) is always read first."""
    filter_content: bool
    """Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all."""
    use_session: bool
    """Has no effect: name the session in session_id."""
    asp: bool
    """Has no effect: walls are met by climbing the tiers."""
    min_tier: Any
    """Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the
    browser.
    """
    viewport_width: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""
    viewport_height: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""


class BatchRequestLocation(TypedDict, total=False):
    """Where the page is asked from."""

    country: str
    """ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity."""
    language: str
    """ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity."""


class BatchRequestViewport(TypedDict, total=False):
    """The same as advanced.viewport."""

    width: Required[int]
    """Width of the window, in pixels."""
    height: Required[int]
    """Height of the window, in pixels."""


class BatchRequest(TypedDict, total=False):
    """Pages that are scraped, and what holds for each of them."""

    urls: Required[List[BatchEntry]]
    """Addresses, or objects with `url` and any field of a scrape."""
    webhook_url: WebhookUrl
    """Receives the end of each item, and of the batch; https."""
    webhook_headers: WebhookHeaders
    sync: Literal[False]
    """Has no effect: a batch is never waited for."""
    on_invalid: OnInvalid
    concurrency: BatchConcurrency
    external_id: str
    """Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and
    lists repeat it.
    """
    metadata: Dict[str, Any]
    """A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is."""
    mode: Literal["auto", "html", "js", "pdf", "ocr"]
    """How the page is read: as HTML, rendered (js), as a PDF, or by OCR."""
    formats: List[FormatName]
    """Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`:
    The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of
    the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`:
    Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the
    page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with
    lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of
    the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since
    you last scraped the page with this format. `summary`: A few sentences by a language model of your own
    (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is
    the Markdown, and `structured_content` lists the structured data.
    """
    advanced: AdvancedOptions
    """How the page is fetched and read."""
    cost_controls: CostControls
    """Which tiers are tried, and what they may cost."""
    force_refresh: bool
    """Fetch the page anew even when a cached page would do."""
    include_raw_html: bool
    """Add `raw_html` to the reply."""
    timeout: int
    """Seconds for everything, waiting included. Default: 90, with `sync: false` 300."""
    extraction_schema: ExtractionSchema
    """A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at
    most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to
    their types.
    """
    extraction_prompt: str
    """What a language model is to extract, in plain words. It is asked through a key of your own (`POST
    /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`.
    """
    extraction_model: LlmModel
    """The provider’s id of a model, in place of the one that is stored with the key."""
    extraction_provider: LlmProviderName
    """Which of your keys at providers is used. Default: the one that was used last."""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    """Method of the request to the target. With another one than GET a request that may have been sent is
    never sent again.
    """
    body: str
    """Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume`
    on.
    """
    content_type: Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]
    """Content type of `body`."""
    cache: bool
    """Answer from your cache when it has the page; that costs nothing."""
    cache_ttl: int
    """How old a cached page may be, in seconds."""
    location: BatchRequestLocation
    """Where the page is asked from."""
    session_id: str
    """The login session that the page is fetched with; its domain must fit `url`. A UUID."""
    evidence: bool
    """Add to `metadata.evidence` where each extracted field comes from."""
    max_response_bytes: int
    """A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0:
    no cut, up to 50 MB.
    """
    extraction_profile: Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]
    """A ready-made extraction schema; `auto` takes the one that fits the page, and
    `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
    """
    template: Union[str, InlineTemplate]
    """A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or
    selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its
    selectors find, and `metadata.template` names it.
    """
    extract_rules: TemplateFields
    """The fields of a template that is stored nowhere, as published clients send them."""
    pdf_format: Literal["markdown", "text"]
    """With mode `pdf`: the format, where `formats` names none."""
    language: str
    """With mode "ocr" the same as advanced.ocr_languages, else as location.language."""
    render_js: Union[bool, Literal["auto"]]
    """The same as advanced.render_js."""
    screenshot: bool
    """The same as advanced.screenshot."""
    generate_pdf: bool
    """The same as advanced.generate_pdf."""
    include_selectors: List[str]
    """The same as advanced.include_selectors."""
    exclude_selectors: List[str]
    """The same as advanced.exclude_selectors."""
    markdown: bool
    """The same as advanced.markdown."""
    wait_for: Union[str, int]
    """The same as advanced.wait_for."""
    wait_for_selector: Union[str, int]
    """The same as advanced.wait_for."""
    wait_time: int
    """The same as advanced.wait_for."""
    wait_until: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    wait_condition: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    enable_scroll: bool
    """The same as advanced.scroll_to_load."""
    viewport: BatchRequestViewport
    """The same as advanced.viewport."""
    full_page: bool
    """The same as advanced.full_page."""
    follow_redirects: bool
    """The same as advanced.follow_redirects."""
    proxy_session: str
    """The same as advanced.proxy_session."""
    user_agent: str
    """The same as advanced.user_agent."""
    accept_language: str
    """The same as advanced.accept_language."""
    prefer_markdown: bool
    """The same as advanced.prefer_markdown."""
    mobile: bool
    """The same as advanced.mobile."""
    block_resources: List[str]
    """The same as advanced.block_images."""
    ocr_language: str
    """The same as advanced.ocr_languages."""
    use_proxy: bool
    """The same as advanced.use_proxy."""
    use_own_proxy: bool
    """The same as advanced.use_own_proxy."""
    proxy_country: str
    """The same as advanced.proxy_country."""
    cookies: Union[Cookies, str]
    """The same as advanced.cookies."""
    headers: RequestHeaders
    """The same as advanced.session_headers."""
    country: str
    """The same as location.country."""
    max_credits: float
    """The same as cost_controls.max_credits."""
    max_cost: float
    """The same as cost_controls.max_cost."""
    max_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.max_tier."""
    force_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    prefer_cost: bool
    """The same as cost_controls.prefer_cost."""
    prefer_speed: bool
    """The same as cost_controls.prefer_speed."""
    fail_fast: bool
    """The same as cost_controls.fail_fast."""
    time_budget: float
    """The same as cost_controls.time_budget."""
    promote_schema_org: bool
    """Has no effect: what a page declares as data (JSON-LD, microdata) is always read first."""
    filter_content: bool
    """Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all."""
    use_session: bool
    """Has no effect: name the session in session_id."""
    asp: bool
    """Has no effect: walls are met by climbing the tiers."""
    min_tier: Any
    """Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the
    browser.
    """
    viewport_width: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""
    viewport_height: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""


class BatchRetryLocation(TypedDict, total=False):
    """Where the page is asked from."""

    country: str
    """ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity."""
    language: str
    """ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity."""


class BatchRetryViewport(TypedDict, total=False):
    """The same as advanced.viewport."""

    width: Required[int]
    """Width of the window, in pixels."""
    height: Required[int]
    """Height of the window, in pixels."""


class BatchRetry(TypedDict, total=False):
    """Fields of a scrape that go before those that the items were asked with, and which items are scraped
    again.
    """

    statuses: List[Literal["failed", "cancelled", "succeeded"]]
    """Items of the batch that are scraped again. Default: ["failed"]."""
    webhook_url: WebhookUrl
    """Receives the end of each item, and of the new batch; https. Default: that of the batch."""
    webhook_headers: WebhookHeaders
    sync: Literal[False]
    """Has no effect: a batch is never waited for."""
    on_invalid: OnInvalid
    concurrency: BatchConcurrency
    external_id: str
    """Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and
    lists repeat it.
    """
    metadata: Dict[str, Any]
    """A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is."""
    mode: Literal["auto", "html", "js", "pdf", "ocr"]
    """How the page is read: as HTML, rendered (js), as a PDF, or by OCR."""
    formats: List[FormatName]
    """Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`:
    The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of
    the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`:
    Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the
    page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with
    lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of
    the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since
    you last scraped the page with this format. `summary`: A few sentences by a language model of your own
    (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is
    the Markdown, and `structured_content` lists the structured data.
    """
    advanced: AdvancedOptions
    """How the page is fetched and read."""
    cost_controls: CostControls
    """Which tiers are tried, and what they may cost."""
    force_refresh: bool
    """Fetch the page anew even when a cached page would do."""
    include_raw_html: bool
    """Add `raw_html` to the reply."""
    timeout: int
    """Seconds for everything, waiting included. Default: 90, with `sync: false` 300."""
    extraction_schema: ExtractionSchema
    """A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at
    most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to
    their types.
    """
    extraction_prompt: str
    """What a language model is to extract, in plain words. It is asked through a key of your own (`POST
    /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`.
    """
    extraction_model: LlmModel
    """The provider’s id of a model, in place of the one that is stored with the key."""
    extraction_provider: LlmProviderName
    """Which of your keys at providers is used. Default: the one that was used last."""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    """Method of the request to the target. With another one than GET a request that may have been sent is
    never sent again.
    """
    body: str
    """Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume`
    on.
    """
    content_type: Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]
    """Content type of `body`."""
    cache: bool
    """Answer from your cache when it has the page; that costs nothing."""
    cache_ttl: int
    """How old a cached page may be, in seconds."""
    location: BatchRetryLocation
    """Where the page is asked from."""
    session_id: str
    """The login session that the page is fetched with; its domain must fit `url`. A UUID."""
    evidence: bool
    """Add to `metadata.evidence` where each extracted field comes from."""
    max_response_bytes: int
    """A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0:
    no cut, up to 50 MB.
    """
    extraction_profile: Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]
    """A ready-made extraction schema; `auto` takes the one that fits the page, and
    `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
    """
    template: Union[str, InlineTemplate]
    """A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or
    selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its
    selectors find, and `metadata.template` names it.
    """
    extract_rules: TemplateFields
    """The fields of a template that is stored nowhere, as published clients send them."""
    pdf_format: Literal["markdown", "text"]
    """With mode `pdf`: the format, where `formats` names none."""
    language: str
    """With mode "ocr" the same as advanced.ocr_languages, else as location.language."""
    render_js: Union[bool, Literal["auto"]]
    """The same as advanced.render_js."""
    screenshot: bool
    """The same as advanced.screenshot."""
    generate_pdf: bool
    """The same as advanced.generate_pdf."""
    include_selectors: List[str]
    """The same as advanced.include_selectors."""
    exclude_selectors: List[str]
    """The same as advanced.exclude_selectors."""
    markdown: bool
    """The same as advanced.markdown."""
    wait_for: Union[str, int]
    """The same as advanced.wait_for."""
    wait_for_selector: Union[str, int]
    """The same as advanced.wait_for."""
    wait_time: int
    """The same as advanced.wait_for."""
    wait_until: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    wait_condition: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    enable_scroll: bool
    """The same as advanced.scroll_to_load."""
    viewport: BatchRetryViewport
    """The same as advanced.viewport."""
    full_page: bool
    """The same as advanced.full_page."""
    follow_redirects: bool
    """The same as advanced.follow_redirects."""
    proxy_session: str
    """The same as advanced.proxy_session."""
    user_agent: str
    """The same as advanced.user_agent."""
    accept_language: str
    """The same as advanced.accept_language."""
    prefer_markdown: bool
    """The same as advanced.prefer_markdown."""
    mobile: bool
    """The same as advanced.mobile."""
    block_resources: List[str]
    """The same as advanced.block_images."""
    ocr_language: str
    """The same as advanced.ocr_languages."""
    use_proxy: bool
    """The same as advanced.use_proxy."""
    use_own_proxy: bool
    """The same as advanced.use_own_proxy."""
    proxy_country: str
    """The same as advanced.proxy_country."""
    cookies: Union[Cookies, str]
    """The same as advanced.cookies."""
    headers: RequestHeaders
    """The same as advanced.session_headers."""
    country: str
    """The same as location.country."""
    max_credits: float
    """The same as cost_controls.max_credits."""
    max_cost: float
    """The same as cost_controls.max_cost."""
    max_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.max_tier."""
    force_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    prefer_cost: bool
    """The same as cost_controls.prefer_cost."""
    prefer_speed: bool
    """The same as cost_controls.prefer_speed."""
    fail_fast: bool
    """The same as cost_controls.fail_fast."""
    time_budget: float
    """The same as cost_controls.time_budget."""
    promote_schema_org: bool
    """Has no effect: what a page declares as data (JSON-LD, microdata) is always read first."""
    filter_content: bool
    """Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all."""
    use_session: bool
    """Has no effect: name the session in session_id."""
    asp: bool
    """Has no effect: walls are met by climbing the tiers."""
    min_tier: Any
    """Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the
    browser.
    """
    viewport_width: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""
    viewport_height: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""


class BetaFeatureOffer(TypedDict, total=False):
    """Body of `PUT /operator/beta-features/{slug}`."""

    name: Required[str]
    """What it is called: one line of at most 100 characters."""
    description: Required[str]
    """What it does: one line of at most 200 characters."""
    status: Required[Literal["hidden", "beta", "ga"]]
    """`hidden`: nobody sees it; `beta`: off until an account switches it on; `ga`: on for everybody."""


class CheckoutCreate(TypedDict, total=False):
    """Body of `POST /billing/checkout`."""

    amount_cents: Required[int]
    """What to pay, in US cents: 5 to 2,000 dollars."""


class ChosenLetters(TypedDict, total=False):
    """Body of `POST /operator/dead-letters/discard`."""

    ids: Required[List[str]]
    """Which ones, 100 at most."""


class ClientRegistration(TypedDict, total=False):
    """Body of `POST /oauth/register`."""

    redirect_uris: Any
    """Addresses by https, or of native tools by http://127.0.0.1 and http://[::1]."""
    client_name: Any
    """What people are asked about."""
    token_endpoint_auth_method: Any
    """`client_secret_basic`, `client_secret_post` or `none`."""
    grant_types: Any
    """`authorization_code`, `urn:ietf:params:oauth:grant-type:device_code`, or both."""


class ConnectionProof(TypedDict, total=False):
    """Body of `POST /auth/login/sso/connect`."""

    ticket: Required[str]
    """That of the reply to `POST /auth/login/sso`."""
    password: Required[str]
    """Of the account that has this address."""


class CostControls(TypedDict, total=False):
    """Which tiers are tried, in which order, and what they may cost."""

    max_credits: float
    """Start no tier that costs more credits."""
    max_cost: float
    """Another name of `max_credits`."""
    force_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """Exactly this tier: "1" to "5", or its name (curl, http, stealth, light, browser, captcha)."""
    max_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The highest tier to try; "4" when it is left out. "3.5" is as "3"."""
    prefer_cost: bool
    """Begin with the cheapest tier and try one after the other, also where only a browser can help."""
    prefer_speed: bool
    """Begin with the browser."""
    fail_fast: bool
    """Try tiers 1 and 2 only."""
    prefer_known: bool
    """Begin with the tier that is known to deliver at this host; 1 request in 20 still begins below it."""
    time_budget: float
    """Seconds for all tiers together; the same as `timeout`, and the shorter of the two counts."""
    prefer: Literal["cost", "speed", "balanced"]
    """The same as prefer_cost or prefer_speed."""
    max_cost_dollars: float
    """The same as max_credits, of which a dollar has 5,000."""


class CrawlEstimateRequestLocation(TypedDict, total=False):
    """Where the page is asked from."""

    country: str
    """ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity."""
    language: str
    """ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity."""


class CrawlEstimateRequestAdvancedSectionFilter(TypedDict, total=False):
    """What `json_v2` leaves out."""

    min_content_blocks: int
    """Leave out sections with fewer blocks than this; blocks of their subsections count."""
    content_only: bool
    """Leave out sections that hold headings and images only."""
    exclude_content_types: List[Literal["paragraph", "list", "table", "image", "code", "blockquote", "dl", "details"]]
    """Kinds of blocks that are left out everywhere."""


class CrawlEstimateRequestAdvancedRag(TypedDict, total=False):
    """How the format `rag` is cut."""

    chunk_tokens: int
    """Most tokens that a chunk has. Default: 512."""
    overlap_tokens: int
    """Tokens that a chunk repeats of the one before; less than half of `chunk_tokens`."""


class CrawlEstimateRequestAdvancedChangeTracking(TypedDict, total=False):
    """How the format `change_tracking` compares."""

    tag: str
    """Compare with earlier scrapes of the same tag only, and be compared with by those of the same tag."""
    mode: Literal["semantic", "exact"]
    """`semantic` (default): what the page says, without layout, order, dates, counters, tokens and
    advertisements; `exact`: every line, link and image in its order.
    """


class CrawlEstimateRequestAdvancedViewport(TypedDict, total=False):
    """Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its
    screen of 1,920 by 1,080 allows.
    """

    width: Required[int]
    """Width of the window, in pixels."""
    height: Required[int]
    """Height of the window, in pixels."""


class CrawlEstimateRequestAdvanced(TypedDict, total=False):
    """How every page is fetched, as for a scrape."""

    render_js: Union[bool, Literal["auto"]]
    """Render the page in a browser. `"auto"`: only where the page needs it, as without the option."""
    screenshot: bool
    """Make a picture of the page; needs `render_js`."""
    generate_pdf: bool
    """Print the page as a PDF; needs `render_js`."""
    ocr: bool
    """Read the text of an image."""
    ocr_languages: List[str]
    """Languages of the text of an image, as Tesseract names them: `eng`, `deu`."""
    use_proxy: bool
    """Go through one of the operator's premium proxies."""
    markdown: bool
    """Has no effect: name `markdown` in `formats`."""
    wait_condition: Literal["domcontentloaded", "networkidle", "load"]
    """State of the page that a browser waits for."""
    wait_for: Union[str, int]
    """A CSS selector to wait for, or a pause in milliseconds."""
    wait_for_timeout: int
    """How long `wait_for` waits for its selector, in milliseconds. Default: 30,000."""
    remove_cookie_banners: bool
    """Leave cookie banners out. Default: true."""
    use_own_proxy: bool
    """Go through a proxy of your own."""
    use_system_proxy: bool
    """Go through one of the operator's system proxies."""
    proxy_integration_id: str
    """Which of your own proxies is used; needs `use_own_proxy`."""
    proxy_country: str
    """Preferred country of the proxy; `location.country` goes first."""
    session_id: str
    """The same as `session_id` at the top level. A UUID."""
    session_update: bool
    """Keep the cookies that the target sets in the session, for sites that give a new one with each page;
    needs a session of your own.
    """
    cookies: Cookies
    """Cookies of this request, by name: at most 100. Not beside `session_id`."""
    session_headers: RequestHeaders
    """Headers of this request, by name: at most 50, none that the transport sets. They go before headers of
    the session that have the same name.
    """
    only_main_content: bool
    """Leave what surrounds the content out of Markdown and text. Default: true."""
    include_selectors: List[str]
    """CSS selectors of what is read: that alone, wherever it stands, is the content, in every format but
    `raw`, `bytes` and `raw_html`. The head of the page stays.
    """
    exclude_selectors: List[str]
    """CSS selectors of what is left out, in every format but `raw`, `bytes` and `raw_html`."""
    section_filter: CrawlEstimateRequestAdvancedSectionFilter
    """What `json_v2` leaves out."""
    rag: CrawlEstimateRequestAdvancedRag
    """How the format `rag` is cut."""
    change_tracking: CrawlEstimateRequestAdvancedChangeTracking
    """How the format `change_tracking` compares."""
    evidence: bool
    """The same as `evidence` at the top level."""
    scroll_to_load: bool
    """Scroll down until nothing more is loaded."""
    scroll_count: int
    """How often `scroll_to_load` scrolls at most."""
    block_images: bool
    """Load no images."""
    block_ads: bool
    """Load no advertisements."""
    mobile: bool
    """Be a phone."""
    viewport: CrawlEstimateRequestAdvancedViewport
    """Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its
    screen of 1,920 by 1,080 allows.
    """
    full_page: bool
    """Of a screenshot: the whole page, or with `false` what the window shows. Default: true."""
    follow_redirects: bool
    """With `false` a redirect is the answer itself, with its status and its `location` among `headers`. No
    browser is used. Default: true.
    """
    proxy_session: str
    """Requests of your account with the same word go through the same exit of a proxy of the operator, as
    long as it is there.
    """
    user_agent: str
    """What the site is told to be visited by. What goes with the name (client hints, platform, phone or
    desktop) follows it in all tiers; what only another browser has does not, so leave it out unless a site
    asks for it.
    """
    accept_language: str
    """Languages of the visitor, the best first, such as `fr-CH, fr;q=0.9, en;q=0.8`: of the header, written
    as Chrome does, and of the browser. In place of `location.language`.
    """
    prefer_markdown: bool
    """Tell the site that Markdown is welcome (`Accept: text/markdown`). Tiers 1 to 3 do."""
    include_request_headers: bool
    """Give in `request_headers` what the page was asked for with. Default: false."""
    capture_xhr: bool
    """Give in `captured_xhr` what the page has fetched by itself."""
    actions: Actions
    """Steps on the rendered page, one after the other. One that fails ends them."""
    max_concurrency: int
    """The same as max_concurrency."""
    delay: float
    """The same as delay."""
    timeout: int
    """The same as `timeout`, in seconds."""


class CrawlEstimateRequestViewport(TypedDict, total=False):
    """The same as advanced.viewport."""

    width: Required[int]
    """Width of the window, in pixels."""
    height: Required[int]
    """Height of the window, in pixels."""


class CrawlEstimateRequest(TypedDict, total=False):
    """A site that is scraped, and how each of its pages is."""

    url: Required[HttpUrl]
    """Where the crawl begins."""
    max_pages: int
    """Most pages that are scraped. Exact: pages that failed do not count; a page of status 404 does. Default:
    50.
    """
    max_depth: int
    """Most links from the start page; 0: the start page only. Pages of a sitemap are at depth 1. Default: 3."""
    include_patterns: PathPatterns
    """Globs on the path, of which one must match: `/blog/*` (one level), `/blog/**` (all below), `*.html`,
    `/{en,de}/**`.
    """
    exclude_patterns: PathPatterns
    """Globs on the path; a page that matches one is left out."""
    sitemap: SitemapMode
    """`include`: sitemaps and feeds beside links; `skip`: links only; `only`: sitemaps and feeds only."""
    sitemap_path: SitemapPath
    """Path of a sitemap that stands at no usual place."""
    include_subdomains: bool
    """Whether pages of subdomains belong to the site. Default: false."""
    respect_robots: bool
    """Obey robots.txt, and what pages say to robots. Default: true."""
    max_concurrency: int
    """Requests to the site at once; 10 by default."""
    delay: float
    """Least time between the starts of two requests to the site, in seconds. A longer `Crawl-delay` of
    robots.txt goes first.
    """
    mode: Literal["auto", "html", "js", "pdf", "ocr"]
    """How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto"."""
    formats: List[FormatName]
    """Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`:
    The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of
    the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`:
    Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the
    page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with
    lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of
    the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since
    you last scraped the page with this format. `summary`: A few sentences by a language model of your own
    (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is
    the Markdown, and `structured_content` lists the structured data.
    """
    force_refresh: bool
    """Fetch the page anew even when a cached page would do. Default: false."""
    include_raw_html: bool
    """Add `raw_html` to the reply. Default: false."""
    timeout: int
    """Seconds for everything, waiting included. Default: 90, with `sync: false` 300."""
    extraction_schema: ExtractionSchema
    """A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at
    most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to
    their types.
    """
    extraction_prompt: str
    """What a language model is to extract, in plain words. It is asked through a key of your own (`POST
    /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`.
    """
    extraction_model: LlmModel
    """The provider’s id of a model, in place of the one that is stored with the key."""
    extraction_provider: LlmProviderName
    """Which of your keys at providers is used. Default: the one that was used last."""
    cache: bool
    """Answer from your cache when it has the page; that costs nothing. Default: false."""
    cache_ttl: int
    """How old a cached page may be, in seconds. Default: 3600."""
    location: CrawlEstimateRequestLocation
    """Where the page is asked from."""
    session_id: str
    """The login session that the page is fetched with; its domain must fit `url`. A UUID."""
    evidence: bool
    """Add to `metadata.evidence` where each extracted field comes from."""
    max_response_bytes: int
    """A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0:
    no cut, up to 50 MB.
    """
    advanced: CrawlEstimateRequestAdvanced
    """How every page is fetched, as for a scrape."""
    cost_controls: CostControls
    """As for a scrape, of every page; but `max_credits` is for the whole crawl, and exact."""
    external_id: str
    """Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and
    lists repeat it.
    """
    metadata: Dict[str, Any]
    """A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is."""
    extraction_profile: Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]
    """A ready-made extraction schema; `auto` takes the one that fits the page, and
    `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
    """
    template: Union[str, InlineTemplate]
    """A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or
    selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its
    selectors find, and `metadata.template` names it.
    """
    extract_rules: TemplateFields
    """The fields of a template that is stored nowhere, as published clients send them."""
    pdf_format: Literal["markdown", "text"]
    """With mode `pdf`: the format, where `formats` names none."""
    language: str
    """With mode "ocr" the same as advanced.ocr_languages, else as location.language."""
    render_js: Union[bool, Literal["auto"]]
    """The same as advanced.render_js."""
    screenshot: bool
    """The same as advanced.screenshot."""
    generate_pdf: bool
    """The same as advanced.generate_pdf."""
    include_selectors: List[str]
    """The same as advanced.include_selectors."""
    exclude_selectors: List[str]
    """The same as advanced.exclude_selectors."""
    markdown: bool
    """The same as advanced.markdown."""
    wait_for: Union[str, int]
    """The same as advanced.wait_for."""
    wait_for_selector: Union[str, int]
    """The same as advanced.wait_for."""
    wait_time: int
    """The same as advanced.wait_for."""
    wait_until: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    wait_condition: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    enable_scroll: bool
    """The same as advanced.scroll_to_load."""
    viewport: CrawlEstimateRequestViewport
    """The same as advanced.viewport."""
    full_page: bool
    """The same as advanced.full_page."""
    follow_redirects: bool
    """The same as advanced.follow_redirects."""
    proxy_session: str
    """The same as advanced.proxy_session."""
    user_agent: str
    """The same as advanced.user_agent."""
    accept_language: str
    """The same as advanced.accept_language."""
    prefer_markdown: bool
    """The same as advanced.prefer_markdown."""
    mobile: bool
    """The same as advanced.mobile."""
    block_resources: List[str]
    """The same as advanced.block_images."""
    ocr_language: str
    """The same as advanced.ocr_languages."""
    use_proxy: bool
    """The same as advanced.use_proxy."""
    use_own_proxy: bool
    """The same as advanced.use_own_proxy."""
    proxy_country: str
    """The same as advanced.proxy_country."""
    cookies: Union[Cookies, str]
    """The same as advanced.cookies."""
    headers: RequestHeaders
    """The same as advanced.session_headers."""
    country: str
    """The same as location.country."""
    max_credits: float
    """The same as cost_controls.max_credits."""
    max_cost: float
    """The same as cost_controls.max_cost."""
    max_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.max_tier."""
    force_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    prefer_cost: bool
    """The same as cost_controls.prefer_cost."""
    prefer_speed: bool
    """The same as cost_controls.prefer_speed."""
    fail_fast: bool
    """The same as cost_controls.fail_fast."""
    time_budget: float
    """The same as cost_controls.time_budget."""
    promote_schema_org: bool
    """Has no effect: what a page declares as data (JSON-LD, microdata) is always read first."""
    filter_content: bool
    """Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all."""
    use_session: bool
    """Has no effect: name the session in session_id."""
    asp: bool
    """Has no effect: walls are met by climbing the tiers."""
    min_tier: Any
    """Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the
    browser.
    """
    viewport_width: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""
    viewport_height: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""
    webhook_url: WebhookUrl
    """Receives the end of the crawl (`crawl.completed`); https."""
    webhook_headers: WebhookHeaders
    webhook_pages: bool
    """Whether `webhook_url` also receives the end of each page (`job.completed`, `job.failed`). Default:
    false.
    """
    sync: Literal[False]
    """Has no effect: a crawl is never waited for."""


class CreditGrant(TypedDict, total=False):
    """Body of `POST /operator/accounts/{account_id}/credits`."""

    credits: Required[float]
    """Credits that its balance gets."""
    note: str
    """For the ledger. Default: "by the operator"."""
    reference: str
    """Such as an invoice number: the same one adds its credits once."""


class DemoRequest(TypedDict, total=False):
    """Body of `POST /scrape/demo`."""

    url: Required[HttpUrl]
    """The page to fetch."""


class DeviceAuthorizationRequest(TypedDict, total=False):
    """Body of `POST /oauth/device_authorization`."""

    client_id: Optional[str]
    """The tool: its `client_id`, or the address of its metadata document where the server takes such."""
    client_secret: Optional[str]
    """The secret of the tool, unless it comes by HTTP Basic or has none."""
    scope: Optional[str]
    """`scrape`, the only one; also where it is left out."""
    source: Optional[str]
    """A label for the name of the key."""
    resource: Optional[Union[str, List[str]]]
    """RFC 8707: an address of this API, as its protected resource metadata names it."""


class DeviceDecision(TypedDict, total=False):
    """Body of `POST /oauth/device/decide`."""

    user_code: Required[str]
    """As the device shows it, in any letter case."""
    allow: Required[bool]
    """Whether the tool gets a key."""


class DeviceQuestion(TypedDict, total=False):
    """Body of `POST /oauth/device/ask`."""

    user_code: Required[str]
    """As the device shows it, in any letter case."""


class DomainBlock(TypedDict, total=False):
    """Body of `PUT /operator/blocked-domains/{domain}`."""

    reason: str
    """Why, for the audit log."""


class EmailChange(TypedDict, total=False):
    """Body of `POST /auth/email`."""

    email: Required[Email]
    """The new address, which a mail is sent to."""
    password: Required[str]
    """Your password, to show that it is you."""
    code: str
    """Of the authenticator app, or a recovery code; required of who has a second factor."""


class ExportDestinationCreate(TypedDict, total=False):
    """Body of `POST /exports`."""

    name: Required[str]
    """What you call it: one line of at most 100 characters."""
    type: Required[Literal["s3", "folder", "webhook"]]
    """`s3`: an S3-compatible store; `folder`: a folder of the server; `webhook`: an address of yours."""
    endpoint: HttpUrl
    """Address of an S3-compatible store, without the bucket."""
    bucket: str
    """The bucket of the store."""
    region: str
    """The region of the store. Default: `us-east-1`, which stores without regions take."""
    prefix: str
    """Put before the name of every object."""
    addressing: Literal["path", "virtual_host"]
    """Whether the bucket stands in the path (default) or before the host name."""
    access_key_id: str
    """Names the credentials of the store."""
    secret_access_key: str
    """Write-only: stored sealed, and never shown."""
    path: str
    """A folder at or below one of the operator’s EXPORT_FOLDERS."""
    url: WebhookUrl
    """Receives the rows in signed requests of up to 1 MB."""


class ExportDestinationUpdate(TypedDict, total=False):
    """Body of `PATCH /exports/{destination_id}`."""

    name: str
    """What you call it: one line of at most 100 characters."""
    endpoint: HttpUrl
    """Address of an S3-compatible store, without the bucket."""
    bucket: str
    """The bucket of the store."""
    region: str
    """The region of the store. Default: `us-east-1`, which stores without regions take."""
    prefix: str
    """Put before the name of every object."""
    addressing: Literal["path", "virtual_host"]
    """Whether the bucket stands in the path (default) or before the host name."""
    access_key_id: str
    """Names the credentials of the store."""
    secret_access_key: str
    """Write-only: stored sealed, and never shown."""
    path: str
    """A folder at or below one of the operator’s EXPORT_FOLDERS."""
    url: WebhookUrl
    """Receives the rows in signed requests of up to 1 MB."""


class ExportRequestInput(TypedDict, total=False):
    """Body of `POST /batch/{batch_id}/export`."""

    destination_id: Required[str]
    """One of `GET /exports`. A UUID."""
    format: Required[Literal["jsonl", "csv", "parquet", "warc", "wacz", "files"]]
    """`files`: a file a page, or more. A webhook takes `jsonl` alone."""
    compression: Literal["none", "gzip", "snappy"]
    """How objects are compressed; archives always are. Default: `snappy` for Parquet, else `none`."""
    fields: List[Literal["job_id", "url", "final_url", "status", "status_code", "title", "author", "published_at", "scraped_at", "tier", "credits", "markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "change_tracking", "summary", "data", "metadata", "headers", "screenshot_url", "pdf_url", "document_url", "document_file", "result_url", "error", "error_code"]]
    """Of `jsonl`, `csv` and `parquet`: the columns, in this order. Default: all."""
    partition_by: Literal["date"]
    """An object for each day (UTC) of the scrapes, below `date=2026-11-24/`."""
    include_failed: bool
    """Of `jsonl`, `csv` and `parquet`: also pages that failed, with their errors. Default: false."""
    include_files: bool
    """Also the screenshots and PDFs of the pages, and pages that are files themselves (PDF, office document,
    picture; column `document_file`), below `files/`; not to a webhook. Default: false.
    """
    page_files: List[Literal["md", "html", "json"]]
    """Of `files`: which ones of each page. Default: `md`."""
    escape_formulas: bool
    """Of `csv`: whether cells that a spreadsheet would run as a formula (they begin with = + - @, a tab or a
    line end) get a leading apostrophe. Default: true.
    """


class ExtractRequestLocation(TypedDict, total=False):
    """Where the page is asked from."""

    country: str
    """ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity."""
    language: str
    """ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity."""


ExtractRequest = TypedDict(
    "ExtractRequest",
    {
        "content": "str",
        "url": "HttpUrl",
        "job_id": "str",
        "batch_id": "str",
        "crawl_id": "str",
        "monitor_id": "str",
        "from": "Union[str, DateTime]",
        "to": "Union[str, DateTime]",
        "limit": "int",
        "offset": "int",
        "content_type": "Literal[\"html\", \"text\", \"markdown\", \"pdf\"]",
        "source_url": "HttpUrl",
        "extraction_schema": "ExtractionSchema",
        "extraction_profile": "Literal[\"auto\", \"product\", \"article\", \"job_posting\", \"faq\", \"recipe\", \"event\", \"ecommerce_homepage\", \"directory_listing\"]",
        "extraction_template": "Literal[\"auto\", \"product\", \"article\", \"job_posting\", \"faq\", \"recipe\", \"event\", \"ecommerce_homepage\", \"directory_listing\"]",
        "template": "Union[str, InlineTemplate]",
        "extraction_prompt": "str",
        "extraction_model": "LlmModel",
        "extraction_provider": "LlmProviderName",
        "formats": "List[Literal[\"markdown\", \"text\", \"html\", \"json\", \"json_v2\", \"rag\", \"links\", \"images\", \"tables\", \"content\", \"raw\", \"bytes\"]]",
        "evidence": "bool",
        "cache": "Literal[\"auto\", \"skip\", \"only\"]",
        "cache_ttl": "int",
        "timeout": "int",
        "advanced": "AdvancedOptions",
        "cost_controls": "CostControls",
        "mode": "Literal[\"auto\", \"html\", \"js\", \"pdf\", \"ocr\"]",
        "location": "ExtractRequestLocation",
        "session_id": "str",
    },
    total=False,
)


class FactorRemoval(TypedDict, total=False):
    """Body of `DELETE /auth/totp`."""

    password: Required[str]
    """Your password, to show that it is you."""
    code: str
    """Of the authenticator app, or a recovery code; required of who has a second factor."""


class ForgottenPassword(TypedDict, total=False):
    """Body of `POST /auth/forgot-password`."""

    email: Required[Email]
    """Where the mail goes, if it is that of an account."""


class InlineTemplateList(TypedDict, total=False):
    """What the page repeats, such as the products of a list: one object for each."""

    name: str
    """The field of the result that holds them. Default: "items"."""
    selector: Required[str]
    """Finds each item."""
    fields: Required[TemplateFields]
    """Where each field of an item stands, by its name."""


class InlineTemplate(TypedDict, total=False):
    """A template that a request brings along, and that is stored nowhere."""

    name: str
    """What `metadata.template` calls it. Default: "inline"."""
    fields: TemplateFields
    """Fields of the page."""
    list: InlineTemplateList
    """What the page repeats, such as the products of a list: one object for each."""


class InvitationAnswer(TypedDict, total=False):
    """Body of `POST /invitations/accept`."""

    token: Required[str]
    """From the link of the mail."""


class InvitationCreate(TypedDict, total=False):
    """Body of `POST /organizations/{organization_id}/invitations`."""

    email: Required[Email]
    """Who is invited; the mail goes there."""
    role: GivenRole
    """What the invited person will be. Default: "member"."""


class JobChangesLocation(TypedDict, total=False):
    """Where the page is asked from."""

    country: str
    """ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity."""
    language: str
    """ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity."""


class JobChangesViewport(TypedDict, total=False):
    """The same as advanced.viewport."""

    width: Required[int]
    """Width of the window, in pixels."""
    height: Required[int]
    """Height of the window, in pixels."""


class JobChanges(TypedDict, total=False):
    """Fields of a scrape that go before those that the job was asked with."""

    url: HttpUrl
    """Another page. Default: that of the job."""
    sync: bool
    """Whether the page is waited for; default: as the job was."""
    webhook_url: WebhookUrl
    """Receives the end of the new job; https."""
    external_id: str
    """Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and
    lists repeat it.
    """
    metadata: Dict[str, Any]
    """A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is."""
    mode: Literal["auto", "html", "js", "pdf", "ocr"]
    """How the page is read: as HTML, rendered (js), as a PDF, or by OCR."""
    formats: List[FormatName]
    """Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`:
    The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of
    the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`:
    Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the
    page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with
    lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of
    the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since
    you last scraped the page with this format. `summary`: A few sentences by a language model of your own
    (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is
    the Markdown, and `structured_content` lists the structured data.
    """
    advanced: AdvancedOptions
    """How the page is fetched and read."""
    cost_controls: CostControls
    """Which tiers are tried, and what they may cost."""
    force_refresh: bool
    """Fetch the page anew even when a cached page would do."""
    include_raw_html: bool
    """Add `raw_html` to the reply."""
    timeout: int
    """Seconds for everything, waiting included. Default: 90, with `sync: false` 300."""
    extraction_schema: ExtractionSchema
    """A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at
    most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to
    their types.
    """
    extraction_prompt: str
    """What a language model is to extract, in plain words. It is asked through a key of your own (`POST
    /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`.
    """
    extraction_model: LlmModel
    """The provider’s id of a model, in place of the one that is stored with the key."""
    extraction_provider: LlmProviderName
    """Which of your keys at providers is used. Default: the one that was used last."""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    """Method of the request to the target. With another one than GET a request that may have been sent is
    never sent again.
    """
    body: str
    """Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume`
    on.
    """
    content_type: Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]
    """Content type of `body`."""
    cache: bool
    """Answer from your cache when it has the page; that costs nothing."""
    cache_ttl: int
    """How old a cached page may be, in seconds."""
    location: JobChangesLocation
    """Where the page is asked from."""
    session_id: str
    """The login session that the page is fetched with; its domain must fit `url`. A UUID."""
    evidence: bool
    """Add to `metadata.evidence` where each extracted field comes from."""
    max_response_bytes: int
    """A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0:
    no cut, up to 50 MB.
    """
    extraction_profile: Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]
    """A ready-made extraction schema; `auto` takes the one that fits the page, and
    `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
    """
    template: Union[str, InlineTemplate]
    """A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or
    selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its
    selectors find, and `metadata.template` names it.
    """
    extract_rules: TemplateFields
    """The fields of a template that is stored nowhere, as published clients send them."""
    pdf_format: Literal["markdown", "text"]
    """With mode `pdf`: the format, where `formats` names none."""
    language: str
    """With mode "ocr" the same as advanced.ocr_languages, else as location.language."""
    render_js: Union[bool, Literal["auto"]]
    """The same as advanced.render_js."""
    screenshot: bool
    """The same as advanced.screenshot."""
    generate_pdf: bool
    """The same as advanced.generate_pdf."""
    include_selectors: List[str]
    """The same as advanced.include_selectors."""
    exclude_selectors: List[str]
    """The same as advanced.exclude_selectors."""
    markdown: bool
    """The same as advanced.markdown."""
    wait_for: Union[str, int]
    """The same as advanced.wait_for."""
    wait_for_selector: Union[str, int]
    """The same as advanced.wait_for."""
    wait_time: int
    """The same as advanced.wait_for."""
    wait_until: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    wait_condition: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    enable_scroll: bool
    """The same as advanced.scroll_to_load."""
    viewport: JobChangesViewport
    """The same as advanced.viewport."""
    full_page: bool
    """The same as advanced.full_page."""
    follow_redirects: bool
    """The same as advanced.follow_redirects."""
    proxy_session: str
    """The same as advanced.proxy_session."""
    user_agent: str
    """The same as advanced.user_agent."""
    accept_language: str
    """The same as advanced.accept_language."""
    prefer_markdown: bool
    """The same as advanced.prefer_markdown."""
    mobile: bool
    """The same as advanced.mobile."""
    block_resources: List[str]
    """The same as advanced.block_images."""
    ocr_language: str
    """The same as advanced.ocr_languages."""
    use_proxy: bool
    """The same as advanced.use_proxy."""
    use_own_proxy: bool
    """The same as advanced.use_own_proxy."""
    proxy_country: str
    """The same as advanced.proxy_country."""
    cookies: Union[Cookies, str]
    """The same as advanced.cookies."""
    headers: RequestHeaders
    """The same as advanced.session_headers."""
    country: str
    """The same as location.country."""
    max_credits: float
    """The same as cost_controls.max_credits."""
    max_cost: float
    """The same as cost_controls.max_cost."""
    max_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.max_tier."""
    force_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    prefer_cost: bool
    """The same as cost_controls.prefer_cost."""
    prefer_speed: bool
    """The same as cost_controls.prefer_speed."""
    fail_fast: bool
    """The same as cost_controls.fail_fast."""
    time_budget: float
    """The same as cost_controls.time_budget."""
    promote_schema_org: bool
    """Has no effect: what a page declares as data (JSON-LD, microdata) is always read first."""
    filter_content: bool
    """Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all."""
    use_session: bool
    """Has no effect: name the session in session_id."""
    asp: bool
    """Has no effect: walls are met by climbing the tiers."""
    min_tier: Any
    """Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the
    browser.
    """
    viewport_width: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""
    viewport_height: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""


class LlmKeyCreate(TypedDict, total=False):
    """Body of `POST /llm-keys`."""

    name: Required[str]
    """What you call it: one line of at most 100 characters."""
    provider: Required[LlmProviderName]
    api_key: str
    """The provider’s key. Write-only: replies show its last four characters."""
    base_url: HttpUrl
    """Where the provider answers, such as https://llm.example.com/v1. Required with custom."""
    model: LlmModel
    """Used unless a request names another by extraction_model."""


class LlmKeyUpdate(TypedDict, total=False):
    """Body of `PATCH /llm-keys/{llm_key_id}`."""

    name: str
    """What you call it: one line of at most 100 characters."""
    api_key: str
    """The provider’s key. Write-only: replies show its last four characters."""
    base_url: HttpUrl
    """A new address needs the `api_key` beside it."""
    model: Optional[LlmModel]
    """Used unless a request names another; null: none."""


class Login(TypedDict, total=False):
    """Body of `POST /auth/login`."""

    email: Required[Email]
    """That of your account."""
    password: Required[str]
    """Your password, to show that it is you."""


class MailedTokenForm(TypedDict, total=False):
    """Body of `POST /auth/confirm-email`."""

    token: Required[str]
    """From the mail."""


class ManualLoginCreateLocation(TypedDict, total=False):
    """Where the browser seems to be."""

    country: str
    """Go out through a proxy in this country, where there is one."""
    language: str
    """The language that the browser asks for."""


class ManualLoginCreate(TypedDict, total=False):
    """Body of `POST /manual-logins`."""

    url: Required[HttpUrl]
    """Where the browser begins: the page to sign in at."""
    name: str
    """Of the session that is kept. Default: its domain."""
    domain: str
    """Of the session: the host that its cookies belong to, or an address there. Default: the host of `url`."""
    notes: str
    """Notes of the session."""
    mobile: bool
    """Show the page as on a phone. Default: false."""
    location: ManualLoginCreateLocation
    """Where the browser seems to be."""
    proxy_integration_id: str
    """A proxy of your own, of `GET /proxies`, for all its traffic. A UUID."""
    origin: str
    """The page that will show the browser, where that is not the one that asks: `https://app.example.com`."""


class ManualLoginKeep(TypedDict, total=False):
    """What the session is called, and whose cookies it holds."""

    name: str
    """Of the session, in place of the name that was given before."""
    domain: str
    """Of the session, in place of the one that was given before."""


class ManualLoginTicketCreate(TypedDict, total=False):
    """For which page the ticket is, where that is not the one that asks."""

    origin: str
    """The page that will show the browser, where that is not the one that asks: `https://app.example.com`."""


class MapRequest(TypedDict, total=False):
    """Body of `POST /map`."""

    url: Required[HttpUrl]
    """Where the site begins."""
    max_pages: int
    """Most addresses of the reply. Default: 500."""
    max_depth: int
    """How many links away from the start page an address may be found. 0: the start page and what sitemaps
    name. Default: 1 where there is a sitemap, else 2. Beyond 1 further pages are read, a bounded number of
    them; `warnings` tells when there were more.
    """
    include_patterns: PathPatterns
    """Globs on the path, of which one must match."""
    exclude_patterns: PathPatterns
    """Globs on the path, of which none may match."""
    search: str
    """Keep the addresses that have to do with these words, the most relevant first. Path, title, link text
    and description count.
    """
    sitemap: SitemapMode
    """`include`: sitemaps beside links; `skip`: links only; `only`: sitemaps only."""
    sitemap_path: SitemapPath
    """Path of a sitemap that stands at no usual place and in no robots.txt."""
    include_metadata: bool
    """Read titles and descriptions from the pages themselves: a bounded number, the first ones. Default:
    false.
    """
    include_subdomains: bool
    """Whether addresses of subdomains belong to the site. Default: false."""
    respect_robots: bool
    """Leave out what robots.txt disallows, and read none of it. Default: true."""
    timeout: int
    """Seconds from the start of the work. What was found by then is the reply, and `warnings` says that it
    was cut. Default: 60.
    """
    external_id: str
    """Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and
    lists repeat it.
    """
    metadata: Dict[str, Any]
    """A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is."""


class MemberUpdate(TypedDict, total=False):
    """Body of `PATCH /organizations/{organization_id}/members/{user_id}`."""

    role: Required[GivenRole]


class MonitorCreateSchedule(TypedDict, total=False):
    every: Required[str]
    """The same in English: `30 minutes`."""


class MonitorCreate(TypedDict, total=False):
    """Body of `POST /monitors`."""

    name: Required[MonitorName]
    group_id: Optional[str]
    """A group (`/monitor-groups`), whose settings hold where the monitor sets none itself. A UUID."""
    url: str
    """The page that is watched."""
    urls: List[BatchEntry]
    """Pages that are watched, in place of `url`."""
    crawl: CrawlEstimateRequest
    """Or those that this crawl finds."""
    map: MapRequest
    """Or which addresses this map has: those that come and go."""
    search: SearchRequest
    """Or which addresses this search finds: those that come and go, and with `scrape_results` what changes on
    them.
    """
    session_id: Optional[str]
    """Of a batch or a crawl. A UUID."""
    screenshots: bool
    """Pages are fetched by a browser, at the price of tier 4 and of a screenshot, and each change gets a
    picture: before and after beside each other, what differs outlined (`picture_url`). Not with `map`.
    """
    check_interval: str
    """When it is checked: cron or English, as `schedule` of a schedule. Default: `0 */6 * * *`."""
    timezone: str
    """IANA name, whose clock times of day are read from. Default: `UTC`."""
    diff_mode: Literal["semantic", "exact", "selector", "fields"]
    """`semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every
    line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of
    `monitor_fields`. Default: `semantic`.
    """
    monitor_selectors: Union[List[str], Dict[str, str]]
    """CSS selectors, or such by names; with `diff_mode` `selector`."""
    monitor_fields: Dict[str, MonitorFieldInput]
    """Values that are watched, by names of yours; with `diff_mode` `fields`."""
    filters: MonitorFiltersInput
    """Which differences are told. Default: all."""
    notify_on: Union[Literal["change", "error", "always"], List[Literal["change", "error", "always"]]]
    """When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check.
    Default: `change`.
    """
    webhook_url: WebhookUrl
    """Receives `monitor.changed`, beside your endpoints; https. Default: nobody."""
    options: Optional[Dict[str, Any]]
    """With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual."""
    schedule: Union[str, MonitorCreateSchedule]
    """The same as check_interval."""
    cron: str
    """The same as check_interval."""


class MonitorFieldInputMinChange1(TypedDict, total=False):
    abs: Required[float]
    """Least difference, in the unit of the number."""


class MonitorFieldInputMinChange2(TypedDict, total=False):
    pct: Required[float]
    """Least difference, in percent of the number before."""


class MonitorFieldInput(TypedDict, total=False):
    """A value of a page that is watched."""

    selector: str
    """CSS selector of the elements that hold it. Without one the field is taken from what the page says of
    itself: `price`, `availability`, and all else that `extraction_profile: "product"` gives.
    """
    type: Literal["text", "number", "currency", "bool"]
    """With `selector`: how the text is read. `bool`: whether anything is there. Default: "text"."""
    take: Literal["first", "lowest", "highest"]
    """Which of several values counts: of a list of prices the lowest. Default: "first"."""
    min_change: Union[MonitorFieldInputMinChange1, MonitorFieldInputMinChange2]
    """A smaller difference of a number is no change."""
    below: float
    """Told only when the number falls below this."""
    above: float
    """Told only when the number rises above this."""


class MonitorFiltersInputIgnoreItem1(TypedDict, total=False):
    contains: Required[str]
    """A text that is cut out wherever it stands."""


class MonitorFiltersInputIgnoreItem2(TypedDict, total=False):
    matches: Required[str]
    """A pattern of RE2: what it matches is cut out."""


class MonitorFiltersInputConditions(TypedDict, total=False):
    """A page with less than this is the same: so many differences, words, per cent of its text; one of these
    texts among them.
    """

    min_changes: int
    """Where it is set: fewer differences than this are none."""
    min_words: int
    """Where it is set: differences of fewer words than this, together, are none."""
    min_percent: float
    """Where it is set: differences of less than this percent of the text of the page are none."""
    contains: List[str]
    """Differences count only where one of these texts is among them."""


class MonitorFiltersInput(TypedDict, total=False):
    """Which differences count."""

    ignore: List[Union[MonitorFiltersInputIgnoreItem1, MonitorFiltersInputIgnoreItem2]]
    """Texts (or patterns of RE2) that are cut out of both versions, so that no message has them. Default:
    none.
    """
    only: List[Literal["added", "removed", "replaced", "moved"]]
    """Kinds of difference that are told. `["added"]`: new lines only."""
    ignore_order: bool
    """Whether pieces that have only moved are the same. Default: true with `semantic`, false with `exact`."""
    conditions: MonitorFiltersInputConditions
    """A page with less than this is the same: so many differences, words, per cent of its text; one of these
    texts among them.
    """


class MonitorGroupCreate(TypedDict, total=False):
    """Body of `POST /monitor-groups`."""

    name: Required[MonitorName]
    check_interval: str
    """When it is checked: cron or English, as `schedule` of a schedule. Default: `0 */6 * * *`."""
    timezone: str
    """IANA name, whose clock times of day are read from. Default: `UTC`."""
    diff_mode: Literal["semantic", "exact", "selector", "fields"]
    """`semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every
    line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of
    `monitor_fields`. Default: `semantic`.
    """
    monitor_selectors: Union[List[str], Dict[str, str]]
    """CSS selectors, or such by names; with `diff_mode` `selector`."""
    monitor_fields: Dict[str, MonitorFieldInput]
    """Values that are watched, by names of yours; with `diff_mode` `fields`."""
    filters: MonitorFiltersInput
    """Which differences are told. Default: all."""
    notify_on: Union[Literal["change", "error", "always"], List[Literal["change", "error", "always"]]]
    """When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check.
    Default: `change`.
    """
    webhook_url: WebhookUrl
    """Receives `monitor.changed`, beside your endpoints; https. Default: nobody."""
    options: Optional[Dict[str, Any]]
    """With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual."""


class MonitorGroupUpdate(TypedDict, total=False):
    """Body of `PATCH /monitor-groups/{group_id}`."""

    name: MonitorName
    check_interval: Optional[str]
    """When it is checked: cron or English, as `schedule` of a schedule. Default: `0 */6 * * *`."""
    timezone: Optional[str]
    """IANA name, whose clock times of day are read from. Default: `UTC`."""
    diff_mode: Optional[Literal["semantic", "exact", "selector", "fields"]]
    """`semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every
    line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of
    `monitor_fields`. Default: `semantic`.
    """
    monitor_selectors: Optional[Union[List[str], Dict[str, str]]]
    """CSS selectors, or such by names; with `diff_mode` `selector`."""
    monitor_fields: Optional[Dict[str, MonitorFieldInput]]
    """Values that are watched, by names of yours; with `diff_mode` `fields`."""
    filters: Optional[MonitorFiltersInput]
    """Which differences are told. Default: all."""
    notify_on: Optional[Union[Literal["change", "error", "always"], List[Literal["change", "error", "always"]]]]
    """When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check.
    Default: `change`.
    """
    webhook_url: Optional[WebhookUrl]
    """Receives `monitor.changed`, beside your endpoints; https. Default: nobody."""
    options: Optional[Dict[str, Any]]
    """With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual."""


class MonitorUpdateSchedule(TypedDict, total=False):
    every: Required[str]
    """The same in English: `30 minutes`."""


class MonitorUpdate(TypedDict, total=False):
    """Body of `PATCH /monitors/{monitor_id}`."""

    name: MonitorName
    group_id: Optional[str]
    """A group (`/monitor-groups`), whose settings hold where the monitor sets none itself. A UUID."""
    url: str
    """The page that is watched."""
    urls: List[BatchEntry]
    """Pages that are watched, in place of `url`."""
    crawl: CrawlEstimateRequest
    """Or those that this crawl finds."""
    map: MapRequest
    """Or which addresses this map has: those that come and go."""
    search: SearchRequest
    """Or which addresses this search finds: those that come and go, and with `scrape_results` what changes on
    them.
    """
    session_id: Optional[str]
    """Of a batch or a crawl. A UUID."""
    screenshots: bool
    """Pages are fetched by a browser, at the price of tier 4 and of a screenshot, and each change gets a
    picture: before and after beside each other, what differs outlined (`picture_url`). Not with `map`.
    """
    check_interval: Optional[str]
    """When it is checked: cron or English, as `schedule` of a schedule. Default: `0 */6 * * *`."""
    timezone: Optional[str]
    """IANA name, whose clock times of day are read from. Default: `UTC`."""
    diff_mode: Optional[Literal["semantic", "exact", "selector", "fields"]]
    """`semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every
    line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of
    `monitor_fields`. Default: `semantic`.
    """
    monitor_selectors: Optional[Union[List[str], Dict[str, str]]]
    """CSS selectors, or such by names; with `diff_mode` `selector`."""
    monitor_fields: Optional[Dict[str, MonitorFieldInput]]
    """Values that are watched, by names of yours; with `diff_mode` `fields`."""
    filters: Optional[MonitorFiltersInput]
    """Which differences are told. Default: all."""
    notify_on: Optional[Union[Literal["change", "error", "always"], List[Literal["change", "error", "always"]]]]
    """When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check.
    Default: `change`.
    """
    webhook_url: Optional[WebhookUrl]
    """Receives `monitor.changed`, beside your endpoints; https. Default: nobody."""
    options: Optional[Dict[str, Any]]
    """With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual."""
    schedule: Union[str, MonitorUpdateSchedule]
    """The same as check_interval."""
    cron: str
    """The same as check_interval."""


class NewPasskey(TypedDict, total=False):
    """Body of `POST /auth/passkeys`."""

    name: str
    """What you call it: one line of at most 100 characters. Default: "Passkey"."""
    credential: Required[PasskeyCredential]
    """What `navigator.credentials.create()` gave, by its `toJSON()`."""


class OAuthClientCreate(TypedDict, total=False):
    """Body of `POST /operator/oauth-clients`."""

    name: Required[str]
    """What people are asked about."""
    redirect_uris: List[str]
    """Where people are sent back to, exactly as the tool names it: by https, or of native tools by http on
    loopback. Default: [].
    """
    public: bool
    """It cannot keep a secret: it has none, and must use PKCE. Default: false."""
    first_party: bool
    """Its keys are named "<name> Integration". Default: false."""


class OAuthClientUpdate(TypedDict, total=False):
    """Body of `PATCH /operator/oauth-clients/{client_id}`."""

    redirect_uris: Required[List[str]]
    """Replaces them all."""


class OAuthTokenForm(TypedDict, total=False):
    """Body of `POST /oauth/introspect`."""

    token: Optional[str]
    """A key that the client got by OAuth."""
    token_type_hint: Optional[str]
    """Has no effect: there is one kind of token."""
    client_id: Optional[str]
    """The tool: its `client_id`, or the address of its metadata document where the server takes such."""
    client_secret: Optional[str]
    """The secret of the tool, unless it comes by HTTP Basic or has none."""


class OperatedAccountCreate(TypedDict, total=False):
    """Body of `POST /operator/accounts`."""

    email: Required[Email]
    """Address by which its first user signs in."""
    name: str
    """What the account is called. Default: the address."""
    credits: float
    """Credits that its balance begins with. Default: what every new account gets."""
    enterprise: bool
    """Whether it has the enterprise tier, whatever the balance. Default: false."""


class OperatedKeyCreate(TypedDict, total=False):
    """Body of `POST /operator/accounts/{account_id}/api-keys`."""

    name: Required[str]
    """What you call it: one line of at most 100 characters."""
    test: bool
    """A test key answers from built-in sample pages and costs nothing. Default: false."""


class OperatedLimits(TypedDict, total=False):
    """Body of `PUT /operator/accounts/{account_id}/limits`."""

    enterprise: bool
    """The enterprise tier, whatever the balance."""
    requests_per_minute: Optional[int]
    """Rate-limit tokens a minute; null: those of its tier."""
    concurrent_requests: Optional[int]
    """Slots for requests; null: those of its tier."""


class OrganizationCreate(TypedDict, total=False):
    """Body of `POST /organizations`."""

    name: Required[str]
    """What you call it: one line of at most 100 characters."""
    description: Optional[str]
    """Up to 500 characters for its members; null: none."""


class OrganizationUpdate(TypedDict, total=False):
    """Body of `PATCH /organizations/{organization_id}`."""

    name: str
    """What you call it: one line of at most 100 characters."""
    description: Optional[str]
    """Up to 500 characters for its members; null: none."""


class OwnershipTransfer(TypedDict, total=False):
    """Body of `POST /organizations/{organization_id}/transfer`."""

    user_id: Required[str]
    """The member who becomes owner; the owner becomes an admin. A UUID."""


class PageArchiveInput(TypedDict, total=False):
    """Body of `PUT /archive`."""

    enabled: Required[bool]
    """Whether delivered pages are kept as they were fetched."""
    retention_days: int
    """Days that pages are kept which come from now on. Default: 30, or what it was."""


class ParseRequestAdvancedSectionFilter(TypedDict, total=False):
    """What `json_v2` leaves out."""

    min_content_blocks: int
    """Leave out sections with fewer blocks than this; blocks of their subsections count."""
    content_only: bool
    """Leave out sections that hold headings and images only."""
    exclude_content_types: List[Literal["paragraph", "list", "table", "image", "code", "blockquote", "dl", "details"]]
    """Kinds of blocks that are left out everywhere."""


class ParseRequestAdvancedRag(TypedDict, total=False):
    """How the format `rag` is cut."""

    chunk_tokens: int
    """Most tokens that a chunk has. Default: 512."""
    overlap_tokens: int
    """Tokens that a chunk repeats of the one before; less than half of `chunk_tokens`."""


class ParseRequestAdvanced(TypedDict, total=False):
    """How it is read, as of a scrape. Default: {}."""

    only_main_content: bool
    """Leave what surrounds the content out of Markdown and text. Default: true."""
    include_selectors: List[str]
    """CSS selectors of what is read: that alone, wherever it stands, is the content, in every format but
    `raw`, `bytes` and `raw_html`. The head of the page stays.
    """
    exclude_selectors: List[str]
    """CSS selectors of what is left out, in every format but `raw`, `bytes` and `raw_html`."""
    remove_cookie_banners: bool
    """Leave cookie banners out. Default: true."""
    section_filter: ParseRequestAdvancedSectionFilter
    """What `json_v2` leaves out."""
    rag: ParseRequestAdvancedRag
    """How the format `rag` is cut."""
    ocr: bool
    """Read the text of an image."""
    ocr_languages: List[str]
    """Languages of the text of an image, as Tesseract names them: `eng`, `deu`."""
    evidence: bool
    """The same as `evidence` at the top level."""


class ParseRequest(TypedDict, total=False):
    """Body of `POST /parse`."""

    content: Required[str]
    """The page or file, up to 10 MB; of an upload it is the file itself."""
    encoding: Literal["text", "base64"]
    """How `content` is written: HTML or another text as it is, files as base64. Default: "text"."""
    content_type: str
    """What it is, as a server would declare it. Default: HTML for a text; else its bytes and its name say it."""
    filename: str
    """Tells the type of a file whose bytes do not."""
    source_url: HttpUrl
    """Where it is from: links are resolved against it. It is never fetched."""
    mode: Literal["auto", "pdf", "ocr"]
    """`ocr` reads the text of an image. Default: "auto"."""
    formats: List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "summary"]]
    """As of a scrape."""
    advanced: ParseRequestAdvanced
    """How it is read, as of a scrape. Default: {}."""
    extraction_schema: ExtractionSchema
    """A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at
    most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to
    their types.
    """
    extraction_profile: Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]
    """A ready-made extraction schema; `auto` takes the one that fits the page, and
    `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
    """
    template: Union[str, InlineTemplate]
    """A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or
    selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its
    selectors find, and `metadata.template` names it.
    """
    extraction_prompt: str
    """What a language model is to extract, in plain words. It is asked through a key of your own (`POST
    /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`.
    """
    extraction_model: LlmModel
    """The provider’s id of a model, in place of the one that is stored with the key."""
    extraction_provider: LlmProviderName
    """Which of your keys at providers is used. Default: the one that was used last."""
    evidence: bool
    """Add to `metadata.evidence` where each extracted field comes from."""
    include_raw_html: bool
    """Add `raw_html` to the reply. Default: false."""
    sync: bool
    """Wait for it. `false` answers 202 with a `job_id` at once. Default: true."""
    timeout: int
    """Seconds for everything, waiting included. Default: 90, with `sync: false` 300."""
    webhook_url: WebhookUrl
    """Receives the end of the job as a signed POST, whether the request waits for it or not; https."""


class PasskeyCredential(TypedDict, total=False):
    """What `PublicKeyCredential.toJSON()` gives."""

    id: Required[str]
    """Names the credential: base64url."""
    rawId: Required[str]
    """The same as `id`."""
    type: Required[Literal["public-key"]]
    """The kind of credential."""
    response: Required[Dict[str, Any]]
    """What the authenticator has signed, in base64url."""


class PasskeyLogin(TypedDict, total=False):
    """Body of `POST /auth/login/passkey`."""

    credential: Required[PasskeyCredential]
    """What `navigator.credentials.get()` gave, by its `toJSON()`."""


class PasskeyProof(TypedDict, total=False):
    """Body of `POST /auth/passkeys/options`."""

    password: Required[str]
    """Your password, to show that it is you."""
    code: str
    """Of the authenticator app, or a recovery code; required of who has a second factor."""


class PasskeyUpdate(TypedDict, total=False):
    """Body of `PATCH /auth/passkeys/{passkey_id}`."""

    name: Required[str]
    """What you call it: one line of at most 100 characters."""


class PasswordChange(TypedDict, total=False):
    """Body of `POST /auth/change-password`."""

    current_password: Required[str]
    """The one before."""
    new_password: Required[NewPassword]
    """The new one: at least 10 characters."""
    code: str
    """Of the authenticator app, or a recovery code; required of who has a second factor."""


class PasswordProof(TypedDict, total=False):
    """Body of `POST /auth/totp`."""

    password: Required[str]
    """Your password, to show that it is you."""


class PasswordResetForm(TypedDict, total=False):
    """Body of `POST /auth/reset-password`."""

    token: Required[str]
    """From the mail."""
    password: Required[NewPassword]
    """The new password: at least 10 characters."""


class ProfileUpdate(TypedDict, total=False):
    """Body of `PATCH /auth/me`."""

    name: str
    """What you are called: one line of at most 100 characters."""


class ProxyCreate(TypedDict, total=False):
    """Body of `POST /proxies`."""

    name: Required[str]
    """What you call it: one line of at most 100 characters."""
    url: Required[ProxyUrl]
    country: str
    """Where it comes out: ISO 3166-1 alpha-2, such as `DE`. For you to know."""


class ProxyUpdate(TypedDict, total=False):
    """Body of `PATCH /proxies/{proxy_id}`."""

    name: str
    """What you call it: one line of at most 100 characters."""
    url: ProxyUrl
    """Replaces the address and the login."""
    country: Optional[str]
    """Where it comes out: ISO 3166-1 alpha-2; null: unknown."""


class PublicTicketCreate(TypedDict, total=False):
    """Body of `POST /support/tickets/public`."""

    subject: Required[str]
    """What it is about, in a line."""
    message: Required[str]
    """What is asked, in up to 10,000 characters of plain text."""
    category: Literal["question", "problem", "billing", "abuse"]
    """What kind of question it is. Default: "question"."""
    email: Required[Email]
    """Where the answer goes."""
    name: str
    """Who asks; absent: the operator sees the address alone."""
    website: str
    """Leave it out: forms hide this field, and only programs fill it in."""


class RedriveRequest(TypedDict, total=False):
    """Body of `POST /operator/jobs/redrive`."""

    account_id: str
    """Only jobs of this account. A UUID."""
    host: str
    """Only jobs at this host."""
    error: str
    """Only jobs that ended with this code, such as `ALL_TIERS_FAILED`."""
    since: Union[str, DateTime]
    """Accepted at or after; by default a day ago. ISO 8601."""
    until: Union[str, DateTime]
    """Accepted before; by default now. ISO 8601."""
    limit: int
    """Most jobs, the oldest first. Default: 100."""
    dry_run: bool
    """Only tell which. Else balances are charged for what is delivered. Default: true."""


class Refresh(TypedDict, total=False):
    """Body of `POST /auth/refresh`."""

    refresh_token: Required[str]
    """The one of the last sign-in or refresh; it is good once."""


class Registration(TypedDict, total=False):
    """Body of `POST /auth/register`."""

    email: Required[Email]
    """By which you sign in, and where mails go."""
    password: Required[NewPassword]
    """At least 10 characters, to sign in with."""
    name: str
    """What you call it: one line of at most 100 characters."""


class RegistrationConfirmation(TypedDict, total=False):
    """Body of `POST /auth/confirm-registration`."""

    token: Required[str]
    """From the mail."""
    password: Required[str]
    """The one that was chosen when the account was asked for."""


class ScheduleCreateSchedule(TypedDict, total=False):
    every: Required[str]
    """The same in English: `30 minutes`."""


class ScheduleCreate(TypedDict, total=False):
    """Body of `POST /schedules`."""

    name: Required[str]
    """What you call it: one line of at most 255 characters."""
    schedule: Union[str, ScheduleCreateSchedule]
    """When it runs: five fields of cron (`0 9 * * 1-5`), English (`every weekday at 9am`, `every 30
    minutes`), or `{"every": "30 minutes"}`. At most every 5 minutes.
    """
    cron: str
    """The same as schedule."""
    timezone: str
    """IANA name, such as `Europe/Berlin`: whose clock times of day are read from. Default: "UTC"."""
    urls: List[BatchEntry]
    """Each run is a batch of these, as in `POST /batch`."""
    crawl: CrawlEstimateRequest
    """Each run is this crawl."""
    map: MapRequest
    """Each run is this map."""
    search: SearchRequest
    """Each run is this search."""
    options: Optional[Dict[str, Any]]
    """With `urls`: what holds for each, any field that `POST /batch` takes beside `urls`."""
    formats: Optional[List[FormatName]]
    """Of a batch or a crawl, or of what a search scrapes."""
    session_id: Optional[str]
    """Of a batch or a crawl. A UUID."""
    webhook_url: WebhookUrl
    """Receives `schedule.completed`, and before it what `webhook_url` of a batch or crawl receives; https."""
    export: ExportRequestInput
    """Exports each batch or crawl once it has ended, as `POST /batch/{batch_id}/export` does."""


class ScheduleUpdateSchedule(TypedDict, total=False):
    every: Required[str]
    """The same in English: `30 minutes`."""


class ScheduleUpdate(TypedDict, total=False):
    """Body of `PATCH /schedules/{schedule_id}`."""

    name: str
    """What you call it: one line of at most 255 characters."""
    schedule: Union[str, ScheduleUpdateSchedule]
    """When it runs: five fields of cron (`0 9 * * 1-5`), English (`every weekday at 9am`, `every 30
    minutes`), or `{"every": "30 minutes"}`. At most every 5 minutes.
    """
    cron: str
    """The same as schedule."""
    timezone: str
    """IANA name, such as `Europe/Berlin`: whose clock times of day are read from."""
    urls: List[BatchEntry]
    """Each run is a batch of these, as in `POST /batch`."""
    crawl: CrawlEstimateRequest
    """Each run is this crawl."""
    map: MapRequest
    """Each run is this map."""
    search: SearchRequest
    """Each run is this search."""
    options: Optional[Dict[str, Any]]
    """With `urls`: what holds for each, any field that `POST /batch` takes beside `urls`."""
    formats: Optional[List[FormatName]]
    """Of a batch or a crawl, or of what a search scrapes."""
    session_id: Optional[str]
    """Of a batch or a crawl. A UUID."""
    webhook_url: Optional[WebhookUrl]
    """Receives `schedule.completed`, as when it was made; null: nobody."""
    export: Optional[ExportRequestInput]
    """Exports each batch or crawl once it has ended; null: no longer."""


class ScrapeRequestLocation(TypedDict, total=False):
    """Where the page is asked from."""

    country: str
    """ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity."""
    language: str
    """ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity."""


class ScrapeRequestViewport(TypedDict, total=False):
    """The same as advanced.viewport."""

    width: Required[int]
    """Width of the window, in pixels."""
    height: Required[int]
    """Height of the window, in pixels."""


class ScrapeRequest(TypedDict, total=False):
    """A page, and how it is fetched, read and paid for."""

    url: Required[HttpUrl]
    """The page. It may hold a login for HTTP Basic, `https://user:password@example.com/` (percent-encode `@`,
    `/` and `:` in it): the login is sent to that scheme, host and port only, and shown as `***`.
    """
    mode: Literal["auto", "html", "js", "pdf", "ocr"]
    """How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto"."""
    sync: bool
    """Wait for the page. `false` answers 202 with a `job_id` at once. Default: true."""
    formats: List[FormatName]
    """Formats of the content. `markdown`: The content as Markdown. `text`: The content as plain text. `html`:
    The whole page as HTML, without scripts, styles, comments and tracking. `json`: The structured data of
    the page, or the fields of an `extraction_schema`. `json_v2`: The page as a tree of sections. `rag`:
    Chunks of the content with token counts. `links`: The links of the page. `images`: The images of the
    page. `tables`: The tables of the page as rows and columns, spans resolved. `content`: Markdown with
    lists of images and links. `raw`: The body as it came: text, or base64 of a file. `bytes`: The bytes of
    the body, files and images too: base64, above 1 MB a link. `change_tracking`: What has changed since
    you last scraped the page with this format. `summary`: A few sentences by a language model of your own
    (`POST /llm-keys`). With `formats`, the reply’s `content` is an object by format; without them it is
    the Markdown, and `structured_content` lists the structured data.
    """
    advanced: AdvancedOptions
    """How the page is fetched and read."""
    cost_controls: CostControls
    """Which tiers are tried, and what they may cost."""
    force_refresh: bool
    """Fetch the page anew even when a cached page would do. Default: false."""
    include_raw_html: bool
    """Add `raw_html` to the reply. Default: false."""
    timeout: int
    """Seconds for everything, waiting included. Default: 90, with `sync: false` 300."""
    extraction_schema: ExtractionSchema
    """A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at
    most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to
    their types.
    """
    extraction_prompt: str
    """What a language model is to extract, in plain words. It is asked through a key of your own (`POST
    /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`.
    """
    extraction_model: LlmModel
    """The provider’s id of a model, in place of the one that is stored with the key."""
    extraction_provider: LlmProviderName
    """Which of your keys at providers is used. Default: the one that was used last."""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    """Method of the request to the target. With another one than GET a request that may have been sent is
    never sent again. Default: "GET".
    """
    body: str
    """Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume`
    on.
    """
    content_type: Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]
    """Content type of `body`."""
    cache: bool
    """Answer from your cache when it has the page; that costs nothing. Default: false."""
    cache_ttl: int
    """How old a cached page may be, in seconds. Default: 3600."""
    location: ScrapeRequestLocation
    """Where the page is asked from."""
    session_id: str
    """The login session that the page is fetched with; its domain must fit `url`. A UUID."""
    evidence: bool
    """Add to `metadata.evidence` where each extracted field comes from."""
    max_response_bytes: int
    """A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0:
    no cut, up to 50 MB.
    """
    webhook_url: WebhookUrl
    """Receives the end of the job as a signed POST, whether the request waits for it or not; https."""
    external_id: str
    """Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and
    lists repeat it.
    """
    metadata: Dict[str, Any]
    """A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is."""
    extraction_profile: Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]
    """A ready-made extraction schema; `auto` takes the one that fits the page, and
    `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
    """
    template: Union[str, InlineTemplate]
    """A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or
    selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its
    selectors find, and `metadata.template` names it.
    """
    extract_rules: TemplateFields
    """The fields of a template that is stored nowhere, as published clients send them."""
    pdf_format: Literal["markdown", "text"]
    """With mode `pdf`: the format, where `formats` names none."""
    language: str
    """With mode "ocr" the same as advanced.ocr_languages, else as location.language."""
    render_js: Union[bool, Literal["auto"]]
    """The same as advanced.render_js."""
    screenshot: bool
    """The same as advanced.screenshot."""
    generate_pdf: bool
    """The same as advanced.generate_pdf."""
    include_selectors: List[str]
    """The same as advanced.include_selectors."""
    exclude_selectors: List[str]
    """The same as advanced.exclude_selectors."""
    markdown: bool
    """The same as advanced.markdown."""
    wait_for: Union[str, int]
    """The same as advanced.wait_for."""
    wait_for_selector: Union[str, int]
    """The same as advanced.wait_for."""
    wait_time: int
    """The same as advanced.wait_for."""
    wait_until: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    wait_condition: Literal["domcontentloaded", "networkidle", "load"]
    """The same as advanced.wait_condition."""
    enable_scroll: bool
    """The same as advanced.scroll_to_load."""
    viewport: ScrapeRequestViewport
    """The same as advanced.viewport."""
    full_page: bool
    """The same as advanced.full_page."""
    follow_redirects: bool
    """The same as advanced.follow_redirects."""
    proxy_session: str
    """The same as advanced.proxy_session."""
    user_agent: str
    """The same as advanced.user_agent."""
    accept_language: str
    """The same as advanced.accept_language."""
    prefer_markdown: bool
    """The same as advanced.prefer_markdown."""
    mobile: bool
    """The same as advanced.mobile."""
    block_resources: List[str]
    """The same as advanced.block_images."""
    ocr_language: str
    """The same as advanced.ocr_languages."""
    use_proxy: bool
    """The same as advanced.use_proxy."""
    use_own_proxy: bool
    """The same as advanced.use_own_proxy."""
    proxy_country: str
    """The same as advanced.proxy_country."""
    cookies: Union[Cookies, str]
    """The same as advanced.cookies."""
    headers: RequestHeaders
    """The same as advanced.session_headers."""
    country: str
    """The same as location.country."""
    max_credits: float
    """The same as cost_controls.max_credits."""
    max_cost: float
    """The same as cost_controls.max_cost."""
    max_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.max_tier."""
    force_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]
    """The same as cost_controls.force_tier."""
    prefer_cost: bool
    """The same as cost_controls.prefer_cost."""
    prefer_speed: bool
    """The same as cost_controls.prefer_speed."""
    fail_fast: bool
    """The same as cost_controls.fail_fast."""
    time_budget: float
    """The same as cost_controls.time_budget."""
    promote_schema_org: bool
    """Has no effect: what a page declares as data (JSON-LD, microdata) is always read first."""
    filter_content: bool
    """Has no effect: markdown and text hold the main content; advanced.only_main_content false gives all."""
    use_session: bool
    """Has no effect: name the session in session_id."""
    asp: bool
    """Has no effect: walls are met by climbing the tiers."""
    min_tier: Any
    """Has no effect: cheaper tiers that fail cost nothing; cost_controls.prefer_speed begins with the
    browser.
    """
    viewport_width: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""
    viewport_height: float
    """Has no effect: advanced.viewport has width and height; advanced.mobile is a phone."""


class SearchRequestAdvancedSectionFilter(TypedDict, total=False):
    """What `json_v2` leaves out."""

    min_content_blocks: int
    """Leave out sections with fewer blocks than this; blocks of their subsections count."""
    content_only: bool
    """Leave out sections that hold headings and images only."""
    exclude_content_types: List[Literal["paragraph", "list", "table", "image", "code", "blockquote", "dl", "details"]]
    """Kinds of blocks that are left out everywhere."""


class SearchRequestAdvancedRag(TypedDict, total=False):
    """How the format `rag` is cut."""

    chunk_tokens: int
    """Most tokens that a chunk has. Default: 512."""
    overlap_tokens: int
    """Tokens that a chunk repeats of the one before; less than half of `chunk_tokens`."""


class SearchRequestAdvancedChangeTracking(TypedDict, total=False):
    """How the format `change_tracking` compares."""

    tag: str
    """Compare with earlier scrapes of the same tag only, and be compared with by those of the same tag."""
    mode: Literal["semantic", "exact"]
    """`semantic` (default): what the page says, without layout, order, dates, counters, tokens and
    advertisements; `exact`: every line, link and image in its order.
    """


class SearchRequestAdvancedViewport(TypedDict, total=False):
    """Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its
    screen of 1,920 by 1,080 allows.
    """

    width: Required[int]
    """Width of the window, in pixels."""
    height: Required[int]
    """Height of the window, in pixels."""


class SearchRequestAdvanced(TypedDict, total=False):
    """As of a scrape, without what signs in: results are of strangers' hosts."""

    render_js: Union[bool, Literal["auto"]]
    """Render the page in a browser. `"auto"`: only where the page needs it, as without the option."""
    screenshot: bool
    """Make a picture of the page; needs `render_js`."""
    generate_pdf: bool
    """Print the page as a PDF; needs `render_js`."""
    ocr: bool
    """Read the text of an image."""
    ocr_languages: List[str]
    """Languages of the text of an image, as Tesseract names them: `eng`, `deu`."""
    use_proxy: bool
    """Go through one of the operator's premium proxies."""
    markdown: bool
    """Has no effect: name `markdown` in `formats`."""
    wait_condition: Literal["domcontentloaded", "networkidle", "load"]
    """State of the page that a browser waits for."""
    wait_for: Union[str, int]
    """A CSS selector to wait for, or a pause in milliseconds."""
    wait_for_timeout: int
    """How long `wait_for` waits for its selector, in milliseconds. Default: 30,000."""
    remove_cookie_banners: bool
    """Leave cookie banners out. Default: true."""
    use_own_proxy: bool
    """Go through a proxy of your own."""
    use_system_proxy: bool
    """Go through one of the operator's system proxies."""
    proxy_integration_id: str
    """Which of your own proxies is used; needs `use_own_proxy`."""
    proxy_country: str
    """Preferred country of the proxy; `location.country` goes first."""
    only_main_content: bool
    """Leave what surrounds the content out of Markdown and text. Default: true."""
    include_selectors: List[str]
    """CSS selectors of what is read: that alone, wherever it stands, is the content, in every format but
    `raw`, `bytes` and `raw_html`. The head of the page stays.
    """
    exclude_selectors: List[str]
    """CSS selectors of what is left out, in every format but `raw`, `bytes` and `raw_html`."""
    section_filter: SearchRequestAdvancedSectionFilter
    """What `json_v2` leaves out."""
    rag: SearchRequestAdvancedRag
    """How the format `rag` is cut."""
    change_tracking: SearchRequestAdvancedChangeTracking
    """How the format `change_tracking` compares."""
    evidence: bool
    """The same as `evidence` at the top level."""
    scroll_to_load: bool
    """Scroll down until nothing more is loaded."""
    scroll_count: int
    """How often `scroll_to_load` scrolls at most."""
    block_images: bool
    """Load no images."""
    block_ads: bool
    """Load no advertisements."""
    mobile: bool
    """Be a phone."""
    viewport: SearchRequestAdvancedViewport
    """Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its
    screen of 1,920 by 1,080 allows.
    """
    full_page: bool
    """Of a screenshot: the whole page, or with `false` what the window shows. Default: true."""
    follow_redirects: bool
    """With `false` a redirect is the answer itself, with its status and its `location` among `headers`. No
    browser is used. Default: true.
    """
    proxy_session: str
    """Requests of your account with the same word go through the same exit of a proxy of the operator, as
    long as it is there.
    """
    user_agent: str
    """What the site is told to be visited by. What goes with the name (client hints, platform, phone or
    desktop) follows it in all tiers; what only another browser has does not, so leave it out unless a site
    asks for it.
    """
    accept_language: str
    """Languages of the visitor, the best first, such as `fr-CH, fr;q=0.9, en;q=0.8`: of the header, written
    as Chrome does, and of the browser. In place of `location.language`.
    """
    prefer_markdown: bool
    """Tell the site that Markdown is welcome (`Accept: text/markdown`). Tiers 1 to 3 do."""
    include_request_headers: bool
    """Give in `request_headers` what the page was asked for with. Default: false."""
    capture_xhr: bool
    """Give in `captured_xhr` what the page has fetched by itself."""
    actions: Actions
    """Steps on the rendered page, one after the other. One that fails ends them."""


class SearchRequest(TypedDict, total=False):
    """Body of `POST /search`."""

    query: Required[str]
    """Words; "in quotes" as they stand, -without, this OR that, site:example.com."""
    num_results: int
    """Most results of the reply. Default: 10."""
    page: int
    """Which page of the results; the first is 1. Default: 1."""
    domain: str
    """Only pages of this domain and its subdomains."""
    country: str
    """Country that results are for, such as `DE`."""
    language: str
    """Language that results are for, such as `de`."""
    time_range: Literal["hour", "day", "week", "month", "year"]
    """How old a page may be."""
    safe_search: bool
    """Leave out adult results. Default: as the engine has it."""
    external_id: str
    """Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and
    lists repeat it.
    """
    metadata: Dict[str, Any]
    """A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is."""
    scrape_results: bool
    """Scrape each result, as POST /scrape would. Default: false."""
    formats: List[FormatName]
    """Of the content of each result; by default markdown."""
    extraction_schema: ExtractionSchema
    """A JSON Schema, or names and types, as of a scrape: read from each result."""
    mode: Literal["auto", "html", "js", "pdf", "ocr"]
    """How each result is read, as of a scrape. Default: `auto`."""
    advanced: SearchRequestAdvanced
    """As of a scrape, without what signs in: results are of strangers' hosts."""
    cost_controls: CostControls
    """Of each page that is scraped."""
    timeout: int
    """Seconds for everything, waiting included. Default: 90, with `sync: false` 300."""
    cache: bool
    """Take pages from your cache where it has them; they cost nothing."""
    cache_ttl: int
    """How old a cached page may be, in seconds. Default: 3,600."""
    force_refresh: bool
    """Fetch each result anew even when a cached page would do."""


class SecondFactorAnswer(TypedDict, total=False):
    """Body of `POST /auth/login/second-factor`."""

    challenge: Required[str]
    """That of the reply to `POST /auth/login`."""
    code: Required[str]
    """Of the authenticator app, or a recovery code."""


class SessionCreateCookies(TypedDict, total=False):
    cookies: List[Dict[str, Any]]
    """Cookies as the tool exports them."""
    origins: List[Dict[str, Any]]
    """What origins have stored: `origin`, and `localStorage` as a list of `name` and `value`."""


class SessionCreate(TypedDict, total=False):
    """Body of `POST /sessions`."""

    name: Required[str]
    """What you call it: one line of at most 100 characters."""
    domain: Required[str]
    """The host that the cookies belong to, or an address there. They are sent to it and its subdomains, and
    to nothing else. To validate a site on a port, name the port: `http://localhost:3000`.
    """
    cookies: Required[Union[Dict[str, str], List[Dict[str, Any]], SessionCreateCookies, str]]
    """At most 100 cookies that fit the domain: an object of names and values; the list of cookies that a
    browser extension or a test tool exports (`domain`, `path`, `expires` ... are kept), also as its text;
    the text of a cookies.txt; a `Cookie` header, or lines of `Set-Cookie:`. Of a storage state
    (Playwright) the `localStorage` of the domain's `origins` is kept as well, and `sessionStorage` where
    it stands beside: at most 20 origins and 512 KB. An import may have 1,000 entries, as a text 512 KB.
    """
    headers: Optional[RequestHeaders]
    """Sent to the same hosts: at most 50, none that the transport sets, and no `Cookie`."""
    expires_at: Optional[str]
    """When the session is to end."""
    notes: Optional[str]
    """What you want to note: at most 1,000 characters."""
    user_agent: Optional[HeaderValue]
    """Kept among the headers, as `User-Agent`."""
    consent: Optional[bool]
    """Has no effect."""


class SessionRefreshCookies(TypedDict, total=False):
    cookies: List[Dict[str, Any]]
    """Cookies as the tool exports them."""
    origins: List[Dict[str, Any]]
    """What origins have stored: `origin`, and `localStorage` as a list of `name` and `value`."""


class SessionRefresh(TypedDict, total=False):
    """The cookies and headers of a new sign-in; without any the session is validated."""

    cookies: Union[Dict[str, str], List[Dict[str, Any]], SessionRefreshCookies, str]
    """Those of the new sign-in. Without them the site is asked whether the session still works."""
    headers: Optional[RequestHeaders]
    """Headers of the new sign-in, in place of those before."""
    expires_at: Optional[str]
    """When the session is to end."""


class SessionShare(TypedDict, total=False):
    """Body of `POST /sessions/{session_id}/share`."""

    organization_id: Required[str]
    """An organization that you are an admin or the owner of. A UUID."""


class SessionUpdateCookies(TypedDict, total=False):
    cookies: List[Dict[str, Any]]
    """Cookies as the tool exports them."""
    origins: List[Dict[str, Any]]
    """What origins have stored: `origin`, and `localStorage` as a list of `name` and `value`."""


class SessionUpdate(TypedDict, total=False):
    """Body of `PATCH /sessions/{session_id}`."""

    name: str
    """What you call it: one line of at most 100 characters."""
    cookies: Union[Dict[str, str], List[Dict[str, Any]], SessionUpdateCookies, str]
    """At most 100 cookies that fit the domain: an object of names and values; the list of cookies that a
    browser extension or a test tool exports (`domain`, `path`, `expires` ... are kept), also as its text;
    the text of a cookies.txt; a `Cookie` header, or lines of `Set-Cookie:`. Of a storage state
    (Playwright) the `localStorage` of the domain's `origins` is kept as well, and `sessionStorage` where
    it stands beside: at most 20 origins and 512 KB. An import may have 1,000 entries, as a text 512 KB.
    """
    headers: Optional[RequestHeaders]
    """Replaces all headers, `User-Agent` included."""
    expires_at: Optional[str]
    """When the session is to end; null: no time."""
    notes: Optional[str]
    """What you want to note: at most 1,000 characters; null: nothing."""
    user_agent: Optional[HeaderValue]
    """Kept among the headers, as `User-Agent`. Null takes it off."""


class SingleSignOnAnswer(TypedDict, total=False):
    """Body of `POST /auth/login/sso`."""

    ticket: Required[str]
    """That of `POST /auth/login/sso/options`."""
    answer: Required[str]
    """The query that the provider sent the browser back with, to the letter."""


class SpendLimitInput(TypedDict, total=False):
    """Body of `PUT /account/limits`."""

    budget_limit_credits: Optional[float]
    """Most credits of a period."""
    budget_limit_microcents: Optional[int]
    """The same in millionths of a dollar."""
    request_limit: Optional[int]
    """Most requests of a period."""
    reset_period: Literal["daily", "weekly", "monthly"]
    """When it counts anew, in UTC: at midnight, on Monday, or on the first of the month. Default: "monthly"."""
    enabled: bool
    """Whether the limit holds. Default: true."""


class TemplateCreateList(TypedDict, total=False):
    """What the page repeats, such as the products of a list: one object for each."""

    name: str
    """The field of the result that holds them. Default: "items"."""
    selector: Required[str]
    """Finds each item."""
    fields: Required[TemplateFields]
    """Where each field of an item stands, by its name."""


class TemplateCreate(TypedDict, total=False):
    """Body of `POST /templates`."""

    name: Required[str]
    """What you call it: one line of at most 100 characters."""
    description: str
    """Up to 1,000 characters, for you."""
    fields: TemplateFields
    """Fields of the page."""
    list: TemplateCreateList
    """What the page repeats, such as the products of a list: one object for each."""


class TemplateTest(TypedDict, total=False):
    """Body of `POST /templates/{template_id}/test`."""

    content: str
    """The page itself, up to 5 MB: HTML, text, Markdown, or a PDF as base64. Send either this or `url`."""
    url: HttpUrl
    """A page that is fetched as by `POST /scrape`; the price of its tier and options is added."""
    source_url: HttpUrl
    """Where `content` is from: links are resolved against it. It is never fetched."""
    mode: Literal["auto", "html", "js", "pdf", "ocr"]
    """How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto"."""
    timeout: int
    """Seconds for everything, waiting included. Default: 90, with `sync: false` 300."""


class TemplateUpdateList(TypedDict, total=False):
    """What the page repeats, such as the products of a list: one object for each."""

    name: str
    """The field of the result that holds them. Default: "items"."""
    selector: Required[str]
    """Finds each item."""
    fields: Required[TemplateFields]
    """Where each field of an item stands, by its name."""


class TemplateUpdate(TypedDict, total=False):
    """Body of `PATCH /templates/{template_id}`."""

    name: str
    """What you call it: one line of at most 100 characters."""
    description: Optional[str]
    """Up to 1,000 characters, for you; null: none."""
    fields: TemplateFields
    """Fields of the page; with them, or `list`, both are replaced."""
    list: TemplateUpdateList
    """What the page repeats, such as the products of a list: one object for each."""


class TicketCreate(TypedDict, total=False):
    """Body of `POST /support/tickets`."""

    subject: Required[str]
    """What it is about, in a line."""
    message: Required[str]
    """What is asked, in up to 10,000 characters of plain text."""
    category: Literal["question", "problem", "billing", "abuse"]
    """What kind of question it is. Default: "question"."""


class TicketReply(TypedDict, total=False):
    """Body of `POST /operator/tickets/{ticket_id}/reply`."""

    message: Required[str]
    """The answer, in up to 10,000 characters of plain text."""


class TokenRequest(TypedDict, total=False):
    """Body of `POST /oauth/token`."""

    grant_type: Optional[str]
    """`authorization_code`, or `urn:ietf:params:oauth:grant-type:device_code`."""
    code: Optional[str]
    """With `authorization_code`: what the redirect has brought."""
    redirect_uri: Optional[str]
    """With `authorization_code`: the one of the authorization."""
    client_id: Optional[str]
    """The tool: its `client_id`, or the address of its metadata document where the server takes such."""
    client_secret: Optional[str]
    """The secret of the tool, unless it comes by HTTP Basic or has none."""
    code_verifier: Optional[str]
    """With `authorization_code` and PKCE: what `code_challenge` was made of."""
    device_code: Optional[str]
    """With a device: that of `POST /oauth/device_authorization`."""
    resource: Optional[Union[str, List[str]]]
    """RFC 8707: an address of this API, as its protected resource metadata names it."""


class TotpCode(TypedDict, total=False):
    """Body of `POST /auth/totp/confirm`."""

    code: Required[str]
    """One that the app shows now."""


class WebhookCreate(TypedDict, total=False):
    """Body of `POST /webhooks`."""

    url: Required[WebhookUrl]
    """Receives the events by POST: https, public, without a login in it. Plain http works in development
    only.
    """
    name: Optional[str]
    """What you call it: one line of at most 100 characters. Null: nothing."""
    events: List[Literal["job.completed", "job.failed", "batch.completed", "crawl.completed", "monitor.changed", "schedule.completed", "alert.fired", "alert.resolved"]]
    """Which events are sent. Default: all."""
    headers: WebhookHeaders
    is_active: bool
    """Whether anything is sent. Default: true."""


WebhookReplay = TypedDict(
    "WebhookReplay",
    {
        "from": "Required[Moment]",
        "to": "Required[Moment]",
        "status": "Literal[\"delivered\", \"failed\", \"cancelled\"]",
        "event": "str",
        "webhook_id": "str",
    },
    total=False,
)


class WebhookSecretRotation(TypedDict, total=False):
    """How the secret that signs is replaced."""

    end_previous: bool
    """Whether the secrets before stop to sign at once, as after a leak. Else each signs for 24 hours more.
    Default: false.
    """


class WebhookUpdate(TypedDict, total=False):
    """Body of `PATCH /webhooks/{webhook_id}`."""

    url: WebhookUrl
    """What is still to be delivered goes to the new address."""
    name: Optional[str]
    """What you call it: one line of at most 100 characters. Null: nothing."""
    events: List[Literal["job.completed", "job.failed", "batch.completed", "crawl.completed", "monitor.changed", "schedule.completed", "alert.fired", "alert.resolved"]]
    """Which events are sent, in place of those before."""
    headers: Optional[WebhookHeaders]
    """Headers of your own, in place of all before; null: none. Needed with a `url` at another origin where
    there are any: they are not taken along.
    """
    is_active: bool
    """Switching off drops what is still to be delivered; switching on forgets earlier failures."""


class ActionWait(TypedDict, total=False):
    type: Required[Literal["wait"]]
    """Waits for an element, or else for a time."""
    ms: int
    """How long, in milliseconds; with `selector` at most, and 10,000 where nothing is said."""
    selector: str
    """CSS selector of the element to wait for."""


class ActionClick(TypedDict, total=False):
    type: Required[Literal["click"]]
    """Clicks an element."""
    selector: Required[str]
    """CSS selector of the element, the first that it finds."""


class ActionType(TypedDict, total=False):
    type: Required[Literal["type"]]
    """Types into an element, which gets the focus."""
    selector: Required[str]
    """CSS selector of the element, the first that it finds."""
    text: Required[str]
    """What is typed."""


class ActionPress(TypedDict, total=False):
    type: Required[Literal["press"]]
    """Presses a key, where the focus is."""
    key: Required[str]
    """Name of the key, such as `Enter` or `ArrowDown`."""


class ActionScroll(TypedDict, total=False):
    type: Required[Literal["scroll"]]
    """Scrolls the page, or an element of it."""
    direction: Literal["up", "down"]
    """Which way. Default: "down"."""
    amount: int
    """How far, in pixels. Default: nine tenths of the window; with `selector` the element is brought into
    view.
    """
    selector: str
    """CSS selector of what is scrolled. Default: the page."""


class ActionSelect(TypedDict, total=False):
    type: Required[Literal["select"]]
    """Chooses an option of a `<select>`."""
    selector: Required[str]
    """CSS selector of the element, the first that it finds."""
    value: Required[str]
    """Value or label of the option."""


class ActionHover(TypedDict, total=False):
    type: Required[Literal["hover"]]
    """Moves the pointer over an element."""
    selector: Required[str]
    """CSS selector of the element, the first that it finds."""


class ActionScreenshot(TypedDict, total=False):
    type: Required[Literal["screenshot"]]
    """Makes a picture of what is seen now."""


class ActionExecuteJs(TypedDict, total=False):
    type: Required[Literal["execute_js"]]
    """Runs a script among those of the page, for at most 10 seconds."""
    script: Required[str]
    """An expression of JavaScript, or statements that `return`: its value is the `value` of the outcome."""


class AlertChannelEmail(TypedDict, total=False):
    type: Required[Literal["email"]]
    """Mail to the owner of the account."""


class AlertChannelWebhook(TypedDict, total=False):
    type: Required[Literal["webhook"]]
    """A request that is signed as every webhook."""
    url: Required[WebhookUrl]
    """Where the request goes: https, public."""


class AlertChannelSlack(TypedDict, total=False):
    type: Required[Literal["slack"]]
    """An incoming webhook of Slack."""
    url: Required[WebhookUrl]
    """Address of the incoming webhook, which is a secret."""


class AlertChannelDiscord(TypedDict, total=False):
    type: Required[Literal["discord"]]
    """A webhook of Discord."""
    url: Required[WebhookUrl]
    """Address of the webhook, which is a secret."""


class AlertChannelNtfy(TypedDict, total=False):
    type: Required[Literal["ntfy"]]
    """A topic of ntfy."""
    url: Required[WebhookUrl]
    """Server and topic, such as https://ntfy.example.com/alerts."""
    token: str
    """Access token, where the topic asks for one."""


class AlertChannelTelegram(TypedDict, total=False):
    type: Required[Literal["telegram"]]
    """A chat, told by a bot."""
    bot_token: Required[str]
    """As BotFather gives it."""
    chat_id: Required[Union[str, int]]
    """Number of the chat, or `@` and the name of a channel."""
    url: WebhookUrl
    """A Bot API server of your own. Default: https://api.telegram.org."""


Action = Union[ActionWait, ActionClick, ActionType, ActionPress, ActionScroll, ActionSelect, ActionHover, ActionScreenshot, ActionExecuteJs]
Actions = List[Action]
WebhookUrl = str
AlertChannel = Union[AlertChannelEmail, AlertChannelWebhook, AlertChannelSlack, AlertChannelDiscord, AlertChannelNtfy, AlertChannelTelegram]
BatchConcurrency = int
BatchEntry = Union[str, BatchItem]
CookieName = str
CookieValue = str
Cookies = Dict[str, CookieValue]
CreateManualLoginTicketRequest = ManualLoginTicketCreate
Email = str
ExtractionSchema = Dict[str, Any]
FormatName = Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "change_tracking", "summary", "changeTracking"]
GivenRole = Literal["admin", "member"]
HeaderName = str
HeaderValue = str
HttpUrl = str
KeepManualLoginRequest = ManualLoginKeep
LlmModel = str
LlmProviderName = Literal["openai", "anthropic", "openrouter", "groq", "custom"]
Moment = str
MonitorName = str
NewPassword = str
OnInvalid = Literal["refuse", "skip"]
PathPatterns = List[str]
ProxyUrl = str
RefreshSessionRequest = SessionRefresh
RequestHeaders = Dict[str, HeaderValue]
RetryBatchRequest = BatchRetry
RetryJobRequest = JobChanges
RotateWebhookSecretRequest = WebhookSecretRotation
SitemapMode = Union[Literal["include", "skip", "only"], bool]
SitemapPath = str
TemplateFields = Dict[str, Any]
WebhookHeaders = Dict[str, Any]

__all__ = [
    "AccountBlock",
    "AccountDeletion",
    "Action",
    "ActionClick",
    "ActionExecuteJs",
    "ActionHover",
    "ActionPress",
    "ActionScreenshot",
    "ActionScroll",
    "ActionSelect",
    "ActionType",
    "ActionWait",
    "Actions",
    "AdvancedOptions",
    "AdvancedOptionsChangeTracking",
    "AdvancedOptionsRag",
    "AdvancedOptionsSectionFilter",
    "AdvancedOptionsViewport",
    "AlertChannel",
    "AlertChannelDiscord",
    "AlertChannelEmail",
    "AlertChannelNtfy",
    "AlertChannelSlack",
    "AlertChannelTelegram",
    "AlertChannelWebhook",
    "AlertRuleCreate",
    "AlertRuleUpdate",
    "ApiKeyCreate",
    "ApiKeyRotation",
    "ApiKeyUpdate",
    "AuthorizeRequest",
    "BatchConcurrency",
    "BatchEntry",
    "BatchItem",
    "BatchItemLocation",
    "BatchItemViewport",
    "BatchRequest",
    "BatchRequestLocation",
    "BatchRequestViewport",
    "BatchRetry",
    "BatchRetryLocation",
    "BatchRetryViewport",
    "BetaFeatureOffer",
    "CheckoutCreate",
    "ChosenLetters",
    "ClientRegistration",
    "ConnectionProof",
    "CookieName",
    "CookieValue",
    "Cookies",
    "CostControls",
    "CrawlEstimateRequest",
    "CrawlEstimateRequestAdvanced",
    "CrawlEstimateRequestAdvancedChangeTracking",
    "CrawlEstimateRequestAdvancedRag",
    "CrawlEstimateRequestAdvancedSectionFilter",
    "CrawlEstimateRequestAdvancedViewport",
    "CrawlEstimateRequestLocation",
    "CrawlEstimateRequestViewport",
    "CreateManualLoginTicketRequest",
    "CreditGrant",
    "DemoRequest",
    "DeviceAuthorizationRequest",
    "DeviceDecision",
    "DeviceQuestion",
    "DomainBlock",
    "Email",
    "EmailChange",
    "ExportDestinationCreate",
    "ExportDestinationUpdate",
    "ExportRequestInput",
    "ExtractRequest",
    "ExtractRequestLocation",
    "ExtractionSchema",
    "FactorRemoval",
    "ForgottenPassword",
    "FormatName",
    "GivenRole",
    "HeaderName",
    "HeaderValue",
    "HttpUrl",
    "InlineTemplate",
    "InlineTemplateList",
    "InvitationAnswer",
    "InvitationCreate",
    "JobChanges",
    "JobChangesLocation",
    "JobChangesViewport",
    "KeepManualLoginRequest",
    "LlmKeyCreate",
    "LlmKeyUpdate",
    "LlmModel",
    "LlmProviderName",
    "Login",
    "MailedTokenForm",
    "ManualLoginCreate",
    "ManualLoginCreateLocation",
    "ManualLoginKeep",
    "ManualLoginTicketCreate",
    "MapRequest",
    "MemberUpdate",
    "Moment",
    "MonitorCreate",
    "MonitorCreateSchedule",
    "MonitorFieldInput",
    "MonitorFieldInputMinChange1",
    "MonitorFieldInputMinChange2",
    "MonitorFiltersInput",
    "MonitorFiltersInputConditions",
    "MonitorFiltersInputIgnoreItem1",
    "MonitorFiltersInputIgnoreItem2",
    "MonitorGroupCreate",
    "MonitorGroupUpdate",
    "MonitorName",
    "MonitorUpdate",
    "MonitorUpdateSchedule",
    "NewPasskey",
    "NewPassword",
    "OAuthClientCreate",
    "OAuthClientUpdate",
    "OAuthTokenForm",
    "OnInvalid",
    "OperatedAccountCreate",
    "OperatedKeyCreate",
    "OperatedLimits",
    "OrganizationCreate",
    "OrganizationUpdate",
    "OwnershipTransfer",
    "PageArchiveInput",
    "ParseRequest",
    "ParseRequestAdvanced",
    "ParseRequestAdvancedRag",
    "ParseRequestAdvancedSectionFilter",
    "PasskeyCredential",
    "PasskeyLogin",
    "PasskeyProof",
    "PasskeyUpdate",
    "PasswordChange",
    "PasswordProof",
    "PasswordResetForm",
    "PathPatterns",
    "ProfileUpdate",
    "ProxyCreate",
    "ProxyUpdate",
    "ProxyUrl",
    "PublicTicketCreate",
    "RedriveRequest",
    "Refresh",
    "RefreshSessionRequest",
    "Registration",
    "RegistrationConfirmation",
    "RequestHeaders",
    "RetryBatchRequest",
    "RetryJobRequest",
    "RotateWebhookSecretRequest",
    "ScheduleCreate",
    "ScheduleCreateSchedule",
    "ScheduleUpdate",
    "ScheduleUpdateSchedule",
    "ScrapeRequest",
    "ScrapeRequestLocation",
    "ScrapeRequestViewport",
    "SearchRequest",
    "SearchRequestAdvanced",
    "SearchRequestAdvancedChangeTracking",
    "SearchRequestAdvancedRag",
    "SearchRequestAdvancedSectionFilter",
    "SearchRequestAdvancedViewport",
    "SecondFactorAnswer",
    "SessionCreate",
    "SessionCreateCookies",
    "SessionRefresh",
    "SessionRefreshCookies",
    "SessionShare",
    "SessionUpdate",
    "SessionUpdateCookies",
    "SingleSignOnAnswer",
    "SitemapMode",
    "SitemapPath",
    "SpendLimitInput",
    "TemplateCreate",
    "TemplateCreateList",
    "TemplateFields",
    "TemplateTest",
    "TemplateUpdate",
    "TemplateUpdateList",
    "TicketCreate",
    "TicketReply",
    "TokenRequest",
    "TotpCode",
    "WebhookCreate",
    "WebhookHeaders",
    "WebhookReplay",
    "WebhookSecretRotation",
    "WebhookUpdate",
    "WebhookUrl",
]
