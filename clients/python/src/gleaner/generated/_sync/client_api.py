# Written by `npm run docs` from the asynchronous client. Do not edit.
"""The groups of calls."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions
from gleaner._sync.page_calls import PageCalls
from gleaner._sync.transport import Transport
from gleaner.pages import AnyModel, PageWithData
from gleaner._sync.groups.jobs import Jobs
from gleaner.generated._sync.pages import PagesApi as Pages
from gleaner.generated._sync.parses import ParsesApi as Parses
from gleaner.generated._sync.extracts import ExtractsApi as Extracts
from gleaner.generated._sync.archive import ArchiveApi as Archive
from gleaner.generated._sync.files import FilesApi as Files
from gleaner._sync.groups.batches import Batches
from gleaner._sync.groups.crawls import Crawls
from gleaner.generated._sync.maps import MapsApi as Maps
from gleaner.generated._sync.searches import SearchesApi as Searches
from gleaner.generated._sync.schedules import SchedulesApi as Schedules
from gleaner.generated._sync.monitors import MonitorsApi as Monitors
from gleaner.generated._sync.monitor_groups import MonitorGroupsApi as MonitorGroups
from gleaner.generated._sync.sessions import SessionsApi as Sessions
from gleaner.generated._sync.proxies import ProxiesApi as Proxies
from gleaner.generated._sync.templates import TemplatesApi as Templates
from gleaner.generated._sync.llm_keys import LlmKeysApi as LlmKeys
from gleaner.generated._sync.webhooks import WebhooksApi as Webhooks
from gleaner.generated._sync.webhook_deliveries import WebhookDeliveriesApi as WebhookDeliveries
from gleaner.generated._sync.exports import ExportsApi as Exports
from gleaner.generated._sync.export_destinations import ExportDestinationsApi as ExportDestinations
from gleaner.generated._sync.alerts import AlertsApi as Alerts
from gleaner.generated._sync.usage import UsageApi as Usage
from gleaner.generated._sync.billing import BillingApi as Billing
from gleaner.generated._sync.limits import LimitsApi as Limits
from gleaner.generated._sync.keys import KeysApi as Keys
from gleaner.generated._sync.account import AccountApi as Account
from gleaner.generated._sync.auth import AuthApi as Auth
from gleaner.generated._sync.organizations import OrganizationsApi as Organizations
from gleaner.generated._sync.invitations import InvitationsApi as Invitations
from gleaner.generated._sync.beta_features import BetaFeaturesApi as BetaFeatures
from gleaner.generated._sync.tickets import TicketsApi as Tickets
from gleaner.generated._sync.oauth import OauthApi as Oauth
from gleaner.generated._sync.operator import OperatorApi as Operator

class ClientApi(PageCalls):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.jobs = Jobs(transport)
        self.pages = Pages(transport)
        self.parses = Parses(transport)
        self.extracts = Extracts(transport)
        self.archive = Archive(transport)
        self.files = Files(transport)
        self.batches = Batches(transport)
        self.crawls = Crawls(transport)
        self.maps = Maps(transport)
        self.searches = Searches(transport)
        self.schedules = Schedules(transport)
        self.monitors = Monitors(transport)
        self.monitor_groups = MonitorGroups(transport)
        self.sessions = Sessions(transport)
        self.proxies = Proxies(transport)
        self.templates = Templates(transport)
        self.llm_keys = LlmKeys(transport)
        self.webhooks = Webhooks(transport)
        self.webhook_deliveries = WebhookDeliveries(transport)
        self.exports = Exports(transport)
        self.export_destinations = ExportDestinations(transport)
        self.alerts = Alerts(transport)
        self.usage = Usage(transport)
        self.billing = Billing(transport)
        self.limits = Limits(transport)
        self.keys = Keys(transport)
        self.account = Account(transport)
        self.auth = Auth(transport)
        self.organizations = Organizations(transport)
        self.invitations = Invitations(transport)
        self.beta_features = BetaFeatures(transport)
        self.tickets = Tickets(transport)
        self.oauth = Oauth(transport)
        self.operator = Operator(transport)

    @overload
    def scrape(
        self,
        url: p.HttpUrl,
        *,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        method: Optional[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]] = OMIT,
        body: Optional[str] = OMIT,
        content_type: Optional[Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        location: Optional[p.ScrapeRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
        extract_rules: Optional[p.TemplateFields] = OMIT,
        language: Optional[str] = OMIT,
        render_js: Optional[Union[bool, Literal["auto"]]] = OMIT,
        screenshot: Optional[bool] = OMIT,
        generate_pdf: Optional[bool] = OMIT,
        include_selectors: Optional[List[str]] = OMIT,
        exclude_selectors: Optional[List[str]] = OMIT,
        markdown: Optional[bool] = OMIT,
        wait_for: Optional[Union[str, int]] = OMIT,
        wait_for_selector: Optional[Union[str, int]] = OMIT,
        wait_time: Optional[int] = OMIT,
        wait_until: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        wait_condition: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        enable_scroll: Optional[bool] = OMIT,
        viewport: Optional[p.ScrapeRequestViewport] = OMIT,
        full_page: Optional[bool] = OMIT,
        follow_redirects: Optional[bool] = OMIT,
        proxy_session: Optional[str] = OMIT,
        user_agent: Optional[str] = OMIT,
        accept_language: Optional[str] = OMIT,
        prefer_markdown: Optional[bool] = OMIT,
        mobile: Optional[bool] = OMIT,
        block_resources: Optional[List[str]] = OMIT,
        ocr_language: Optional[str] = OMIT,
        use_proxy: Optional[bool] = OMIT,
        use_own_proxy: Optional[bool] = OMIT,
        proxy_country: Optional[str] = OMIT,
        cookies: Optional[Union[p.Cookies, str]] = OMIT,
        headers: Optional[p.RequestHeaders] = OMIT,
        country: Optional[str] = OMIT,
        max_credits: Optional[float] = OMIT,
        max_cost: Optional[float] = OMIT,
        max_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        force_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        prefer_cost: Optional[bool] = OMIT,
        prefer_speed: Optional[bool] = OMIT,
        fail_fast: Optional[bool] = OMIT,
        time_budget: Optional[float] = OMIT,
        promote_schema_org: Optional[bool] = OMIT,
        filter_content: Optional[bool] = OMIT,
        use_session: Optional[bool] = OMIT,
        asp: Optional[bool] = OMIT,
        min_tier: Any = OMIT,
        viewport_width: Optional[float] = OMIT,
        viewport_height: Optional[float] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ScrapeResult: ...

    @overload
    def scrape(
        self,
        url: p.HttpUrl,
        *,
        schema: Type[AnyModel],
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        method: Optional[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]] = OMIT,
        body: Optional[str] = OMIT,
        content_type: Optional[Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        location: Optional[p.ScrapeRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
        extract_rules: Optional[p.TemplateFields] = OMIT,
        language: Optional[str] = OMIT,
        render_js: Optional[Union[bool, Literal["auto"]]] = OMIT,
        screenshot: Optional[bool] = OMIT,
        generate_pdf: Optional[bool] = OMIT,
        include_selectors: Optional[List[str]] = OMIT,
        exclude_selectors: Optional[List[str]] = OMIT,
        markdown: Optional[bool] = OMIT,
        wait_for: Optional[Union[str, int]] = OMIT,
        wait_for_selector: Optional[Union[str, int]] = OMIT,
        wait_time: Optional[int] = OMIT,
        wait_until: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        wait_condition: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        enable_scroll: Optional[bool] = OMIT,
        viewport: Optional[p.ScrapeRequestViewport] = OMIT,
        full_page: Optional[bool] = OMIT,
        follow_redirects: Optional[bool] = OMIT,
        proxy_session: Optional[str] = OMIT,
        user_agent: Optional[str] = OMIT,
        accept_language: Optional[str] = OMIT,
        prefer_markdown: Optional[bool] = OMIT,
        mobile: Optional[bool] = OMIT,
        block_resources: Optional[List[str]] = OMIT,
        ocr_language: Optional[str] = OMIT,
        use_proxy: Optional[bool] = OMIT,
        use_own_proxy: Optional[bool] = OMIT,
        proxy_country: Optional[str] = OMIT,
        cookies: Optional[Union[p.Cookies, str]] = OMIT,
        headers: Optional[p.RequestHeaders] = OMIT,
        country: Optional[str] = OMIT,
        max_credits: Optional[float] = OMIT,
        max_cost: Optional[float] = OMIT,
        max_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        force_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        prefer_cost: Optional[bool] = OMIT,
        prefer_speed: Optional[bool] = OMIT,
        fail_fast: Optional[bool] = OMIT,
        time_budget: Optional[float] = OMIT,
        promote_schema_org: Optional[bool] = OMIT,
        filter_content: Optional[bool] = OMIT,
        use_session: Optional[bool] = OMIT,
        asp: Optional[bool] = OMIT,
        min_tier: Any = OMIT,
        viewport_width: Optional[float] = OMIT,
        viewport_height: Optional[float] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> PageWithData[AnyModel]: ...

    @overload
    def scrape(
        self,
        url: p.HttpUrl,
        *,
        schema: Mapping[str, Any],
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        method: Optional[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]] = OMIT,
        body: Optional[str] = OMIT,
        content_type: Optional[Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        location: Optional[p.ScrapeRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
        extract_rules: Optional[p.TemplateFields] = OMIT,
        language: Optional[str] = OMIT,
        render_js: Optional[Union[bool, Literal["auto"]]] = OMIT,
        screenshot: Optional[bool] = OMIT,
        generate_pdf: Optional[bool] = OMIT,
        include_selectors: Optional[List[str]] = OMIT,
        exclude_selectors: Optional[List[str]] = OMIT,
        markdown: Optional[bool] = OMIT,
        wait_for: Optional[Union[str, int]] = OMIT,
        wait_for_selector: Optional[Union[str, int]] = OMIT,
        wait_time: Optional[int] = OMIT,
        wait_until: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        wait_condition: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        enable_scroll: Optional[bool] = OMIT,
        viewport: Optional[p.ScrapeRequestViewport] = OMIT,
        full_page: Optional[bool] = OMIT,
        follow_redirects: Optional[bool] = OMIT,
        proxy_session: Optional[str] = OMIT,
        user_agent: Optional[str] = OMIT,
        accept_language: Optional[str] = OMIT,
        prefer_markdown: Optional[bool] = OMIT,
        mobile: Optional[bool] = OMIT,
        block_resources: Optional[List[str]] = OMIT,
        ocr_language: Optional[str] = OMIT,
        use_proxy: Optional[bool] = OMIT,
        use_own_proxy: Optional[bool] = OMIT,
        proxy_country: Optional[str] = OMIT,
        cookies: Optional[Union[p.Cookies, str]] = OMIT,
        headers: Optional[p.RequestHeaders] = OMIT,
        country: Optional[str] = OMIT,
        max_credits: Optional[float] = OMIT,
        max_cost: Optional[float] = OMIT,
        max_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        force_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        prefer_cost: Optional[bool] = OMIT,
        prefer_speed: Optional[bool] = OMIT,
        fail_fast: Optional[bool] = OMIT,
        time_budget: Optional[float] = OMIT,
        promote_schema_org: Optional[bool] = OMIT,
        filter_content: Optional[bool] = OMIT,
        use_session: Optional[bool] = OMIT,
        asp: Optional[bool] = OMIT,
        min_tier: Any = OMIT,
        viewport_width: Optional[float] = OMIT,
        viewport_height: Optional[float] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> PageWithData[Any]: ...

    def scrape(
        self,
        url: p.HttpUrl,
        *,
        schema: Any = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        method: Optional[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]] = OMIT,
        body: Optional[str] = OMIT,
        content_type: Optional[Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        location: Optional[p.ScrapeRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
        extract_rules: Optional[p.TemplateFields] = OMIT,
        language: Optional[str] = OMIT,
        render_js: Optional[Union[bool, Literal["auto"]]] = OMIT,
        screenshot: Optional[bool] = OMIT,
        generate_pdf: Optional[bool] = OMIT,
        include_selectors: Optional[List[str]] = OMIT,
        exclude_selectors: Optional[List[str]] = OMIT,
        markdown: Optional[bool] = OMIT,
        wait_for: Optional[Union[str, int]] = OMIT,
        wait_for_selector: Optional[Union[str, int]] = OMIT,
        wait_time: Optional[int] = OMIT,
        wait_until: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        wait_condition: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        enable_scroll: Optional[bool] = OMIT,
        viewport: Optional[p.ScrapeRequestViewport] = OMIT,
        full_page: Optional[bool] = OMIT,
        follow_redirects: Optional[bool] = OMIT,
        proxy_session: Optional[str] = OMIT,
        user_agent: Optional[str] = OMIT,
        accept_language: Optional[str] = OMIT,
        prefer_markdown: Optional[bool] = OMIT,
        mobile: Optional[bool] = OMIT,
        block_resources: Optional[List[str]] = OMIT,
        ocr_language: Optional[str] = OMIT,
        use_proxy: Optional[bool] = OMIT,
        use_own_proxy: Optional[bool] = OMIT,
        proxy_country: Optional[str] = OMIT,
        cookies: Optional[Union[p.Cookies, str]] = OMIT,
        headers: Optional[p.RequestHeaders] = OMIT,
        country: Optional[str] = OMIT,
        max_credits: Optional[float] = OMIT,
        max_cost: Optional[float] = OMIT,
        max_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        force_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        prefer_cost: Optional[bool] = OMIT,
        prefer_speed: Optional[bool] = OMIT,
        fail_fast: Optional[bool] = OMIT,
        time_budget: Optional[float] = OMIT,
        promote_schema_org: Optional[bool] = OMIT,
        filter_content: Optional[bool] = OMIT,
        use_session: Optional[bool] = OMIT,
        asp: Optional[bool] = OMIT,
        min_tier: Any = OMIT,
        viewport_width: Optional[float] = OMIT,
        viewport_height: Optional[float] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Any:
        """Fetch one page and return it in the asked formats.

        The cheapest tier is tried first. A tier that is blocked, runs out of time or gets a page that is
        empty without JavaScript hands over to the next one. Only the attempt that delivered is charged;
        `billing` lists all of them. With `sync: false`, or when the wait is over before the page is there,
        the answer is 202 with a `job_id`.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /scrape`

        Args:
            schema: A model of pydantic, a JSON Schema, or names and types: the answer then has the page's data for it as
                `data`, beside the `page`.
            url: The page. It may hold a login for HTTP Basic, `https://user:password@example.com/`
                (percent-encode `@`, `/` and `:` in it): the login is sent to that scheme, host and port
                only,
                and shown as `***`.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
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
            advanced: How the page is fetched and read.
            cost_controls: Which tiers are tried, and what they may cost.
            force_refresh: Fetch the page anew even when a cached page would do. Default: false.
            include_raw_html: Add `raw_html` to the reply. Default: false.
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
                been sent is never sent again. Default: "GET".
            body: Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier
                `high_volume` on.
            content_type: Content type of `body`.
            cache: Answer from your cache when it has the page; that costs nothing. Default: false.
            cache_ttl: How old a cached page may be, in seconds. Default: 3600.
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            max_response_bytes: A longer HTML or text body is cut at this length before it is read, and
                `content_truncated` says so. 0: no cut, up to 50 MB.
            webhook_url: Receives the end of the job as a signed POST, whether the request waits for it or
                not; https.
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
            pdf_format: With mode `pdf`: the format, where `formats` names none.
        """
        return self._page(o.POST_SCRAPE, request_options, body={"url": url, "mode": mode, "formats": formats, "advanced": advanced, "cost_controls": cost_controls, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "method": method, "body": body, "content_type": content_type, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "webhook_url": webhook_url, "external_id": external_id, "metadata": metadata, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height}, schema=schema)

    @overload
    def parse(
        self,
        content: Optional[str] = OMIT,
        *,
        file: Optional[File] = OMIT,
        encoding: Optional[Literal["text", "base64"]] = OMIT,
        content_type: Optional[str] = OMIT,
        filename: Optional[str] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        mode: Optional[Literal["auto", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "summary"]]] = OMIT,
        advanced: Optional[p.ParseRequestAdvanced] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        evidence: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ScrapeResult: ...

    @overload
    def parse(
        self,
        content: Optional[str] = OMIT,
        *,
        schema: Type[AnyModel],
        file: Optional[File] = OMIT,
        encoding: Optional[Literal["text", "base64"]] = OMIT,
        content_type: Optional[str] = OMIT,
        filename: Optional[str] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        mode: Optional[Literal["auto", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "summary"]]] = OMIT,
        advanced: Optional[p.ParseRequestAdvanced] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        evidence: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> PageWithData[AnyModel]: ...

    @overload
    def parse(
        self,
        content: Optional[str] = OMIT,
        *,
        schema: Mapping[str, Any],
        file: Optional[File] = OMIT,
        encoding: Optional[Literal["text", "base64"]] = OMIT,
        content_type: Optional[str] = OMIT,
        filename: Optional[str] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        mode: Optional[Literal["auto", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "summary"]]] = OMIT,
        advanced: Optional[p.ParseRequestAdvanced] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        evidence: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> PageWithData[Any]: ...

    def parse(
        self,
        content: Optional[str] = OMIT,
        *,
        schema: Any = OMIT,
        file: Optional[File] = OMIT,
        encoding: Optional[Literal["text", "base64"]] = OMIT,
        content_type: Optional[str] = OMIT,
        filename: Optional[str] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        mode: Optional[Literal["auto", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes", "summary"]]] = OMIT,
        advanced: Optional[p.ParseRequestAdvanced] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        evidence: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Any:
        """Read a file or page that you send: HTML, PDF, Office documents, images, data.

        Send JSON with `content`; or the file as `multipart/form-data`, in the part `file` beside a part
        `options` that holds the other fields as JSON; or the file itself with its `Content-Type`, and
        `formats` (names with commas between them), `source_url`, `filename` and `mode` in the query. A
        JSON file is sent in one of the first two ways. Nothing is fetched. The reply is that of a scrape,
        as are its job and its webhook. What is sent is sealed while it is at work, and deleted when it has
        ended.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /parse`

        Args:
            schema: A model of pydantic, a JSON Schema, or names and types: the answer then has the page's data for it as
                `data`, beside the `page`.
            content: The page or file, up to 10 MB; of an upload it is the file itself.
            encoding: How `content` is written: HTML or another text as it is, files as base64. Default:
                "text".
            content_type: What it is, as a server would declare it. Default: HTML for a text; else its
            bytes
                and its name say it.
            filename: Tells the type of a file whose bytes do not.
            source_url: Where it is from: links are resolved against it. It is never fetched.
            mode: `ocr` reads the text of an image. Default: "auto".
            formats: As of a scrape.
            advanced: How it is read, as of a scrape. Default: {}.
            extraction_schema: A JSON Schema, or names and types such as `{"title": "string", "products":
                [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page
                says
                for its properties, converted to their types.
            extraction_profile: A ready-made extraction schema; `auto` takes the one that fits the page,
            and
                `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
            template: A template of yours by its name or id, or a standard one, named like an
                `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price":
                ".price"}}`.
                `filtered_content` holds what its selectors find, and `metadata.template` names it.
            extraction_prompt: What a language model is to extract, in plain words. It is asked through a
                key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where
                there
                is one: `extraction_result`.
            extraction_model: The provider’s id of a model, in place of the one that is stored with the
            key.
            extraction_provider: Which of your keys at providers is used. Default: the one that was used
                last.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            include_raw_html: Add `raw_html` to the reply. Default: false.
            timeout: Seconds for everything, waiting included. Default: 90, with `sync: false` 300.
            webhook_url: Receives the end of the job as a signed POST, whether the request waits for it or
                not; https.
        """
        return self._page(o.POST_PARSE, request_options, body={"content": content, "encoding": encoding, "content_type": content_type, "filename": filename, "source_url": source_url, "mode": mode, "formats": formats, "advanced": advanced, "extraction_schema": extraction_schema, "extraction_profile": extraction_profile, "template": template, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "evidence": evidence, "include_raw_html": include_raw_html, "timeout": timeout, "webhook_url": webhook_url}, file=file, schema=schema)

    def estimate(
        self,
        url: p.HttpUrl,
        *,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        sync: Optional[bool] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        method: Optional[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]] = OMIT,
        body: Optional[str] = OMIT,
        content_type: Optional[Literal["application/json", "application/x-www-form-urlencoded", "text/plain", "application/graphql"]] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        location: Optional[p.ScrapeRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
        extract_rules: Optional[p.TemplateFields] = OMIT,
        language: Optional[str] = OMIT,
        render_js: Optional[Union[bool, Literal["auto"]]] = OMIT,
        screenshot: Optional[bool] = OMIT,
        generate_pdf: Optional[bool] = OMIT,
        include_selectors: Optional[List[str]] = OMIT,
        exclude_selectors: Optional[List[str]] = OMIT,
        markdown: Optional[bool] = OMIT,
        wait_for: Optional[Union[str, int]] = OMIT,
        wait_for_selector: Optional[Union[str, int]] = OMIT,
        wait_time: Optional[int] = OMIT,
        wait_until: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        wait_condition: Optional[Literal["domcontentloaded", "networkidle", "load"]] = OMIT,
        enable_scroll: Optional[bool] = OMIT,
        viewport: Optional[p.ScrapeRequestViewport] = OMIT,
        full_page: Optional[bool] = OMIT,
        follow_redirects: Optional[bool] = OMIT,
        proxy_session: Optional[str] = OMIT,
        user_agent: Optional[str] = OMIT,
        accept_language: Optional[str] = OMIT,
        prefer_markdown: Optional[bool] = OMIT,
        mobile: Optional[bool] = OMIT,
        block_resources: Optional[List[str]] = OMIT,
        ocr_language: Optional[str] = OMIT,
        use_proxy: Optional[bool] = OMIT,
        use_own_proxy: Optional[bool] = OMIT,
        proxy_country: Optional[str] = OMIT,
        cookies: Optional[Union[p.Cookies, str]] = OMIT,
        headers: Optional[p.RequestHeaders] = OMIT,
        country: Optional[str] = OMIT,
        max_credits: Optional[float] = OMIT,
        max_cost: Optional[float] = OMIT,
        max_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        force_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], float, str]] = OMIT,
        prefer_cost: Optional[bool] = OMIT,
        prefer_speed: Optional[bool] = OMIT,
        fail_fast: Optional[bool] = OMIT,
        time_budget: Optional[float] = OMIT,
        promote_schema_org: Optional[bool] = OMIT,
        filter_content: Optional[bool] = OMIT,
        use_session: Optional[bool] = OMIT,
        asp: Optional[bool] = OMIT,
        min_tier: Any = OMIT,
        viewport_width: Optional[float] = OMIT,
        viewport_height: Optional[float] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Estimate:
        """Estimate the price of a scrape without fetching or charging anything.

        Takes the request as it would be sent to POST /scrape.

        Takes 2 rate-limit tokens.

        A key needs the scope `read` or `scrape`.

        A key that a tool got by OAuth may call it.

        `POST /scrape/estimate`

        Args:
            url: The page. It may hold a login for HTTP Basic, `https://user:password@example.com/`
                (percent-encode `@`, `/` and `:` in it): the login is sent to that scheme, host and port
                only,
                and shown as `***`.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
            sync: Wait for the page. `false` answers 202 with a `job_id` at once. Default: true.
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
            advanced: How the page is fetched and read.
            cost_controls: Which tiers are tried, and what they may cost.
            force_refresh: Fetch the page anew even when a cached page would do. Default: false.
            include_raw_html: Add `raw_html` to the reply. Default: false.
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
                been sent is never sent again. Default: "GET".
            body: Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier
                `high_volume` on.
            content_type: Content type of `body`.
            cache: Answer from your cache when it has the page; that costs nothing. Default: false.
            cache_ttl: How old a cached page may be, in seconds. Default: 3600.
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            max_response_bytes: A longer HTML or text body is cut at this length before it is read, and
                `content_truncated` says so. 0: no cut, up to 50 MB.
            webhook_url: Receives the end of the job as a signed POST, whether the request waits for it or
                not; https.
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
            pdf_format: With mode `pdf`: the format, where `formats` names none.
        """
        reply: m.Estimate = self._transport.call(o.POST_ESTIMATE, request_options, body={"url": url, "mode": mode, "sync": sync, "formats": formats, "advanced": advanced, "cost_controls": cost_controls, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "method": method, "body": body, "content_type": content_type, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "webhook_url": webhook_url, "external_id": external_id, "metadata": metadata, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height})
        return reply

    def demo(
        self,
        url: p.HttpUrl,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ScrapeResult:
        """Fetch one page as Markdown and JSON without a key.

        Tiers 1 and 2 only, free of charge. Operators may switch it off: then it answers 404.

        At most 10 requests per hour from one IP address.

        `POST /scrape/demo`

        Args:
            url: The page to fetch.
        """
        reply: m.ScrapeResult = self._transport.call(o.POST_DEMO, request_options, body={"url": url})
        return reply
