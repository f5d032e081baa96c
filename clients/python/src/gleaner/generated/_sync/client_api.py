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
from gleaner._sync.transport import Transport
from gleaner._sync.verbs import Verbs
from gleaner.typed_data import AnyModel, Extracted, Scraped
from gleaner._sync.groups.jobs import Jobs
from gleaner.generated._sync.feed import FeedApi as Feed
from gleaner.generated._sync.pages import PagesApi as Pages
from gleaner.generated._sync.parses import ParsesApi as Parses
from gleaner.generated._sync.extracts import ExtractsApi as Extracts
from gleaner.generated._sync.archive import ArchiveApi as Archive
from gleaner._sync.groups.files import Files
from gleaner._sync.groups.batches import Batches
from gleaner._sync.groups.crawls import Crawls
from gleaner.generated._sync.maps import MapsApi as Maps
from gleaner._sync.groups.searches import Searches
from gleaner.generated._sync.schedules import SchedulesApi as Schedules
from gleaner.generated._sync.monitors import MonitorsApi as Monitors
from gleaner.generated._sync.monitor_groups import MonitorGroupsApi as MonitorGroups
from gleaner.generated._sync.sessions import SessionsApi as Sessions
from gleaner.generated._sync.manual_logins import ManualLoginsApi as ManualLogins
from gleaner.generated._sync.proxies import ProxiesApi as Proxies
from gleaner.generated._sync.templates import TemplatesApi as Templates
from gleaner.generated._sync.llm_keys import LlmKeysApi as LlmKeys
from gleaner._sync.groups.webhooks import Webhooks
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

class ClientApi(Verbs):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.jobs = Jobs(transport)
        self.feed = Feed(transport)
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
        self.manual_logins = ManualLogins(transport)
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
    ) -> Scraped[AnyModel]: ...

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
    ) -> Scraped[Any]: ...

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
            schema: What `data` of the result is to be: a model of pydantic, a JSON Schema, or names and types.
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
        return self._scrape(o.POST_SCRAPE, request_options, body={"url": url, "mode": mode, "formats": formats, "advanced": advanced, "cost_controls": cost_controls, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "method": method, "body": body, "content_type": content_type, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "webhook_url": webhook_url, "external_id": external_id, "metadata": metadata, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height}, schema=schema)

    @overload
    def parse(
        self,
        file: Union[str, File],
        *,
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
        file: Union[str, File],
        *,
        schema: Type[AnyModel],
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
    ) -> Scraped[AnyModel]: ...

    @overload
    def parse(
        self,
        file: Union[str, File],
        *,
        schema: Mapping[str, Any],
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
    ) -> Scraped[Any]: ...

    def parse(
        self,
        file: Union[str, File],
        *,
        schema: Any = OMIT,
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
            schema: What `data` of the result is to be: a model of pydantic, a JSON Schema, or names and types.
            file: A text, or bytes or an open file, with a name or without one.
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
        return self._parse(o.POST_PARSE, request_options, body={"file": file, "content_type": content_type, "filename": filename, "source_url": source_url, "mode": mode, "formats": formats, "advanced": advanced, "extraction_schema": extraction_schema, "extraction_profile": extraction_profile, "template": template, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "evidence": evidence, "include_raw_html": include_raw_html, "timeout": timeout, "webhook_url": webhook_url}, schema=schema)

    @overload
    def extract(
        self,
        *,
        content: Optional[str] = OMIT,
        url: Optional[p.HttpUrl] = OMIT,
        job_id: Optional[str] = OMIT,
        content_type: Optional[Literal["html", "text", "markdown", "pdf"]] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes"]]] = OMIT,
        evidence: Optional[bool] = OMIT,
        cache: Optional[Literal["auto", "skip", "only"]] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        timeout: Optional[int] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        location: Optional[p.ExtractRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        extraction_template: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Extracted[Any]: ...

    @overload
    def extract(
        self,
        *,
        schema: Type[AnyModel],
        content: Optional[str] = OMIT,
        url: Optional[p.HttpUrl] = OMIT,
        job_id: Optional[str] = OMIT,
        content_type: Optional[Literal["html", "text", "markdown", "pdf"]] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes"]]] = OMIT,
        evidence: Optional[bool] = OMIT,
        cache: Optional[Literal["auto", "skip", "only"]] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        timeout: Optional[int] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        location: Optional[p.ExtractRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        extraction_template: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Extracted[AnyModel]: ...

    @overload
    def extract(
        self,
        *,
        schema: Mapping[str, Any],
        content: Optional[str] = OMIT,
        url: Optional[p.HttpUrl] = OMIT,
        job_id: Optional[str] = OMIT,
        content_type: Optional[Literal["html", "text", "markdown", "pdf"]] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes"]]] = OMIT,
        evidence: Optional[bool] = OMIT,
        cache: Optional[Literal["auto", "skip", "only"]] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        timeout: Optional[int] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        location: Optional[p.ExtractRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        extraction_template: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Extracted[Any]: ...

    def extract(
        self,
        *,
        schema: Any = OMIT,
        content: Optional[str] = OMIT,
        url: Optional[p.HttpUrl] = OMIT,
        job_id: Optional[str] = OMIT,
        content_type: Optional[Literal["html", "text", "markdown", "pdf"]] = OMIT,
        source_url: Optional[p.HttpUrl] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        formats: Optional[List[Literal["markdown", "text", "html", "json", "json_v2", "rag", "links", "images", "tables", "content", "raw", "bytes"]]] = OMIT,
        evidence: Optional[bool] = OMIT,
        cache: Optional[Literal["auto", "skip", "only"]] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        timeout: Optional[int] = OMIT,
        advanced: Optional[p.AdvancedOptions] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        location: Optional[p.ExtractRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        extraction_template: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Any:
        """Extract fields from a page that you send, or that is fetched.

        With `extraction_schema`, `extraction_profile` or neither, no model is asked. `extraction_prompt`
        is answered by a model of yours, through a key of `/llm-keys`. For a `url` the price of the scrape
        is added; nothing is charged for what fails. When no model answers, the extraction fails with
        `EXTRACTION_FAILED`. One that takes longer than its wait is answered 202 and goes on as a job. What
        is sent is sealed while it is at work, and deleted when it has ended.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /extract`

        Args:
            schema: What `data` of the result is to be: a model of pydantic, a JSON Schema, or names and types.
            content: The page itself, up to 5 MB: HTML, text, Markdown, or a PDF as base64. Send either
            this
                or `url`.
            url: A page that is fetched as by `POST /scrape`; the price of its tier and options is added.
            job_id: A page that is in your archive (`PUT /archive`): it is read anew, and not fetched. A
                UUID.
            content_type: What content is; html by default, and pdf where it begins as the base64 of one.
            source_url: Where `content` is from: links are resolved against it. It is never fetched.
            extraction_schema: A JSON Schema, or names and types such as `{"title": "string", "products":
                [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page
                says
                for its properties, converted to their types.
            extraction_profile: A ready-made schema; `extraction_schema` goes first. Without either: what
                the page is about, as one object.
            template: Name or id of a template of yours (`/templates`), or one that is stored nowhere:
                `{"fields": {"price": ".price"}}`; in place of a schema.
            extraction_prompt: What a language model is to extract, in plain words. It is asked through a
                key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where
                there
                is one: `extraction_result`.
            extraction_model: The provider’s id of a model, in place of the one that is stored with the
            key.
            extraction_provider: Which of your keys at providers is used. Default: the one that was used
                last.
            formats: Formats of the reply. Default: ["json"].
            evidence: Add the passage of the page, or the source, that each field was taken from. Default:
                false.
            cache: `auto`: the same extraction again is answered from your cache, free of charge; `only`:
                from the cache or 404; `skip`: never from the cache. Default: "auto".
            cache_ttl: How old a cached extraction may be, in seconds. Default: 3600.
            timeout: Seconds for everything, waiting included. Default: 110.
            advanced: How the page is fetched and read.
            cost_controls: Which tiers are tried, and what they may cost.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR. Default: "auto".
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
        """
        return self._extract(o.POST_EXTRACT, request_options, body={"content": content, "url": url, "job_id": job_id, "content_type": content_type, "source_url": source_url, "extraction_schema": extraction_schema, "extraction_profile": extraction_profile, "extraction_template": extraction_template, "template": template, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "formats": formats, "evidence": evidence, "cache": cache, "cache_ttl": cache_ttl, "timeout": timeout, "advanced": advanced, "cost_controls": cost_controls, "mode": mode, "location": location, "session_id": session_id}, schema=schema)

    def map(
        self,
        url: p.HttpUrl,
        *,
        max_pages: Optional[int] = OMIT,
        max_depth: Optional[int] = OMIT,
        include_patterns: Optional[p.PathPatterns] = OMIT,
        exclude_patterns: Optional[p.PathPatterns] = OMIT,
        search: Optional[str] = OMIT,
        sitemap: Optional[p.SitemapMode] = OMIT,
        sitemap_path: Optional[p.SitemapPath] = OMIT,
        include_metadata: Optional[bool] = OMIT,
        include_subdomains: Optional[bool] = OMIT,
        respect_robots: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SiteMap:
        """Find out which addresses a site has.

        Reads robots.txt, sitemaps (index files, gzip and text too) and the links of the start page; pages
        are neither rendered nor scraped. Costs the same for any number of addresses, and nothing when it
        fails; the fee is held before the work begins. With a test key the sample site is mapped, free of
        charge. A caller who closes the connection ends the map, unless the request had an
        `Idempotency-Key`. The reply is kept for 24 hours.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /map`

        Args:
            url: Where the site begins.
            max_pages: Most addresses of the reply. Default: 500.
            max_depth: How many links away from the start page an address may be found. 0: the start page
                and what sitemaps name. Default: 1 where there is a sitemap, else 2. Beyond 1 further pages
                are
                read, a bounded number of them; `warnings` tells when there were more.
            include_patterns: Globs on the path, of which one must match.
            exclude_patterns: Globs on the path, of which none may match.
            search: Keep the addresses that have to do with these words, the most relevant first. Path,
                title, link text and description count.
            sitemap: `include`: sitemaps beside links; `skip`: links only; `only`: sitemaps only.
            sitemap_path: Path of a sitemap that stands at no usual place and in no robots.txt.
            include_metadata: Read titles and descriptions from the pages themselves: a bounded number, the
                first ones. Default: false.
            include_subdomains: Whether addresses of subdomains belong to the site. Default: false.
            respect_robots: Leave out what robots.txt disallows, and read none of it. Default: true.
            timeout: Seconds from the start of the work. What was found by then is the reply, and
            `warnings`
                says that it was cut. Default: 60.
            external_id: Your own id for this work, at most 255 characters. It need not be unique. Replies,
                events, webhooks and lists repeat it.
            metadata: A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.
        """
        return self._map(o.CREATE_MAP, request_options, body={"url": url, "max_pages": max_pages, "max_depth": max_depth, "include_patterns": include_patterns, "exclude_patterns": exclude_patterns, "search": search, "sitemap": sitemap, "sitemap_path": sitemap_path, "include_metadata": include_metadata, "include_subdomains": include_subdomains, "respect_robots": respect_robots, "timeout": timeout, "external_id": external_id, "metadata": metadata})

    def search(
        self,
        query: str,
        *,
        num_results: Optional[int] = OMIT,
        page: Optional[int] = OMIT,
        domain: Optional[str] = OMIT,
        country: Optional[str] = OMIT,
        language: Optional[str] = OMIT,
        time_range: Optional[Literal["hour", "day", "week", "month", "year"]] = OMIT,
        safe_search: Optional[bool] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        scrape_results: Optional[bool] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        advanced: Optional[p.SearchRequestAdvanced] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        timeout: Optional[int] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Search:
        """Search for pages, and scrape them if you like.

        The operator chooses the engine: the built-in index over the pages that your account has scraped in
        the last 24 hours, a SearXNG, or Brave. Where it is the index, `warnings` says so, and the search
        costs nothing. A search by another engine costs the same when it finds nothing, and nothing when
        the engine fails; the fee is held before the work begins. With `scrape_results` each result becomes
        a job, charged at its tier; up to 5 are waited for, with more the reply is 202, and `GET
        /search/{search_id}` shows when they are done. The balance must cover the search and the price of
        the first tier for `num_results` pages.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /search`

        Args:
            query: Words; "in quotes" as they stand, -without, this OR that, site:example.com.
            num_results: Most results of the reply. Default: 10.
            page: Which page of the results; the first is 1. Default: 1.
            domain: Only pages of this domain and its subdomains.
            country: Country that results are for, such as `DE`.
            language: Language that results are for, such as `de`.
            time_range: How old a page may be.
            safe_search: Leave out adult results. Default: as the engine has it.
            external_id: Your own id for this work, at most 255 characters. It need not be unique. Replies,
                events, webhooks and lists repeat it.
            metadata: A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.
            scrape_results: Scrape each result, as POST /scrape would. Default: false.
            formats: Of the content of each result; by default markdown.
            extraction_schema: A JSON Schema, or names and types, as of a scrape: read from each result.
            mode: How each result is read, as of a scrape. Default: `auto`.
            advanced: As of a scrape, without what signs in: results are of strangers' hosts.
            cost_controls: Of each page that is scraped.
            timeout: Seconds for everything, waiting included. Default: 90, with `sync: false` 300.
            cache: Take pages from your cache where it has them; they cost nothing.
            cache_ttl: How old a cached page may be, in seconds. Default: 3,600.
            force_refresh: Fetch each result anew even when a cached page would do.
        """
        return self._search(o.CREATE_SEARCH, request_options, body={"query": query, "num_results": num_results, "page": page, "domain": domain, "country": country, "language": language, "time_range": time_range, "safe_search": safe_search, "external_id": external_id, "metadata": metadata, "scrape_results": scrape_results, "formats": formats, "extraction_schema": extraction_schema, "mode": mode, "advanced": advanced, "cost_controls": cost_controls, "timeout": timeout, "cache": cache, "cache_ttl": cache_ttl, "force_refresh": force_refresh})

    def batch(
        self,
        urls: List[p.BatchEntry],
        *,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        webhook_headers: Optional[p.WebhookHeaders] = OMIT,
        sync: Optional[Literal[False]] = OMIT,
        on_invalid: Optional[p.OnInvalid] = OMIT,
        concurrency: Optional[p.BatchConcurrency] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
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
        location: Optional[p.BatchRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
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
        viewport: Optional[p.BatchRequestViewport] = OMIT,
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
    ) -> Iterator[m.Job]:
        """Scrape up to 1,000 URLs with one request.

        Each entry of `urls` becomes a job of its own. What stands beside `urls` holds for each entry that
        does not say otherwise; `advanced` and `cost_controls` are joined field by field. One bad entry
        refuses the whole batch, unless `on_invalid` is `skip`: `details.issues` names the faults and
        `details.bad_indexes` the entries. The balance must cover the first tier of every URL; nothing is
        held before an item is admitted, and an item that cannot be paid then fails with
        `INSUFFICIENT_BALANCE`. What stands beside `urls` is stored for each item, and may come to 16 MB
        that way.

        The entries may come as CSV instead, with `Content-Type: text/csv`, or as the part `file` of a
        `multipart/form-data`. The first line names the columns: `url`, and any field of an entry
        (`external_id`, `formats`, `max_tier`, `advanced.wait_for`); `metadata.sku` is a value of
        `metadata`. What stands beside `urls` is sent in the query (`?on_invalid=skip&formats=markdown`),
        or as JSON in the part `options`. Objects are JSON in their cell, lists JSON or words with commas.
        Faults are named by line and column, `details.bad_lines` has the lines. The CSV of a batch’s
        results may be sent again as it is.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /batch`

        Args:
            urls: Addresses, or objects with `url` and any field of a scrape.
            webhook_url: Receives the end of each item, and of the batch; https.
            sync: Has no effect: a batch is never waited for.
            external_id: Your own id for this work, at most 255 characters. It need not be unique. Replies,
                events, webhooks and lists repeat it.
            metadata: A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.
            mode: How the page is read: as HTML, rendered (js), as a PDF, or by OCR.
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
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            max_response_bytes: A longer HTML or text body is cut at this length before it is read, and
                `content_truncated` says so. 0: no cut, up to 50 MB.
            extraction_profile: A ready-made extraction schema; `auto` takes the one that fits the page,
            and
                `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.
            template: A template of yours by its name or id, or a standard one, named like an
                `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price":
                ".price"}}`.
                `filtered_content` holds what its selectors find, and `metadata.template` names it.
            pdf_format: With mode `pdf`: the format, where `formats` names none.
        """
        return self._batch(o.CREATE_BATCH, request_options, body={"urls": urls, "webhook_url": webhook_url, "webhook_headers": webhook_headers, "sync": sync, "on_invalid": on_invalid, "concurrency": concurrency, "external_id": external_id, "metadata": metadata, "mode": mode, "formats": formats, "advanced": advanced, "cost_controls": cost_controls, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "method": method, "body": body, "content_type": content_type, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height})

    def crawl(
        self,
        url: p.HttpUrl,
        *,
        max_pages: Optional[int] = OMIT,
        max_depth: Optional[int] = OMIT,
        include_patterns: Optional[p.PathPatterns] = OMIT,
        exclude_patterns: Optional[p.PathPatterns] = OMIT,
        sitemap: Optional[p.SitemapMode] = OMIT,
        sitemap_path: Optional[p.SitemapPath] = OMIT,
        include_subdomains: Optional[bool] = OMIT,
        respect_robots: Optional[bool] = OMIT,
        max_concurrency: Optional[int] = OMIT,
        delay: Optional[float] = OMIT,
        mode: Optional[Literal["auto", "html", "js", "pdf", "ocr"]] = OMIT,
        formats: Optional[List[p.FormatName]] = OMIT,
        force_refresh: Optional[bool] = OMIT,
        include_raw_html: Optional[bool] = OMIT,
        timeout: Optional[int] = OMIT,
        extraction_schema: Optional[p.ExtractionSchema] = OMIT,
        extraction_prompt: Optional[str] = OMIT,
        extraction_model: Optional[p.LlmModel] = OMIT,
        extraction_provider: Optional[p.LlmProviderName] = OMIT,
        cache: Optional[bool] = OMIT,
        cache_ttl: Optional[int] = OMIT,
        location: Optional[p.CrawlEstimateRequestLocation] = OMIT,
        session_id: Optional[str] = OMIT,
        evidence: Optional[bool] = OMIT,
        max_response_bytes: Optional[int] = OMIT,
        advanced: Optional[p.CrawlEstimateRequestAdvanced] = OMIT,
        cost_controls: Optional[p.CostControls] = OMIT,
        external_id: Optional[str] = OMIT,
        metadata: Optional[Dict[str, Any]] = OMIT,
        extraction_profile: Optional[Literal["auto", "product", "article", "job_posting", "faq", "recipe", "event", "ecommerce_homepage", "directory_listing"]] = OMIT,
        template: Optional[Union[str, p.InlineTemplate]] = OMIT,
        pdf_format: Optional[Literal["markdown", "text"]] = OMIT,
        webhook_url: Optional[p.WebhookUrl] = OMIT,
        webhook_headers: Optional[p.WebhookHeaders] = OMIT,
        webhook_pages: Optional[bool] = OMIT,
        sync: Optional[Literal[False]] = OMIT,
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
        viewport: Optional[p.CrawlEstimateRequestViewport] = OMIT,
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
    ) -> Iterator[m.CrawlPage]:
        """Scrape a site: its start page, and the pages that are found from there.

        Pages are found by links, sitemaps and feeds. Each is scraped once, as a job of its own, with the
        fields of a scrape that stand here. `max_pages` is exact: pages that fail are not counted, and
        nothing is charged for them.

        Nothing is held for the whole crawl: each page takes its own hold when it is admitted. The balance
        must cover the first tier of the start page. When the balance or a spend limit ends in the middle,
        or too many of your webhooks wait, the crawl waits (`paused_reason`), and goes on by itself, for 24
        hours.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        A key that a tool got by OAuth may call it.

        Takes an `Idempotency-Key`.

        `POST /crawl`

        Args:
            url: Where the crawl begins.
            max_pages: Most pages that are scraped. Exact: pages that failed do not count; a page of status
                404 does. Default: 50.
            max_depth: Most links from the start page; 0: the start page only. Pages of a sitemap are at
                depth 1. Default: 3.
            include_patterns: Globs on the path, of which one must match: `/blog/*` (one level), `/blog/**`
                (all below), `*.html`, `/{en,de}/**`.
            exclude_patterns: Globs on the path; a page that matches one is left out.
            sitemap: `include`: sitemaps and feeds beside links; `skip`: links only; `only`: sitemaps and
                feeds only.
            sitemap_path: Path of a sitemap that stands at no usual place.
            include_subdomains: Whether pages of subdomains belong to the site. Default: false.
            respect_robots: Obey robots.txt, and what pages say to robots. Default: true.
            max_concurrency: Requests to the site at once; 10 by default.
            delay: Least time between the starts of two requests to the site, in seconds. A longer
                `Crawl-delay` of robots.txt goes first.
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
            cache: Answer from your cache when it has the page; that costs nothing. Default: false.
            cache_ttl: How old a cached page may be, in seconds. Default: 3600.
            location: Where the page is asked from.
            session_id: The login session that the page is fetched with; its domain must fit `url`. A UUID.
            evidence: Add to `metadata.evidence` where each extracted field comes from.
            max_response_bytes: A longer HTML or text body is cut at this length before it is read, and
                `content_truncated` says so. 0: no cut, up to 50 MB.
            advanced: How every page is fetched, as for a scrape.
            cost_controls: As for a scrape, of every page; but `max_credits` is for the whole crawl, and
                exact.
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
            webhook_url: Receives the end of the crawl (`crawl.completed`); https.
            webhook_pages: Whether `webhook_url` also receives the end of each page (`job.completed`,
                `job.failed`). Default: false.
            sync: Has no effect: a crawl is never waited for.
        """
        return self._crawl(o.CREATE_CRAWL, request_options, body={"url": url, "max_pages": max_pages, "max_depth": max_depth, "include_patterns": include_patterns, "exclude_patterns": exclude_patterns, "sitemap": sitemap, "sitemap_path": sitemap_path, "include_subdomains": include_subdomains, "respect_robots": respect_robots, "max_concurrency": max_concurrency, "delay": delay, "mode": mode, "formats": formats, "force_refresh": force_refresh, "include_raw_html": include_raw_html, "timeout": timeout, "extraction_schema": extraction_schema, "extraction_prompt": extraction_prompt, "extraction_model": extraction_model, "extraction_provider": extraction_provider, "cache": cache, "cache_ttl": cache_ttl, "location": location, "session_id": session_id, "evidence": evidence, "max_response_bytes": max_response_bytes, "advanced": advanced, "cost_controls": cost_controls, "external_id": external_id, "metadata": metadata, "extraction_profile": extraction_profile, "template": template, "extract_rules": extract_rules, "pdf_format": pdf_format, "language": language, "render_js": render_js, "screenshot": screenshot, "generate_pdf": generate_pdf, "include_selectors": include_selectors, "exclude_selectors": exclude_selectors, "markdown": markdown, "wait_for": wait_for, "wait_for_selector": wait_for_selector, "wait_time": wait_time, "wait_until": wait_until, "wait_condition": wait_condition, "enable_scroll": enable_scroll, "viewport": viewport, "full_page": full_page, "follow_redirects": follow_redirects, "proxy_session": proxy_session, "user_agent": user_agent, "accept_language": accept_language, "prefer_markdown": prefer_markdown, "mobile": mobile, "block_resources": block_resources, "ocr_language": ocr_language, "use_proxy": use_proxy, "use_own_proxy": use_own_proxy, "proxy_country": proxy_country, "cookies": cookies, "headers": headers, "country": country, "max_credits": max_credits, "max_cost": max_cost, "max_tier": max_tier, "force_tier": force_tier, "tier": tier, "prefer_cost": prefer_cost, "prefer_speed": prefer_speed, "fail_fast": fail_fast, "time_budget": time_budget, "promote_schema_org": promote_schema_org, "filter_content": filter_content, "use_session": use_session, "asp": asp, "min_tier": min_tier, "viewport_width": viewport_width, "viewport_height": viewport_height, "webhook_url": webhook_url, "webhook_headers": webhook_headers, "webhook_pages": webhook_pages, "sync": sync})

    def events(
        self,
        *,
        cursor: Optional[str] = OMIT,
        kinds: Optional[List[Literal["job", "batch", "crawl"]]] = OMIT,
        statuses: Optional[List[Literal["completed", "partially_failed", "failed", "cancelled"]]] = OMIT,
        results: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[Union[m.FeedJobEvent, m.FeedBatchEvent, m.FeedCrawlEvent]]:
        """Follow all that ends in your account by server-sent events.

        `subscribed` comes first, then one event for each job, batch and crawl as it ends, in this order:
        the data is the message of the WebSocket's feed. The stream ends when its caller does. A client
        that comes back with `Last-Event-ID`, or with `cursor`, misses nothing and gets nothing twice. An
        account may have 10 open at each server, its WebSockets' feeds counted (429 `CONCURRENCY_LIMITED`).
        Otherwise as for a batch (`GET /batch/{batch_id}/stream`).

        Takes 1 rate-limit token.

        `GET /events`

        Args:
            cursor: Go on after the event that had it as its `id`; without it the stream begins now.
                `Last-Event-ID` goes first.
            kinds: What is told: some of job, batch, crawl, with commas. Default: all.
            statuses: How it has to have ended: some of completed, partially_failed, failed, cancelled,
            with
                commas. Default: in any way.
            results: Whether jobs come with their results.
        """
        return self._events(o.STREAM_EVENTS, request_options, query={"cursor": cursor, "kinds": kinds, "statuses": statuses, "results": results})

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

    def server(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Server:
        """Read what this server offers to those who have no account there yet.

        At most 300 requests per minute from one IP address.

        `GET /server`
        """
        reply: m.Server = self._transport.call(o.GET_SERVER, request_options)
        return reply
