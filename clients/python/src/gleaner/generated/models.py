# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""What the API answers and sends."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Dict, List, Optional, Type, Union

from pydantic import Field
from typing_extensions import Literal

from ..model import Model, complete

class AccountBlocked(Model):
    """What `POST /operator/accounts/{account_id}/block` answers."""

    account_id: str
    """Stands for `{account_id}` in paths. A UUID."""
    blocked: bool
    """Whether it is blocked now: no request of it is served."""
    changed: bool
    """False: it was so already."""


class AccountDeleted(Model):
    """What `DELETE /auth/account` answers."""

    status: Literal["deleted"]
    """The account is gone, and you are signed out."""


class AccountLimits(Model):
    """What `GET /account/limits` answers."""

    account_id: str
    """The account that pays and owns: of one person, or of an organization. A UUID."""
    user_id: Optional[str] = None
    """The person who asks; null for a key that no person made. A UUID."""
    has_limits: bool
    """Whether there is a limit."""
    limits: Optional[SpendLimit] = None
    """What the account may spend; null without a limit."""


class ActionOutcome(Model):
    """How one step on the page went."""

    type: str
    """Which step it was."""
    success: bool
    """Whether it did what it says; the first that did not is the last."""
    result: Optional[str] = None
    """Of a screenshot its address; null of other steps."""
    value: Any = None
    """Of `execute_js`: what the script gave, as JSON holds it; null where that is nothing."""
    error: Optional[str] = None
    """Why the step failed; null where it did not."""
    screenshot_url: Optional[str] = None
    """Of a screenshot: the same as `result`."""


class AlertNotification(Model):
    channel: Union[Literal["email", "webhook", "slack", "discord", "ntfy", "telegram"], str]
    """The kind of channel."""
    host: Optional[str] = None
    """Who is told; null: a mail to the owner of the account."""
    status: Union[Literal["mailed", "pending", "retrying", "delivered", "failed", "cancelled"], str]
    """What became of it: `mailed` of a mail, else as of a webhook."""
    attempts: int
    """How often it was tried."""


class Alert(Model):
    """An entry of the history: a rule has fired, or is in order again."""

    id: str
    """Names the entry. A UUID."""
    rule_id: str
    """Stands for `{rule_id}` in paths. A UUID."""
    rule_name: str
    """What its owner calls it."""
    type: Union[Literal["credit_threshold", "domain_failure_rate", "job_consecutive_failures", "response_time_spike", "daily_failure_count", "schedule_failure"], str]
    """What the rule measures."""
    status: Union[Literal["fired", "resolved"], str]
    """`fired`: the value has passed the threshold; `resolved`: it is back."""
    value: Optional[float] = None
    """What was measured; null where there was nothing to measure any more."""
    threshold: float
    """What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that
    the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that
    have failed; `job_consecutive_failures`: jobs that have failed one after the other;
    `response_time_spike`: how many times as long as in the day before the jobs take that are delivered;
    `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one
    schedule that have failed one after the other.
    """
    message: str
    """What was measured and what the rule wants, in a sentence."""
    notifications: List[AlertNotification]
    """Who was told, but for deliveries that are older than these are kept."""
    created_at: DateTime
    """When it was found. ISO 8601, in UTC."""


class AlertFiredWebhook(Model):
    """Body of the webhook `alert.fired`."""

    event: Literal["alert.fired"]
    """What has happened."""
    alert_id: str
    """The entry of the history, which `GET /alerts/history` lists. A UUID."""
    rule_id: str
    """Stands for `{rule_id}` in paths. A UUID."""
    rule_name: str
    """What its owner calls it."""
    type: Union[Literal["credit_threshold", "domain_failure_rate", "job_consecutive_failures", "response_time_spike", "daily_failure_count", "schedule_failure"], str]
    """What the rule measures."""
    threshold: float
    """What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that
    the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that
    have failed; `job_consecutive_failures`: jobs that have failed one after the other;
    `response_time_spike`: how many times as long as in the day before the jobs take that are delivered;
    `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one
    schedule that have failed one after the other.
    """
    unit: Optional[Union[Literal["credits", "days"], str]] = None
    """Of `credit_threshold`: what `threshold` and `value` are counted in."""
    domain: Optional[str] = None
    """Jobs at this domain and its subdomains alone; absent: all jobs."""
    window_minutes: Optional[int] = None
    """How many minutes it looks back; of `domain_failure_rate` and `response_time_spike`."""
    min_jobs: Optional[int] = None
    """With fewer jobs in this time nothing is concluded; of `domain_failure_rate` and `response_time_spike`."""
    value: Optional[float] = None
    """What was measured; null where there was nothing to measure any more."""
    message: str
    """What was measured and what the rule wants, in a sentence."""
    created_at: DateTime
    """When it was found. ISO 8601, in UTC."""
    status: Literal["fired"]
    """The value has passed the threshold."""


class AlertHistory(Model):
    """What `GET /alerts/history` answers."""

    alerts: List[Alert]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class AlertResolvedWebhook(Model):
    """Body of the webhook `alert.resolved`."""

    event: Literal["alert.resolved"]
    """What has happened."""
    alert_id: str
    """The entry of the history, which `GET /alerts/history` lists. A UUID."""
    rule_id: str
    """Stands for `{rule_id}` in paths. A UUID."""
    rule_name: str
    """What its owner calls it."""
    type: Union[Literal["credit_threshold", "domain_failure_rate", "job_consecutive_failures", "response_time_spike", "daily_failure_count", "schedule_failure"], str]
    """What the rule measures."""
    threshold: float
    """What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that
    the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that
    have failed; `job_consecutive_failures`: jobs that have failed one after the other;
    `response_time_spike`: how many times as long as in the day before the jobs take that are delivered;
    `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one
    schedule that have failed one after the other.
    """
    unit: Optional[Union[Literal["credits", "days"], str]] = None
    """Of `credit_threshold`: what `threshold` and `value` are counted in."""
    domain: Optional[str] = None
    """Jobs at this domain and its subdomains alone; absent: all jobs."""
    window_minutes: Optional[int] = None
    """How many minutes it looks back; of `domain_failure_rate` and `response_time_spike`."""
    min_jobs: Optional[int] = None
    """With fewer jobs in this time nothing is concluded; of `domain_failure_rate` and `response_time_spike`."""
    value: Optional[float] = None
    """What was measured; null where there was nothing to measure any more."""
    message: str
    """What was measured and what the rule wants, in a sentence."""
    created_at: DateTime
    """When it was found. ISO 8601, in UTC."""
    status: Literal["resolved"]
    """The value is back."""


class AlertRule(Model):
    """What is watched, from when on somebody is told, and who."""

    id: str
    """Stands for `{rule_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    type: Union[Literal["credit_threshold", "domain_failure_rate", "job_consecutive_failures", "response_time_spike", "daily_failure_count", "schedule_failure"], str]
    """What the rule measures."""
    threshold: float
    """What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that
    the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that
    have failed; `job_consecutive_failures`: jobs that have failed one after the other;
    `response_time_spike`: how many times as long as in the day before the jobs take that are delivered;
    `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one
    schedule that have failed one after the other.
    """
    unit: Optional[Union[Literal["credits", "days"], str]] = None
    """Of `credit_threshold`: what `threshold` and `value` are counted in."""
    domain: Optional[str] = None
    """Jobs at this domain and its subdomains alone; absent: all jobs."""
    window_minutes: Optional[int] = None
    """How many minutes it looks back; of `domain_failure_rate` and `response_time_spike`."""
    min_jobs: Optional[int] = None
    """With fewer jobs in this time nothing is concluded; of `domain_failure_rate` and `response_time_spike`."""
    channels: List[ShownAlertChannel]
    """Who is told, beside webhooks of the account that want `alert.fired`."""
    cooldown_minutes: int
    """Minutes before it fires again, however often it is resolved."""
    notify_resolved: bool
    """Whether its end is told as well."""
    is_active: bool
    """Whether it is looked at."""
    status: Union[Literal["ok", "firing"], str]
    """`firing`: it has fired, and the value is not back."""
    value: Optional[float] = None
    """What was measured last; null: nothing yet, or too few jobs."""
    last_fired_at: Optional[DateTime] = None
    """When it fired last; null: never. ISO 8601, in UTC."""
    last_checked_at: Optional[DateTime] = None
    """When it was looked at last; null: not yet. ISO 8601, in UTC."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""


class AlertRuleDetail(Model):
    """What `GET /alerts/rules/{rule_id}` answers."""

    id: str
    """Stands for `{rule_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    type: Union[Literal["credit_threshold", "domain_failure_rate", "job_consecutive_failures", "response_time_spike", "daily_failure_count", "schedule_failure"], str]
    """What the rule measures."""
    threshold: float
    """What the value is compared with, by type. `credit_threshold`: credits or, with unit "days", days that
    the balance lasts at the present pace; `domain_failure_rate`: percent of the jobs at the domain that
    have failed; `job_consecutive_failures`: jobs that have failed one after the other;
    `response_time_spike`: how many times as long as in the day before the jobs take that are delivered;
    `daily_failure_count`: jobs that have failed since midnight (UTC); `schedule_failure`: runs of one
    schedule that have failed one after the other.
    """
    unit: Optional[Union[Literal["credits", "days"], str]] = None
    """Of `credit_threshold`: what `threshold` and `value` are counted in."""
    domain: Optional[str] = None
    """Jobs at this domain and its subdomains alone; absent: all jobs."""
    window_minutes: Optional[int] = None
    """How many minutes it looks back; of `domain_failure_rate` and `response_time_spike`."""
    min_jobs: Optional[int] = None
    """With fewer jobs in this time nothing is concluded; of `domain_failure_rate` and `response_time_spike`."""
    channels: List[ShownAlertChannel]
    """Who is told, beside webhooks of the account that want `alert.fired`."""
    cooldown_minutes: int
    """Minutes before it fires again, however often it is resolved."""
    notify_resolved: bool
    """Whether its end is told as well."""
    is_active: bool
    """Whether it is looked at."""
    status: Union[Literal["ok", "firing"], str]
    """`firing`: it has fired, and the value is not back."""
    value: Optional[float] = None
    """What was measured last; null: nothing yet, or too few jobs."""
    last_fired_at: Optional[DateTime] = None
    """When it fired last; null: never. ISO 8601, in UTC."""
    last_checked_at: Optional[DateTime] = None
    """When it was looked at last; null: not yet. ISO 8601, in UTC."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""
    recent_alerts: List[Alert]
    """The last 20 entries of its history, the newest first."""


class AlertRules(Model):
    """What `GET /alerts/rules` answers."""

    rules: List[AlertRule]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class AlertTestResultChannel(Model):
    type: Union[Literal["email", "webhook", "slack", "discord", "ntfy", "telegram"], str]
    """The kind of channel."""
    address: Optional[str] = None
    """Where it goes, without what is secret of it; null: to the owner of the account."""
    success: Optional[bool] = None
    """Whether the receiver has taken it; null: it has not answered yet."""
    status_code: Optional[int] = None
    """HTTP status of the last answer; null where none came."""
    error: Optional[str] = None
    """Why the last attempt failed; null where it did not, or there was none."""


class AlertTestResult(Model):
    """What `POST /alerts/rules/{rule_id}/test` answers as 200."""

    success: bool
    """Whether every channel has taken it."""
    channels: List[AlertTestResultChannel]
    """What became of it, for each channel of the rule."""


class ApiKey(Model):
    """A key of your account, without the key itself."""

    id: str
    """Stands for `{key_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    key_prefix: str
    """The beginning of the key, such as `sk_live_a1B2c3`."""
    key: Optional[str] = None
    """The whole key, in the reply that creates it and never again; null otherwise."""
    scopes: List[Union[Literal["scrape", "read", "write"], str]]
    """What it may do: `scrape`: everything that a key may do; `read`: what only reads; `write`: the rest."""
    test: bool
    """Whether it answers from built-in sample pages and costs nothing."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    expires_at: Optional[DateTime] = None
    """Until when it is taken; null: for ever. ISO 8601, in UTC."""
    last_used_at: Optional[DateTime] = None
    """When it was used last, up to some seconds ago; null: never. ISO 8601, in UTC."""
    last_used_ip: Optional[str] = None
    """IP address of that use; null: never used."""
    allowed_ips: Optional[List[str]] = None
    """Addresses and networks (CIDR) that it is taken from; null: it is taken from anywhere."""
    previous_key_expires_at: Optional[DateTime] = None
    """When the key that the last rotation replaced ends, or has ended; null: there is none. ISO 8601, in UTC."""
    requests: int
    """How often it was used, but for the last seconds."""
    limits: Optional[SpendLimit] = None
    """What it may spend; null without a limit of its own."""


class ApiKeyLimits(Model):
    """What `GET /api-keys/{key_id}/limits` answers."""

    api_key_id: str
    """Stands for `{key_id}` in paths. A UUID."""
    has_limits: bool
    """Whether there is a limit."""
    limits: Optional[SpendLimit] = None
    """What the key may spend; null without a limit of its own."""


class ApiKeyList(Model):
    """What `GET /api-keys` answers."""

    items: List[ApiKey]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class AskedJob(Model):
    """What a job was asked with, without its secrets."""

    request: Optional[Dict[str, Any]] = None
    """Its fields, as `POST /scrape` takes them; what is as by default is left out. Null for a job that was no
    scrape: its page was sent, or kept.
    """
    had_secrets: Optional[bool] = None
    """Whether it had a body, cookies, headers, actions or a login besides, which are never shown; null where
    that was not noted.
    """


class AuditLog(Model):
    """What `GET /organizations/{organization_id}/audit-log` answers."""

    entries: List[AuditLogEntry]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class AuditLogEntry(Model):
    """What was done, by whom, to what."""

    id: str
    """Names the entry; later ones have greater numbers."""
    actor: str
    """`user:<id>`, `key:<id>`, `operator:<name>` or `system`."""
    actor_name: Optional[str] = None
    """E-mail address of the person, or name of the key; null once that is gone."""
    action: str
    """What was done, such as `api_key.created`."""
    target: Optional[str] = None
    """What it was done to, such as `api_key:<id>`; null where it was done to nothing."""
    details: Dict[str, Any]
    """More of it, depending on `action`; never a secret."""
    timestamp: DateTime
    """When it was done. ISO 8601, in UTC."""


class AuditPage(Model):
    """What `GET /auth/audit-log` answers."""

    entries: List[AuditLogEntry]
    """The newest first."""
    next_cursor: Optional[str] = None
    """Reads on from here, as `cursor`; null on the last page."""


class AuthorizeReply(Model):
    """What `POST /oauth/authorize` answers."""

    code: str
    """Goes to `POST /oauth/token`, once."""
    state: str
    """As it was sent."""


class Batch(Model):
    """A batch: how far it is, and its items."""

    batch_id: str
    """The batch, which `GET /batch/{batch_id}` reads."""
    status: Union[Literal["pending", "processing", "completed", "partially_failed", "failed", "cancelled"], str]
    """`pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but
    not all failed; `cancelled`: it was cancelled, whatever had ended before.
    """
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    total: int
    """Items that were taken on so far."""
    completed: int
    """Items that have succeeded."""
    failed: int
    """Items that have failed, for good."""
    cancelled: int
    """Items that were cancelled before they ended."""
    pending: int
    """Items that have not ended."""
    total_urls: int
    """The same as `total`."""
    concurrency: Optional[int] = None
    """Most of its items that may be at work at once; null: no bound of its own."""
    estimated_credits: float
    """Credits that it will probably cost, by the tier that each page is expected to need; a dollar has 5,000."""
    credits_used: float
    """Credits charged so far; a dollar has 5,000."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    completed_at: Optional[DateTime] = None
    """When its last item had ended; null before. ISO 8601, in UTC."""
    cancelled_at: Optional[DateTime] = None
    """When it was cancelled; null where it was not. ISO 8601, in UTC."""
    webhook_url: Optional[str] = None
    """Who is told of its end, as `webhook_url` of the request; null where nobody is."""
    webhook_status: Optional[Union[Literal["pending", "retrying", "delivered", "failed", "cancelled"], str]] = None
    """Of all deliveries to `webhook_url`; null without one."""
    webhook_attempts: int
    """How often it was tried to deliver to `webhook_url`, over all events."""
    skipped: Optional[List[BatchSkipped]] = None
    """The faults of entries that were left out, as when it was accepted."""
    items: List[BatchItemStatusReply]
    """In the order of `urls`."""


class BatchAccepted(Model):
    """What `POST /batch` answers."""

    batch_id: str
    """The batch, which `GET /batch/{batch_id}` reads."""
    status: Union[Literal["pending", "processing", "completed", "partially_failed", "failed", "cancelled"], str]
    """`pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but
    not all failed; `cancelled`: it was cancelled, whatever had ended before.
    """
    total_jobs: int
    """Items that were taken on."""
    total_urls: int
    """The same as `total_jobs`."""
    job_ids: List[str]
    """The job of each item, in the order of `urls`: UUIDs."""
    estimated_credits: float
    """Credits that it will probably cost, by the tier that each page is expected to need; a dollar has 5,000."""
    webhook_url: Optional[str] = None
    """Who is told of its end, as `webhook_url` of the request; null where nobody is."""
    concurrency: Optional[int] = None
    """Most of its items that may be at work at once; null: no bound of its own."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    skipped: Optional[List[BatchSkipped]] = None
    """With `on_invalid: "skip"`: the faults of entries that were left out, and cost nothing."""
    retry_of: Optional[str] = None
    """Of a retry: the batch whose items are scraped again."""


class BatchAnalyticsSummary(Model):
    """Of all these days together."""

    total_batches: int
    """Batches that were made."""
    total_urls: int
    """Items of these batches."""
    success_rate: float
    """Percent of the items that have ended and were not cancelled."""
    total_credits: float
    """Credits charged for them."""


class BatchAnalyticsDailyStat(Model):
    date: Date
    """The day, in UTC. An ISO 8601 date."""
    batches: int
    """Batches that were made on it."""
    urls: int
    """Items of these batches."""
    succeeded: int
    """Items that have succeeded."""
    failed: int
    """Items that have failed."""
    credits: float
    """Credits charged for these batches, whenever their items ended."""


class BatchAnalyticsDomainBreakdownItem(Model):
    domain: Optional[str] = None
    """The host of the addresses; null for pages that were not fetched."""
    url_count: int
    """Items at this host."""
    success_rate: float
    """Percent of its items that have ended and were not cancelled."""
    avg_credits: float
    """Credits charged per item that has ended and was not cancelled."""


class BatchAnalyticsTierDistribution(Model):
    """Deliveries by tier. Answers from the cache are of no tier."""

    tier_1: int
    """Deliveries by tier 1."""
    tier_2: int
    """Deliveries by tier 2."""
    tier_3: int
    """Deliveries by tier 3."""
    tier_3_5: Optional[int] = None
    """Deliveries by tier 3.5; absent where there are none."""
    tier_4: int
    """Deliveries by tier 4."""
    tier_5: int
    """Deliveries by tier 5."""


class BatchAnalytics(Model):
    """What `GET /batches/analytics` answers."""

    summary: BatchAnalyticsSummary
    """Of all these days together."""
    daily_stats: List[BatchAnalyticsDailyStat]
    """A row for each day, the oldest first, also where there was nothing."""
    domain_breakdown: List[BatchAnalyticsDomainBreakdownItem]
    """The hosts with most URLs first, at most 100."""
    tier_distribution: BatchAnalyticsTierDistribution
    """Deliveries by tier. Answers from the cache are of no tier."""


class BatchCompleteEvent(Model):
    """Data of the event `complete` of `GET /batch/{batch_id}/stream`."""

    status: Union[Literal["completed", "partially_failed", "failed", "cancelled"], str]
    """How the batch has ended: `partially_failed` where some items failed and some succeeded."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    total: int
    """Items that were taken on so far."""
    completed: int
    """Items that have succeeded."""
    failed: int
    """Items that have failed, for good."""
    cancelled: int
    """Items that were cancelled before they ended."""


class BatchCompletedWebhook(Model):
    """Body of the webhook `batch.completed`."""

    batch_id: str
    """The batch, which `GET /batch/{batch_id}` reads."""
    status: Union[Literal["pending", "processing", "completed", "partially_failed", "failed", "cancelled"], str]
    """`pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but
    not all failed; `cancelled`: it was cancelled, whatever had ended before.
    """
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    total: int
    """Items that were taken on so far."""
    completed: int
    """Items that have succeeded."""
    failed: int
    """Items that have failed, for good."""
    cancelled: int
    """Items that were cancelled before they ended."""
    pending: int
    """Items that have not ended."""
    total_urls: int
    """The same as `total`."""
    concurrency: Optional[int] = None
    """Most of its items that may be at work at once; null: no bound of its own."""
    estimated_credits: float
    """Credits that it will probably cost, by the tier that each page is expected to need; a dollar has 5,000."""
    credits_used: float
    """Credits charged so far; a dollar has 5,000."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    completed_at: Optional[DateTime] = None
    """When its last item had ended; null before. ISO 8601, in UTC."""
    cancelled_at: Optional[DateTime] = None
    """When it was cancelled; null where it was not. ISO 8601, in UTC."""
    webhook_url: Optional[str] = None
    """Who is told of its end, as `webhook_url` of the request; null where nobody is."""
    skipped: Optional[List[BatchSkipped]] = None
    """The faults of entries that were left out, as when it was accepted."""
    event: Literal["batch.completed"]
    """What has happened: the batch has ended, in whichever way."""


class BatchItemStatusReply(Model):
    """An item of a batch, and what has become of it."""

    job_id: str
    """The job, which `GET /jobs/{job_id}` reads. A UUID."""
    url: str
    """The page, as it was asked for; a login in it is shown as `***`."""
    status: Union[Literal["pending", "running", "succeeded", "failed", "cancelled"], str]
    """How far its job is: `pending` until a worker begins, then `running`, then one of the others."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    status_code: Optional[int] = None
    """The target’s status, of an item that has succeeded."""
    credits: Optional[float] = None
    """Credits charged; of an item that has succeeded."""
    error: Optional[str] = None
    """The message of its error; of an item that has failed or was cancelled."""
    error_code: Optional[str] = None
    """The code of its error; of an item that has failed or was cancelled."""
    result: Optional[ScrapeResult] = None
    """See `include_results`. `GET /jobs/{job_id}` has the result of an item that carries none."""


class BatchList(Model):
    """What `GET /batches` answers."""

    batches: List[BatchListEntry]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class BatchListEntry(Model):
    """A batch, as a list shows it."""

    batch_id: str
    """The batch, which `GET /batch/{batch_id}` reads."""
    url_count: int
    """The same as `total`."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    status: Union[Literal["pending", "processing", "completed", "partially_failed", "failed", "cancelled"], str]
    """`pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but
    not all failed; `cancelled`: it was cancelled, whatever had ended before.
    """
    concurrency: Optional[int] = None
    """Most of its items that may be at work at once; null: no bound of its own."""
    total: int
    """Items that were taken on so far."""
    completed: int
    """Items that have succeeded."""
    failed: int
    """Items that have failed, for good."""
    cancelled: int
    """Items that were cancelled before they ended."""
    pending: int
    """Items that have not ended."""
    credits_used: float
    """Credits charged so far; a dollar has 5,000."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    completed_at: Optional[DateTime] = None
    """When its last item had ended; null before. ISO 8601, in UTC."""


class BatchProgressEvent(Model):
    """Data of the event `progress` of `GET /batch/{batch_id}/stream`."""

    completed: int
    """Items that have succeeded."""
    failed: int
    """Items that have failed, for good."""
    total: int
    """Items that were taken on so far."""
    pending: int
    """Items that have not ended."""
    latest_url: str
    """The address of the item that has ended."""
    latest_status: Union[Literal["succeeded", "failed"], str]
    """How that item has ended."""
    job_id: str
    """Its job: `GET /jobs/{job_id}` has the result. A UUID."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""


class BatchResults(Model):
    """What `GET /batch/{batch_id}/results` answers."""

    batch_id: str
    """The batch, which `GET /batch/{batch_id}` reads."""
    status: Union[Literal["pending", "processing", "completed", "partially_failed", "failed", "cancelled"], str]
    """`pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but
    not all failed; `cancelled`: it was cancelled, whatever had ended before.
    """
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    total: int
    """Items that fit the query, on all pages."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""
    results: List[Job]
    """Jobs in the order of `urls`, as `GET /jobs/{job_id}` shows them."""


class BatchSkipped(Model):
    """What is wrong with an entry that was left out."""

    index: int
    """Its place in `urls`, from 0; of a retry its place in the batch."""
    line: Optional[int] = None
    """Of CSV: its line in the file, from 1."""
    column: Optional[str] = None
    """Of CSV: the column whose cell is at fault, by its name."""
    field: str
    """Empty for the entry as a whole."""
    message: str
    """What is wrong, and what to do about it."""
    error_code: str
    """What a scrape of it alone would be answered."""


class BetaFeatureListFeature(Model):
    slug: BetaFeatureSlug
    name: str
    """What the operator calls it."""
    description: str
    """What it does, in a line."""
    status: Union[Literal["hidden", "beta", "ga"], str]
    """`beta`: off until you switch it on; `ga`: on for everybody."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    enabled: bool
    """Whether it is on for your account."""


class BetaFeatureList(Model):
    """What `GET /beta-features` answers."""

    features: List[BetaFeatureListFeature]
    """Features that are offered, hidden ones left out."""
    total: int
    """How many entries there are in all, beyond this page too."""


class BetaFeatureOffered(Model):
    """What `PUT /operator/beta-features/{slug}` answers."""

    name: str
    """What it is called: one line of at most 100 characters."""
    description: str
    """What it does: one line of at most 200 characters."""
    status: Union[Literal["hidden", "beta", "ga"], str]
    """`hidden`: nobody sees it; `beta`: off until an account switches it on; `ga`: on for everybody."""
    slug: str
    """Names the feature, as the path does."""


class BetaFeatureSlugs(Model):
    """What `GET /beta-features/my` answers."""

    features: List[str]
    """The `slug` of each feature that is on."""


class BetaFeatureSwitched(Model):
    """What `POST /beta-features/{slug}/disable` answers."""

    feature_slug: str
    """The feature, as the path names it."""
    enabled: bool
    """Whether it is on now."""
    message: str
    """The same in a sentence."""


class Billing(Model):
    """What a scrape took, attempt by attempt, and what was charged."""

    total_credits: float
    """Credits charged."""
    total_cost: float
    """The same in dollars."""
    tier_used: str
    """The tier that delivered; empty where none did."""
    tier_name: Optional[str] = None
    """The name of `tier_used`, such as `browser`; absent where none delivered."""
    escalations: List[Escalation]
    """Every attempt, in order."""
    savings: float
    """Credits saved, compared with the dearest tier."""
    cost_dollars: float
    """The same as `total_cost`, in dollars."""
    final_cost_microcents: int
    """The same as total_cost; 1,000,000 are a dollar."""
    byop_applied: bool
    """Whether the page came through a proxy of your own."""
    optimization_suggestion: Optional[str] = None
    """How the same page may cost less, where it may."""


class BillingBalance(Model):
    """What `GET /billing/balance` answers."""

    balance_microcents: int
    """The balance with what open requests hold, in microcents: 1,000,000 are a dollar."""
    balance_display: str
    """The same for people, such as `$12.34`."""
    total_deposited_cents: float
    """All that was ever paid in, in US cents."""
    total_spent_cents: float
    """All that was ever charged, in US cents."""
    balance_credits: float
    """The same as `balance_microcents`, in credits."""
    available_credits: float
    """Credits of the balance without what open requests hold."""
    held_credits: float
    """Credits that open requests hold."""
    owed_credits: float
    """Credits that were spent of payments which were refunded or disputed; the next payment repays them
    first.
    """


class BillingUsageTopDomain(Model):
    domain: str
    """The host, such as `shop.example.com`, in small letters."""
    credits_used: float
    """Credits charged for it in this month."""
    requests: int
    """Requests to it in this month."""


class BillingUsage(Model):
    """What `GET /billing/usage` answers."""

    today_credits: float
    """Credits charged since midnight, in UTC."""
    this_week_credits: float
    """Credits charged since Monday, in UTC."""
    this_month_credits: float
    """Credits charged since the first of the month, in UTC."""
    total_credits: float
    """Credits that were ever charged."""
    today_requests: int
    """Requests that have ended since midnight, in UTC."""
    this_week_requests: int
    """Requests that have ended since Monday, in UTC."""
    this_month_requests: int
    """Requests that have ended since the first of the month, in UTC."""
    top_domains: List[BillingUsageTopDomain]
    """The ten domains of this month that cost most."""
    usage_since: Optional[DateTime] = None
    """The first quarter of an hour with a request that is still counted; null without any. ISO 8601, in UTC."""


class BlockedDomain(Model):
    """A domain that nobody may fetch."""

    domain: str
    """The domain, which is blocked with its subdomains."""
    reason: Optional[str] = None
    """Why, for the operator; null where nothing was said."""
    created_at: DateTime
    """When it was blocked. ISO 8601, in UTC."""


class BlockedDomainList(Model):
    """What `GET /operator/blocked-domains` answers."""

    domains: List[BlockedDomain]
    """By their names."""
    total: int
    """How many entries there are in all, beyond this page too."""


class ChangeTrackingDiff(Model):
    """What has changed; with `change_status` `changed`."""

    text: str
    """For people, in Markdown."""
    json_: Optional[List[Any]] = Field(None, alias="json")
    """For machines: a JSON Patch of the lines of the page. Null where it is longer than 64 KB."""


class ChangeTracking(Model):
    """A page beside what it was when your account last scraped it."""

    previous_scrape_at: Optional[DateTime] = None
    """When it was last scraped with this format and tag. Null: never, or more than 90 days ago. ISO 8601, in
    UTC.
    """
    change_status: Union[Literal["new", "same", "changed", "removed"], str]
    """What has become of the page; `removed`: it answers 404 or 410, and has been scraped before."""
    visibility: Union[Literal["visible", "hidden"], str]
    """`hidden`: the start page of a crawl, where no link of its own leads to it. All others are `visible`."""
    diff: Optional[ChangeTrackingDiff] = None
    """What has changed; with `change_status` `changed`."""


class Checkout(Model):
    """What `GET /billing/checkout/{checkout_id}` answers."""

    checkout_id: str
    """Stands for `{checkout_id}` in paths. A UUID."""
    status: Union[Literal["open", "pending", "paid", "failed", "expired"], str]
    """`pending`: the payment is under way, such as a bank transfer; `paid`: the credits are on the balance;
    `failed`: the payment did not come; `expired`: nobody paid within an hour.
    """
    amount_cents: int
    """What there is to pay, in US cents."""
    currency: str
    """Currency of the amounts, by ISO 4217 in small letters: `usd`."""
    credits: float
    """Credits that it buys."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    expires_at: DateTime
    """Until when it may be paid. ISO 8601, in UTC."""
    paid_at: Optional[DateTime] = None
    """When its credits were on the balance; null before. ISO 8601, in UTC."""


class CheckoutCreated(Model):
    """What `POST /billing/checkout` answers."""

    checkout_id: str
    """Stands for `{checkout_id}` in paths. A UUID."""
    checkout_url: str
    """The page on which to pay."""


class ClientRegistrationReply(Model):
    """What `POST /oauth/register` answers."""

    client_id: str
    """Names the tool from now on."""
    client_id_issued_at: int
    """When it was registered, in seconds since 1970."""
    client_secret: Optional[str] = None
    """Its secret, shown once; absent of a tool that can keep none."""
    client_secret_expires_at: Optional[Literal[0]] = None
    """Its secret does not end; absent where there is none."""
    client_name: str
    """What people are asked about."""
    redirect_uris: List[str]
    """Where people are sent back to."""
    token_endpoint_auth_method: str
    """How it says who it is."""
    grant_types: List[str]
    """How it may come to a key."""
    response_types: List[str]
    """What an authorization answers with."""
    scope: Literal["scrape"]
    """What the key may do."""


class ConnectionAsked(Model):
    """An account that is not connected with the provider yet."""

    status: Literal["password_required"]
    """The provider is right, and a password is asked for."""
    message: str
    """What to do, in a sentence."""
    ticket: str
    """Goes to `POST /auth/login/sso/connect`, with the password."""
    email: str
    """The address, as the provider says it."""
    expires_in: int
    """Seconds that the ticket is good for."""


class ContentTruncated(Model):
    """How much of the content was cut."""

    truncated: Literal[True]
    """The content was cut."""
    truncated_at_bytes: int
    """How many bytes of it were kept."""
    original_size_bytes: int
    """How many bytes there were."""
    truncation_reason: Union[Literal["response_body_cap", "readability_output_cap"], str]
    """`response_body_cap`: max_response_bytes; `readability_output_cap`: what was made of the page is above
    50 MB.
    """


class CrawlTrap(Model):
    pattern: str
    """What the addresses have in common."""
    reason: str
    """Why it was taken for endless."""
    budget: int
    """How many of its pages may bring nothing new before it is left."""
    pages: int
    """How many of its pages were scraped."""
    skipped: int
    """How many of its addresses were left out."""


class Crawl(Model):
    """A crawl: how far it is, and what was found."""

    crawl_id: str
    """The crawl, which `GET /crawl/{crawl_id}` reads. A UUID."""
    url: str
    """The start page; a login in it is shown as `***`."""
    status: Union[Literal["discovering", "running", "completed", "failed", "cancelled"], str]
    """`discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`:
    all have ended, and some were delivered; `failed`: none was.
    """
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    end_reason: Optional[Union[Literal["exhausted", "max_pages", "max_credits", "cancelled", "start_page_failed", "robots", "expired"], str]] = None
    """Why no more pages are scraped, null while it runs. `exhausted`: there are no more; `robots`: robots.txt
    forbids the start page, or the start page forbids following its links; `expired`: 24 hours have passed.
    """
    paused_reason: Optional[Union[Literal["caller", "insufficient_balance", "spend_limit", "waiting_webhooks"], str]] = None
    """What the crawl waits for, null while it does not. `caller`: to be resumed; else it goes on by itself
    when there is money again, or fewer of the account’s webhooks wait, for 24 hours.
    """
    total: int
    """Pages that were taken on so far."""
    completed: int
    """Pages that have succeeded."""
    failed: int
    """Pages that have failed, for good."""
    cancelled: int
    """Pages that were cancelled before they ended."""
    pending: int
    """Pages that have not ended."""
    pages_scraped: int
    """The same as completed."""
    pages_failed: int
    """The same as failed."""
    pages_total: int
    """Pages that were taken on, and those that are known and will be."""
    max_pages: int
    """Most pages that are scraped, as it was asked for."""
    discovered: int
    """Addresses within the bounds of the crawl that were found."""
    skipped: Dict[str, int]
    """Addresses that were left out, by reason."""
    left_out: Optional[Dict[str, List[str]]] = None
    """The first 100 of them for each reason, without those above 2,000 characters. Webhooks have none."""
    waiting: Optional[List[str]] = None
    """The first 200 addresses whose turn has not come, in their order; absent in webhooks."""
    traps: List[CrawlTrap]
    """Endless parts of the site that were left."""
    site: Dict[str, Any]
    """What was found at the site: robots.txt, sitemaps."""
    estimated_credits: float
    """Credits that `max_pages` pages would cost at the tier that the start page is expected to need."""
    credits_used: float
    """Credits charged so far; a dollar has 5,000."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    completed_at: Optional[DateTime] = None
    """When its last page had ended; null before. ISO 8601, in UTC."""
    cancelled_at: Optional[DateTime] = None
    """When it was cancelled; null where it was not. ISO 8601, in UTC."""
    webhook_url: Optional[str] = None
    """Who is told of its end, as `webhook_url` of the request; null where nobody is."""
    error: Optional[str] = None
    """Why no page could be scraped; of a crawl that has failed."""
    limit: Optional[int] = None
    """Most entries of `results`; present with them."""
    offset: Optional[int] = None
    """Pages that were passed over; present with `results`."""
    results: Optional[List[CrawlPage]] = None
    """In the order in which pages were taken on; present once the crawl has ended, or with `include_results`."""


class CrawlAccepted(Model):
    """What `POST /crawl` answers."""

    crawl_id: str
    """The crawl, which `GET /crawl/{crawl_id}` reads. A UUID."""
    status: Union[Literal["discovering", "running", "completed", "failed", "cancelled"], str]
    """`discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`:
    all have ended, and some were delivered; `failed`: none was.
    """
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    estimated_pages: int
    """The most that will be scraped; how many there are shows as the crawl goes on."""
    total_enqueued: int
    """Pages that were taken on so far: 0, as nothing has been looked at yet."""
    estimated_credits: float
    """Credits for that many pages, by the tier that the start page is expected to need."""
    message: str
    """Where to go on, in a sentence."""
    poll_url: PollUrl
    webhook_url: Optional[str] = None
    """Who is told of its end, as `webhook_url` of the request; null where nobody is."""
    warnings: Optional[List[str]] = None
    """Sentences about what was asked for and is not as it seems; absent where there is nothing to say."""


class CrawlCompleteEvent(Model):
    """Data of the event `complete` of `GET /crawl/{crawl_id}/stream`."""

    status: Union[Literal["completed", "failed", "cancelled"], str]
    """How the crawl has ended."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    total: int
    """Pages that were taken on so far."""
    completed: int
    """Pages that have succeeded."""
    failed: int
    """Pages that have failed, for good."""
    cancelled: int
    """Pages that were cancelled before they ended."""


class CrawlCompletedWebhookTrap(Model):
    pattern: str
    """What the addresses have in common."""
    reason: str
    """Why it was taken for endless."""
    budget: int
    """How many of its pages may bring nothing new before it is left."""
    pages: int
    """How many of its pages were scraped."""
    skipped: int
    """How many of its addresses were left out."""


class CrawlCompletedWebhook(Model):
    """Body of the webhook `crawl.completed`."""

    crawl_id: str
    """The crawl, which `GET /crawl/{crawl_id}` reads. A UUID."""
    url: str
    """The start page; a login in it is shown as `***`."""
    status: Union[Literal["discovering", "running", "completed", "failed", "cancelled"], str]
    """`discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`:
    all have ended, and some were delivered; `failed`: none was.
    """
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    end_reason: Optional[Union[Literal["exhausted", "max_pages", "max_credits", "cancelled", "start_page_failed", "robots", "expired"], str]] = None
    """Why no more pages are scraped, null while it runs. `exhausted`: there are no more; `robots`: robots.txt
    forbids the start page, or the start page forbids following its links; `expired`: 24 hours have passed.
    """
    paused_reason: Optional[Union[Literal["caller", "insufficient_balance", "spend_limit", "waiting_webhooks"], str]] = None
    """What the crawl waits for, null while it does not. `caller`: to be resumed; else it goes on by itself
    when there is money again, or fewer of the account’s webhooks wait, for 24 hours.
    """
    total: int
    """Pages that were taken on so far."""
    completed: int
    """Pages that have succeeded."""
    failed: int
    """Pages that have failed, for good."""
    cancelled: int
    """Pages that were cancelled before they ended."""
    pending: int
    """Pages that have not ended."""
    pages_scraped: int
    """The same as completed."""
    pages_failed: int
    """The same as failed."""
    pages_total: int
    """Pages that were taken on, and those that are known and will be."""
    max_pages: int
    """Most pages that are scraped, as it was asked for."""
    discovered: int
    """Addresses within the bounds of the crawl that were found."""
    skipped: Dict[str, int]
    """Addresses that were left out, by reason."""
    left_out: Optional[Dict[str, List[str]]] = None
    """The first 100 of them for each reason, without those above 2,000 characters. Webhooks have none."""
    waiting: Optional[List[str]] = None
    """The first 200 addresses whose turn has not come, in their order; absent in webhooks."""
    traps: List[CrawlCompletedWebhookTrap]
    """Endless parts of the site that were left."""
    site: Dict[str, Any]
    """What was found at the site: robots.txt, sitemaps."""
    estimated_credits: float
    """Credits that `max_pages` pages would cost at the tier that the start page is expected to need."""
    credits_used: float
    """Credits charged so far; a dollar has 5,000."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    completed_at: Optional[DateTime] = None
    """When its last page had ended; null before. ISO 8601, in UTC."""
    cancelled_at: Optional[DateTime] = None
    """When it was cancelled; null where it was not. ISO 8601, in UTC."""
    webhook_url: Optional[str] = None
    """Who is told of its end, as `webhook_url` of the request; null where nobody is."""
    error: Optional[str] = None
    """Why no page could be scraped; of a crawl that has failed."""
    event: Literal["crawl.completed"]
    """What has happened: the crawl has ended, in whichever way."""


class CrawlEstimate(Model):
    """What `POST /crawl/estimate` answers."""

    url: str
    """The start page."""
    estimated_pages: int
    """Within the bounds of the request."""
    min_pages: int
    """Pages that were found by looking at the site."""
    max_pages: int
    """Pages that there may be, with those that further links lead to."""
    estimated_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """The tier that will probably deliver the start page."""
    estimated_credits: float
    """Credits that `estimated_pages` would cost at `estimated_tier`."""
    min_credits: float
    """Credits that `min_pages` cost at the cheapest tier that the request may use."""
    max_possible_credits: float
    """Credits that `max_pages` cost at the dearest tier."""
    estimated_cost_dollars: float
    """The same as `estimated_credits`, in dollars."""
    min_cost_dollars: float
    """The same as `min_credits`, in dollars."""
    max_cost_dollars: float
    """The same as `max_possible_credits`, in dollars."""
    confidence: Union[Literal["high", "medium", "low"], str]
    """How sure the estimate is, by what is known of the host."""
    reasoning: str
    """What the estimate rests on, in a sentence."""
    sitemap_found: bool
    """Whether the site has a sitemap that could be read."""
    warnings: Optional[List[str]] = None
    """Sentences about what was asked for and is not as it seems; absent where there is nothing to say."""


class CrawlList(Model):
    """What `GET /crawls` answers."""

    crawls: List[CrawlListEntry]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class CrawlListEntry(Model):
    """A crawl, as a list shows it."""

    crawl_id: str
    """The crawl, which `GET /crawl/{crawl_id}` reads. A UUID."""
    url: str
    """The start page; a login in it is shown as `***`."""
    status: Union[Literal["discovering", "running", "completed", "failed", "cancelled"], str]
    """`discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`:
    all have ended, and some were delivered; `failed`: none was.
    """
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    end_reason: Optional[Union[Literal["exhausted", "max_pages", "max_credits", "cancelled", "start_page_failed", "robots", "expired"], str]] = None
    """Why no more pages are scraped, null while it runs. `exhausted`: there are no more; `robots`: robots.txt
    forbids the start page, or the start page forbids following its links; `expired`: 24 hours have passed.
    """
    paused_reason: Optional[Union[Literal["caller", "insufficient_balance", "spend_limit", "waiting_webhooks"], str]] = None
    """What the crawl waits for, null while it does not. `caller`: to be resumed; else it goes on by itself
    when there is money again, or fewer of the account’s webhooks wait, for 24 hours.
    """
    total: int
    """Pages that were taken on so far."""
    completed: int
    """Pages that have succeeded."""
    failed: int
    """Pages that have failed, for good."""
    cancelled: int
    """Pages that were cancelled before they ended."""
    pending: int
    """Pages that have not ended."""
    max_pages: int
    """Most pages that are scraped, as it was asked for."""
    credits_used: float
    """Credits charged so far; a dollar has 5,000."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    completed_at: Optional[DateTime] = None
    """When its last page had ended; null before. ISO 8601, in UTC."""


class CrawlPage(Model):
    """A page of a crawl, and what has become of it."""

    url: str
    """The page; a login in it is shown as `***`."""
    job_id: str
    """The job, which `GET /jobs/{job_id}` reads. A UUID."""
    status: Union[Literal["pending", "running", "succeeded", "failed", "cancelled"], str]
    """How far its job is: `pending` until a worker begins, then `running`, then one of the others."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    depth: int
    """Links from the start page."""
    source: str
    """Where it was found: `start`, `link`, `sitemap`, `feed`, `canonical` or `redirect`."""
    status_code: Optional[int] = None
    """HTTP status of the target’s answer; of a page that was delivered."""
    title: Optional[str] = None
    """Of a page that was delivered: its title."""
    credits: Optional[float] = None
    """Credits charged; of a page that was delivered."""
    duplicate_of: Optional[str] = None
    """Of a page without news: the job whose page has shown the same content before. A UUID."""
    error: Optional[str] = None
    """The message of its error; of a page that has failed or was cancelled."""
    error_code: Optional[str] = None
    """The code of its error; of a page that has failed or was cancelled."""
    result: Optional[ScrapeResult] = None
    """Of a page that was delivered, while results are kept."""


class CreditGranted(Model):
    """What `POST /operator/accounts/{account_id}/credits` answers."""

    account_id: str
    """Stands for `{account_id}` in paths. A UUID."""
    granted_credits: float
    """Credits that were added; 0 where this `reference` had added them before."""
    available_credits: float
    """Credits of the balance then, without what open requests hold."""


class DeadLetter(Model):
    """Something that the service has given up."""

    id: str
    """Its kind and its UUID: `job_…`, `webhook_…` or `mail_…`."""
    kind: Union[Literal["job", "webhook", "mail"], str]
    """`job`: it failed by a fault of the service (`INTERNAL`, `OUTCOME_UNKNOWN`); `webhook`: all attempts
    failed; `mail`: it was tried three times, and waits.
    """
    account_id: Optional[str] = None
    """Whose it is; null of mails. A UUID."""
    what: str
    """The page, the event and its receiver, or nothing of a mail, which is sealed."""
    code: Optional[str] = None
    """The code of the error, or the status that the receiver answered; null: there was none."""
    reason: Optional[str] = None
    """What went wrong; null: it is not known."""
    died_at: DateTime
    """When it was given up. ISO 8601, in UTC."""
    obstacle: Optional[str] = None
    """Why it cannot be put back; null where it can."""


class DeadLetters(Model):
    """What `GET /operator/dead-letters` answers."""

    letters: List[DeadLetter]
    """The newest first."""


class DeviceAuthorization(Model):
    """What `POST /oauth/device_authorization` answers."""

    device_code: str
    """What the device polls `POST /oauth/token` with."""
    user_code: str
    """What the person types on the page."""
    verification_uri: str
    """The page that the person opens."""
    verification_uri_complete: str
    """The same with the code, such as for a QR code."""
    expires_in: int
    """Seconds that both codes are good for."""
    interval: int
    """Seconds between two polls."""


class DeviceDecisionReply(Model):
    """What `POST /oauth/device/decide` answers."""

    status: Union[Literal["allowed", "denied"], str]
    """What was decided."""


class DeviceQuestionReply(Model):
    """What `POST /oauth/device/ask` answers."""

    client_name: str
    """What the tool is called."""
    key_name: str
    """What the key will be called."""


class DomainBlocked(Model):
    """What `PUT /operator/blocked-domains/{domain}` answers."""

    domain: str
    """The domain, as it is compared: in small letters, and in ASCII."""
    blocked: bool
    """Whether it is blocked now, with its subdomains."""
    changed: bool
    """False: it was so already."""


class Done(Model):
    """What `POST /auth/confirm-email` answers."""

    status: str
    """What was done."""


class ErrorReplyDetailsIssue(Model):
    path: str
    """Where in the request it is, with dots: `advanced.cookies.0.name`; empty for the whole of it."""
    message: str
    """What is wrong there, and what would be right."""


class ErrorReplyDetails(Model):
    """What a program can use of this error; which fields there are depends on its code, and there may be
    none.
    """

    issues: Optional[List[ErrorReplyDetailsIssue]] = None
    """What is wrong, field by field; of a request that is not as it must be."""
    issues_omitted: Optional[int] = None
    """How many more issues there are; absent where `issues` has all."""
    bad_indexes: Optional[List[int]] = None
    """Of a batch: the entries of `urls` that have issues."""
    bad_lines: Optional[List[int]] = None
    """Of a batch that was sent as CSV: the lines that have issues, from 1."""


class ErrorReply(Model):
    """The body of every error."""

    error: Union[Literal["INVALID_REQUEST", "INVALID_JSON", "URL_NOT_ALLOWED", "SESSION_DOMAIN_MISMATCH", "SESSION_COOKIES_CONFLICT", "UNAUTHENTICATED", "INSUFFICIENT_BALANCE", "FORBIDDEN", "NOT_FOUND", "JOB_NOT_FOUND", "SESSION_NOT_FOUND", "METHOD_NOT_ALLOWED", "REQUEST_TIMEOUT", "CONFLICT", "CANCELLED", "IDEMPOTENCY_IN_PROGRESS", "JOB_EXPIRED", "SESSION_EXPIRED", "SESSION_INACTIVE", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_CONTENT_TYPE", "ALL_TIERS_FAILED", "BUDGET_EXCEEDED", "EXTRACTION_FAILED", "OUTCOME_UNKNOWN", "RESOURCE_LIMIT_EXCEEDED", "IDEMPOTENCY_CONFLICT", "RATE_LIMITED", "CONCURRENCY_LIMITED", "SPEND_LIMIT_EXCEEDED", "SESSION_LIMIT_REACHED", "BATCH_LIMIT_REACHED", "CRAWL_LIMIT_REACHED", "INTERNAL", "NOT_IMPLEMENTED", "QUEUE_UNAVAILABLE", "SERVICE_UNAVAILABLE"], str]
    """The code of the error, for programs; `docs/reference/errors.md` says when each comes."""
    message: str
    """What is wrong and what to do about it, for people."""
    detail: str
    """The same as `message`."""
    details: Optional[ErrorReplyDetails] = None
    """What a program can use of this error; which fields there are depends on its code, and there may be
    none.
    """
    request_id: str
    """Finds the request in the logs of the operator; the header `X-Request-Id` says the same."""
    billing: Optional[Billing] = None
    """Of a scrape that failed: its attempts."""


class Escalation(Model):
    """One attempt, at one tier."""

    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """The tier of the attempt."""
    result: Union[Literal["success", "failed"], str]
    """Whether the tier delivered."""
    credits: float
    """Credits charged for it."""
    cost: float
    """The same in dollars."""
    duration_ms: int
    """How long the attempt took, in milliseconds."""
    error: Optional[str] = None
    """Why the tier did not deliver; absent where it did."""


class EstimateTier(Model):
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """A tier that the request may use."""
    name: str
    """Its name, such as "browser"."""
    credits: float
    """Credits that it costs if this tier delivers, with all options."""


class Estimate(Model):
    """What `POST /scrape/estimate` answers."""

    url: str
    """The page, as it was asked for."""
    estimated_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """The tier that will probably deliver."""
    tier_name: str
    """The name of estimated_tier, such as "browser"."""
    estimated_credits: float
    """Credits that it will probably cost, at `estimated_tier` with the options of the request."""
    max_possible_credits: float
    """Credits that it costs at the dearest tier that the request may use."""
    estimated_cost_dollars: float
    """The same as `estimated_credits`, in dollars."""
    min_cost_dollars: float
    """Dollars that it costs at the cheapest tier that the request may use."""
    max_cost_dollars: float
    """The same as `max_possible_credits`, in dollars."""
    tiers: List[EstimateTier]
    """What it costs at each tier that the request may use, in the order in which they are tried."""
    confidence: Union[Literal["high", "medium", "low"], str]
    """How sure the estimate is, by what is known of the host."""
    reasoning: str
    """What the estimate rests on, in a sentence."""
    warnings: Optional[List[str]] = None
    """Sentences about what was asked for and is not as it seems; absent where there is nothing to say."""


class EventReceived(Model):
    """What `POST /billing/webhooks/stripe` answers."""

    received: Literal[True]
    """The event was taken."""


class ExportDestination(Model):
    """A place of your own that exports are written to."""

    id: str
    """Stands for `{destination_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    type: Union[Literal["s3", "folder", "webhook"], str]
    """What it is: an S3-compatible store, a folder of the server, or a webhook."""
    endpoint: Optional[str] = None
    """Of `s3`: address of the store."""
    bucket: Optional[str] = None
    """Of `s3`: the bucket of the store."""
    region: Optional[str] = None
    """Of `s3`: the region; absent where none was named."""
    prefix: Optional[str] = None
    """Of `s3`: put before the name of every object; absent where nothing is."""
    addressing: Optional[Union[Literal["path", "virtual_host"], str]] = None
    """Of `s3`: where the bucket stands; absent: in the path."""
    access_key_suffix: Optional[str] = None
    """Of `s3`: the last four characters of `access_key_id`."""
    path: Optional[str] = None
    """Of `folder`: the folder."""
    url: Optional[str] = None
    """Of `webhook`: where the rows go."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""
    last_used_at: Optional[DateTime] = None
    """When an export was last written to it; null: never. ISO 8601, in UTC."""


class ExportDestinationList(Model):
    """What `GET /exports` answers."""

    destinations: List[ExportDestination]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class ExportObject(Model):
    """An object that was written, or is."""

    name: str
    """Below the prefix of its destination; of `files` their folder."""
    rows: int
    """How many rows or pages it holds."""
    bytes: int
    """How many bytes it has."""
    is_complete: bool
    """Whether it is written to its end."""


class ExportRequest(Model):
    """Body of `POST /batch/{batch_id}/export`."""

    destination_id: str
    """One of `GET /exports`. A UUID."""
    format: Union[Literal["jsonl", "csv", "parquet", "warc", "wacz", "files"], str]
    """`files`: a file a page, or more. A webhook takes `jsonl` alone."""
    compression: Optional[Union[Literal["none", "gzip", "snappy"], str]] = None
    """How objects are compressed; archives always are. Default: `snappy` for Parquet, else `none`."""
    fields: Any = None
    """Of `jsonl`, `csv` and `parquet`: the columns, in this order. Default: all."""
    partition_by: Optional[Literal["date"]] = None
    """An object for each day (UTC) of the scrapes, below `date=2026-11-24/`."""
    include_failed: bool
    """Of `jsonl`, `csv` and `parquet`: also pages that failed, with their errors."""
    include_files: bool
    """Also the screenshots and PDFs of the pages, and pages that are files themselves (PDF, office document,
    picture; column `document_file`), below `files/`; not to a webhook.
    """
    page_files: Any = None
    """Of `files`: which ones of each page. Default: `md`."""
    escape_formulas: bool
    """Of `csv`: whether cells that a spreadsheet would run as a formula (they begin with = + - @, a tab or a
    line end) get a leading apostrophe.
    """


class ExportRun(Model):
    """An export of a batch or a crawl."""

    export_id: str
    """Stands for `{export_id}` in paths. A UUID."""
    destination_id: Optional[str] = None
    """Null once the destination is deleted. A UUID."""
    batch_id: Optional[str] = None
    """Of an export of a batch: the batch."""
    crawl_id: Optional[str] = None
    """Of an export of a crawl: the crawl. A UUID."""
    status: Union[Literal["pending", "running", "completed", "failed", "cancelled"], str]
    """How far it is; one that fails is tried again until `deadline_at`."""
    format: Union[Literal["jsonl", "csv", "parquet", "warc", "wacz", "files"], str]
    """What the objects are, as it was asked for."""
    compression: Union[Literal["none", "gzip", "snappy"], str]
    """How the objects are compressed."""
    rows: int
    """Pages that the destination has taken."""
    total_rows: Optional[int] = None
    """Pages that it is to write; null before it has begun."""
    bytes: int
    """Bytes that the destination has taken."""
    objects: List[ExportObject]
    """The first 100. Each export of the same in the same form has the same names."""
    error: Optional[str] = None
    """Why it failed; while it runs, why its last try did; null where nothing did."""
    error_code: Optional[Union[Literal["INVALID_REQUEST", "INVALID_JSON", "URL_NOT_ALLOWED", "SESSION_DOMAIN_MISMATCH", "SESSION_COOKIES_CONFLICT", "UNAUTHENTICATED", "INSUFFICIENT_BALANCE", "FORBIDDEN", "NOT_FOUND", "JOB_NOT_FOUND", "SESSION_NOT_FOUND", "METHOD_NOT_ALLOWED", "REQUEST_TIMEOUT", "CONFLICT", "CANCELLED", "IDEMPOTENCY_IN_PROGRESS", "JOB_EXPIRED", "SESSION_EXPIRED", "SESSION_INACTIVE", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_CONTENT_TYPE", "ALL_TIERS_FAILED", "BUDGET_EXCEEDED", "EXTRACTION_FAILED", "OUTCOME_UNKNOWN", "RESOURCE_LIMIT_EXCEEDED", "IDEMPOTENCY_CONFLICT", "RATE_LIMITED", "CONCURRENCY_LIMITED", "SPEND_LIMIT_EXCEEDED", "SESSION_LIMIT_REACHED", "BATCH_LIMIT_REACHED", "CRAWL_LIMIT_REACHED", "INTERNAL", "NOT_IMPLEMENTED", "QUEUE_UNAVAILABLE", "SERVICE_UNAVAILABLE"], str]] = None
    """The code of that error; null where there is none."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    started_at: Optional[DateTime] = None
    """When it began; null before. ISO 8601, in UTC."""
    ended_at: Optional[DateTime] = None
    """When it ended, or was cancelled; null before. ISO 8601, in UTC."""
    deadline_at: DateTime
    """What is not written by then fails. ISO 8601, in UTC."""
    status_url: str
    """Path at which it is read."""
    poll_url: Optional[PollUrl] = None
    """Of a 202."""


class ExportRunList(Model):
    """What `GET /exports/runs` answers."""

    exports: List[ExportRun]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class ExportTestResult(Model):
    """What `POST /exports/{destination_id}/test` answers."""

    ok: bool
    """Whether something could be written there."""
    latency_ms: int
    """How long it took, in milliseconds."""
    error: Optional[str] = None
    """What went wrong, and what may help; absent with `ok`."""


class ExtractHistoryRow(Model):
    checked_at: DateTime
    """When the page said so first. ISO 8601, in UTC."""
    last_checked_at: DateTime
    """Of the last version behind it that says the same. ISO 8601, in UTC."""
    versions: int
    """How many versions, one after the other, say so."""
    data: Any = None
    """The extracted fields; null where a version could not be read."""
    job_id: str
    """Of the first version: GET /jobs/{job_id} has the whole result. A UUID."""
    error: Optional[str] = None
    """Why the version could not be read; absent where it was."""


class ExtractHistoryVersions(Model):
    """How many versions there are, and how they have come out."""

    total: int
    """Kept of the page within `from` and `to`, when it was asked."""
    asked: int
    """How many of them are read by this extraction."""
    read: int
    """How many have been read."""
    failed: int
    """How many could not be read."""


class ExtractHistory(Model):
    """What the versions of a page say, over time."""

    extract_id: str
    """Also the id of a batch, whose items read the versions. A UUID."""
    monitor_id: str
    """Stands for `{monitor_id}` in paths. A UUID."""
    url: str
    """Address of the page."""
    status: Union[Literal["pending", "completed"], str]
    """`completed`: all versions that were asked for are read, or have failed."""
    rows: List[ExtractHistoryRow]
    """The oldest first; versions that say the same one after the other are one row."""
    versions: ExtractHistoryVersions
    """How many versions there are, and how they have come out."""
    credits_used: float
    """Credits charged so far; a dollar has 5,000."""
    poll_url: Optional[PollUrl] = None
    """While versions are still read: where it is read again, as a whole address."""


class ExtractResult(Model):
    """What was extracted from a page."""

    extract_id: str
    """Also the id of its job: GET /jobs/{job_id} gives the page once more for 24 hours. A UUID."""
    formats: Dict[str, Any]
    """By format. `json` holds the extracted fields, where a schema, a profile or a prompt asked for some."""
    extraction_result: Any = None
    """The extracted fields; absent where none were asked for."""
    filtered_content: Optional[Union[Dict[str, Any], List[Any]]] = None
    """What was found for `extraction_schema` without a model."""
    missing_fields: List[str]
    """Fields of the schema that were not found."""
    evidence: Optional[Dict[str, Any]] = None
    """With `evidence`: by field, the passage or where it comes from (`kind`, `found_by`, `source`, `pointer`,
    `confidence`). A passage that does not stand in the page is left out.
    """
    credits_used: float
    """Credits charged so far; a dollar has 5,000."""
    model_used: Optional[str] = None
    """The model that has answered; null where none was asked."""
    extraction_method: Union[Literal["structured_data", "algorithmic", "schema_filter", "llm"], str]
    """How the fields were found."""
    extraction_profile: str
    """The ready-made schema that was used; `auto` where none was named."""
    content_size_chars: int
    """How many characters `content` has; of a fetched page how many bytes."""
    cache_hit: bool
    """Whether the answer came from your cache."""
    extraction_metadata: ExtractionMetadata
    """Whether a model was asked, which, and how."""
    warnings: List[str]
    """Sentences about the page and the request; may be empty."""


class ExtractionMetadata(Model):
    """Whether a language model was asked, which, and how."""

    mode: Union[Literal["byok", "algorithmic"], str]
    """`byok`: a model was asked through a key of your own; `algorithmic`: none was asked."""
    provider: Optional[str] = None
    """Who was asked; null where no model was."""
    model: Optional[str] = None
    """Which model was asked, as the provider names it; null where none was."""
    input_tokens: Optional[int] = None
    """Tokens that the model has read; null where the provider does not say."""
    output_tokens: Optional[int] = None
    """Tokens that the model has written; null where the provider does not say."""
    cost_microcents: Optional[int] = None
    """What the provider says that it charges you; 1,000,000 are a dollar. Null where it does not say."""
    cached: bool
    """Whether the answer came from your cache."""
    latency_ms: int
    """How long the answer took, in milliseconds."""


class FeedBatchEvent(Model):
    """Data of the event `batch_update` of `GET /events`."""

    type: Literal["batch_update"]
    """Which message this is."""
    cursor: str
    """Where the feed goes on after this event; its `id` as well."""
    batch_id: str
    """The batch, which `GET /batch/{batch_id}` reads."""
    status: Union[Literal["pending", "processing", "completed", "partially_failed", "failed", "cancelled"], str]
    """`pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but
    not all failed; `cancelled`: it was cancelled, whatever had ended before.
    """
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    total: int
    """Items or pages that were taken on so far."""
    completed: int
    """Items or pages that have succeeded."""
    failed: int
    """Items or pages that have failed, for good."""
    cancelled: int
    """Items or pages that were cancelled before they ended."""
    pending: int
    """Items or pages that have not ended."""
    ts: int
    """Unix time in seconds."""


class FeedCrawlEvent(Model):
    """Data of the event `crawl_update` of `GET /events`."""

    type: Literal["crawl_update"]
    """Which message this is."""
    cursor: str
    """Where the feed goes on after this event; its `id` as well."""
    crawl_id: str
    """The crawl, which `GET /crawl/{crawl_id}` reads. A UUID."""
    status: Union[Literal["discovering", "running", "completed", "failed", "cancelled"], str]
    """`discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`:
    all have ended, and some were delivered; `failed`: none was.
    """
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    total: int
    """Items or pages that were taken on so far."""
    completed: int
    """Items or pages that have succeeded."""
    failed: int
    """Items or pages that have failed, for good."""
    cancelled: int
    """Items or pages that were cancelled before they ended."""
    pending: int
    """Items or pages that have not ended."""
    ts: int
    """Unix time in seconds."""


class FeedJobEvent(Model):
    """Data of the event `job_update` of `GET /events`."""

    type: Literal["job_update"]
    """Which message this is."""
    cursor: str
    """Where the feed goes on after this event; its `id` as well."""
    job_id: str
    """The job, which `GET /jobs/{job_id}` reads. A UUID."""
    status: Union[Literal["running", "completed", "failed"], str]
    """What has become of it."""
    url: Optional[str] = None
    """Of a job that has ended."""
    batch_id: Optional[str] = None
    """Of an item of a batch: the batch."""
    crawl_id: Optional[str] = None
    """Of a page of a crawl: the crawl. A UUID."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    seq: Optional[int] = None
    """Of an item of a batch, or a page of a crawl: its place in the log."""
    ts: int
    """Unix time in seconds."""
    error: Optional[str] = None
    """The message of the error of a failed job; null of others."""
    error_code: Optional[str] = None
    """The code of the error of a failed job."""
    result_url: Optional[str] = None
    """In place of a result above 1 MB: where it is, to be fetched with your key."""
    result: Optional[Dict[str, Any]] = None
    """The result of a completed job, as `GET /jobs/{job_id}` has it; null of others, and where it is not
    sent.
    """


class FeedSubscribedEvent(Model):
    """Data of the event `subscribed` of `GET /events`."""

    cursor: str
    """Where the feed goes on after this event; its `id` as well."""
    type: Literal["subscribed"]
    """Which message this is."""
    feed: Literal["account"]
    """What is followed."""
    ts: int
    """Unix time in seconds."""


class FleetHealthBrowser(Model):
    service: str
    """Which service they belong to."""
    open: int
    """Browsers that run."""
    pages: int
    """Pages that are open in them."""
    started: int
    """Browsers started since the process was: those that crash or grow old are replaced."""


class FleetHealthReader(Model):
    service: str
    """Which service they belong to."""
    alive: int
    """Threads and processes that read pages now."""
    lost: int
    """How many a page has ended since the process was started."""


class FleetHealth(Model):
    """Whether anything is down."""

    status: Union[Literal["ok", "degraded", "down"], str]
    """That of the worst part."""
    checked_at: DateTime
    """When it was read. ISO 8601, in UTC."""
    version: str
    """What the gateway that answers runs."""
    services: List[ServiceHealth]
    """Every service that a whole fleet has."""
    checks: List[HealthCheck]
    """What the services need."""
    browsers: List[FleetHealthBrowser]
    """The browsers of each process."""
    readers: List[FleetHealthReader]
    """What makes results of pages, of each process."""
    proxies: List[OperatedProxy]
    """Those that fail first."""


class HealthCheck(Model):
    """Something that services need, as the gateway that answers sees it."""

    name: str
    """What is checked: `postgres`, `redis`, `storage`, `clock` and others."""
    status: Union[Literal["ok", "down"], str]
    """Whether it is in order."""
    reason: Optional[str] = None
    """Why it is not well; null where it is."""
    ms: int
    """How long the check took, in milliseconds."""


class Introspection(Model):
    """What `POST /oauth/introspect` answers."""

    active: bool
    """Whether the token is good, and the client’s. Where it is not, there is nothing else."""
    scope: Optional[Literal["scrape"]] = None
    """What it may do; of an active one."""
    client_id: Optional[str] = None
    """The tool that has it; of an active one."""
    token_type: Optional[Literal["bearer"]] = None
    """How it is sent; of an active one."""
    iss: Optional[str] = None
    """Who has given it: the address of this service; of an active one."""
    aud: Optional[str] = None
    """What it is for: the address of this API; of an active one."""
    sub: Optional[str] = None
    """The person who allowed it; of an active one."""
    iat: Optional[int] = None
    """When it was given, in seconds since 1970; of an active one."""
    exp: Optional[int] = None
    """When it ends, in seconds since 1970; absent where it does not."""


class Invitation(Model):
    """An open invitation, as those who manage the organization see it."""

    id: str
    """Stands for `{invitation_id}` in paths. A UUID."""
    email: str
    """Who is invited."""
    role: GivenRole
    invited_by: Optional[str] = None
    """E-mail address of the sender; null once that account is deleted."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    expires_at: DateTime
    """Until when it may be accepted. ISO 8601, in UTC."""


class InvitationList(Model):
    """What `GET /organizations/{organization_id}/invitations` answers."""

    invitations: List[Invitation]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class Job(Model):
    """A scrape that goes on after its request was answered, and once it is completed its result."""

    id: str
    """Stands for `{job_id}` in paths. A UUID."""
    status: Union[Literal["pending", "running", "completed", "failed", "succeeded"], str]
    """How far it is; `succeeded` is what one published client, told by its User-Agent, calls `completed`."""
    url: str
    """The page, as it was asked for; a login in it is shown as `***`."""
    mode: str
    """How the page is read, as it was asked for: `auto`, `html`, `js`, `pdf` or `ocr`."""
    batch_id: Optional[str] = None
    """Of an item of a batch: the batch."""
    crawl_id: Optional[str] = None
    """Of a page of a crawl: the crawl. A UUID."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    progress: Optional[float] = None
    """How far it is, from 0 to 100 percent: of a running or completed job."""
    tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], str]] = None
    """Of a job that is under way: the tier that tries it, or is the next to."""
    attempts: Optional[List[Escalation]] = None
    """Of a job that is under way: the attempts that have ended, in order."""
    result: Optional[ScrapeResult] = None
    """Of a completed job, for 24 hours."""
    error: Optional[str] = None
    """Of a failed job: the message of its error."""
    error_code: Optional[str] = None
    """Of a failed job: the code of its error."""
    error_details: Optional[Dict[str, Any]] = None
    """Of a failed job: what a program can use of its error, among it `billing`."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    completed_at: Optional[DateTime] = None
    """When it was delivered; of a completed job. ISO 8601, in UTC."""
    failed_at: Optional[DateTime] = None
    """When it failed; of a failed job. ISO 8601, in UTC."""


class JobAccepted(Model):
    """A job that was taken on."""

    job_id: str
    """The job, which `GET /jobs/{job_id}` reads. A UUID."""
    status: Union[Literal["pending", "running"], str]
    """How far it is: `pending` until a worker begins, then `running`."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    poll_url: PollUrl


class JobCompletedWebhook(Model):
    """Body of the webhook `job.completed`."""

    event: Literal["job.completed"]
    """What has happened."""
    batch_id: Optional[str] = None
    """The batch that it is an item of; null of others."""
    crawl_id: Optional[str] = None
    """Of a page of a crawl: the crawl. A UUID."""
    job_id: str
    """The job, which `GET /jobs/{job_id}` reads. A UUID."""
    url: str
    """The page, as it was asked for; a login in it is shown as `***`."""
    status: Literal["completed"]
    """How the job has ended."""
    completed_at: DateTime
    """When it ended. ISO 8601, in UTC."""
    result: Optional[ScrapeResult] = None
    """The result, up to 1 MB; a larger one is at `result_url` in place of this."""
    result_url: Optional[str] = None
    """To be fetched with your key, where there is no `result`."""


class JobFailedWebhook(Model):
    """Body of the webhook `job.failed`."""

    event: Literal["job.failed"]
    """What has happened."""
    batch_id: Optional[str] = None
    """The batch that it is an item of; null of others."""
    crawl_id: Optional[str] = None
    """Of a page of a crawl: the crawl. A UUID."""
    job_id: str
    """The job, which `GET /jobs/{job_id}` reads. A UUID."""
    url: str
    """The page, as it was asked for; a login in it is shown as `***`."""
    status: Literal["failed"]
    """How the job has ended."""
    completed_at: DateTime
    """When it ended. ISO 8601, in UTC."""
    error: str
    """The message of its error."""
    error_code: str
    """The code of its error, for programs."""
    error_details: Dict[str, Any]
    """What a program can use of its error, among it `billing`."""


class JobListCounts(Model):
    total: int
    """All that have ended: the sum of the next three."""
    completed: int
    """Delivered by a fetch."""
    failed: int
    """Ended without a page."""
    cached: int
    """Answered from your cache."""


class JobList(Model):
    """What `GET /jobs` answers."""

    jobs: List[JobListEntry]
    """The newest first."""
    next_cursor: Optional[str] = None
    """Where the list goes on; null at its end. A page may hold fewer jobs than `limit`, or none, before it:
    only so many jobs are looked through at once. A UUID.
    """
    counts: Optional[JobListCounts] = None
    """What has ended in that time, by quarters of an hour, without jobs of test keys; `total` is the sum of
    the others. Null with filters by which nothing is counted ahead: all but time, key and tier.
    """


class JobListEntry(Model):
    """A job without its result, as a list shows it."""

    id: str
    """Stands for `{job_id}` in paths. A UUID."""
    status: Union[Literal["pending", "running", "completed", "failed", "succeeded"], str]
    """How far it is; `succeeded` is what one published client, told by its User-Agent, calls `completed`."""
    url: str
    """The page, as it was asked for; a login in it is shown as `***`."""
    mode: str
    """How the page is read, as it was asked for: `auto`, `html`, `js`, `pdf` or `ocr`."""
    batch_id: Optional[str] = None
    """Of an item of a batch: the batch."""
    crawl_id: Optional[str] = None
    """Of a page of a crawl: the crawl. A UUID."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], str]] = None
    """Of a completed job: what has delivered it."""
    attempts: Optional[List[Escalation]] = None
    """Of a job that is under way: the attempts that have ended, in order."""
    error: Optional[str] = None
    """Of a failed job: the message of its error."""
    error_code: Optional[str] = None
    """Of a failed job: the code of its error."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    completed_at: Optional[DateTime] = None
    """When it was delivered; of a completed job. ISO 8601, in UTC."""
    failed_at: Optional[DateTime] = None
    """When it failed; of a failed job. ISO 8601, in UTC."""
    domain: Optional[str] = None
    """The host of its address; null for a page that you have sent yourself."""
    status_code: Optional[int] = None
    """What the target has answered; of a completed job."""
    credits: float
    """Credits charged; 0 until it is delivered."""
    cached: bool
    """Whether the page came from your cache."""
    test: bool
    """Made with a test key."""
    key_id: Optional[str] = None
    """The key that it was asked with; null: a person who had signed in, or a key that is gone. A UUID."""


class LedgerStateDiscrepancy(Model):
    account_id: str
    """Whose it is: an `id` that `GET /operator/accounts` lists. A UUID."""
    subject: str
    """Id of the account, of one of its jobs, or of an entry."""
    what: str
    """What does not add up."""


class LedgerState(Model):
    """Whether the ledger adds up."""

    status: Union[Literal["ok", "late", "wrong"], str]
    """`wrong`: something does not add up; `late`: the audit has not run for ten minutes."""
    audited_at: Optional[DateTime] = None
    """When the audit ran last; null: never. ISO 8601, in UTC."""
    passed_at: Optional[DateTime] = None
    """When it had looked at everything last; null: not yet. ISO 8601, in UTC."""
    available_credits: float
    """Credits that all balances have free."""
    held_credits: float
    """Credits that all balances hold."""
    held_by_work: float
    """Credits that open jobs and calls hold: the same number, if none was left behind."""
    owed_credits: float
    """Credits that accounts owe."""
    charged_credits: float
    """Credits that were charged since the beginning."""
    discrepancies: List[LedgerStateDiscrepancy]
    """All that the audit knows to be wrong, the newest first, 100 at most."""


class LettersMovedLetter(Model):
    id: str
    """Its kind and its UUID: `job_…`, `webhook_…` or `mail_…`."""
    result: str
    """What was done, or why nothing was."""
    done: bool
    """Whether it was done."""


class LettersMoved(Model):
    """What `POST /operator/dead-letters/discard` answers."""

    letters: List[LettersMovedLetter]
    """In the order of the request."""


class LlmKey(Model):
    """A key of your own at a provider of language models, without the key itself."""

    id: str
    """Stands for `{llm_key_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    provider: LlmProviderName
    key_suffix: Optional[str] = None
    """The last four characters of the key; null without one."""
    base_url: str
    """Where the key is sent."""
    model: Optional[str] = None
    """Used unless a request names another by `extraction_model`; null: none."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""
    last_used_at: Optional[DateTime] = None
    """When a model was last asked through it; null: never. ISO 8601, in UTC."""


class LlmKeyList(Model):
    """What `GET /llm-keys` answers."""

    llm_keys: List[LlmKey]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class LlmKeyTestResult(Model):
    """What `POST /llm-keys/{llm_key_id}/test` answers."""

    ok: bool
    """Whether the provider has answered."""
    model: Optional[str] = None
    """The model that answered, or was asked; null where none is stored with the key."""
    latency_ms: int
    """How long it took, in milliseconds."""
    error: Optional[str] = None
    """Why there was no answer; absent with `ok`."""


class MailPromised(Model):
    """What `POST /auth/email` answers."""

    status: Literal["accepted"]
    """What was asked for goes on by a mail."""
    message: str
    """The same in a sentence."""


class ManualLoginError(Model):
    code: str
    """Code of the error."""
    message: str
    """What went wrong, and what helps."""


class ManualLogin(Model):
    """A browser in which a person signs in."""

    id: str
    """Stands for `{manual_login_id}` in paths. A UUID."""
    url: str
    """Where the browser began, without query."""
    name: str
    """Of the session that is kept."""
    domain: str
    """Of the session that is kept."""
    mobile: bool
    """Whether the page is shown as on a phone."""
    status: Union[Literal["waiting", "open", "kept", "ended", "idle", "expired", "failed"], str]
    """`waiting`: for a browser; `open`: somebody may sign in; `kept`: a session was made of it; `ended`: by
    its caller; `idle`: nobody did anything for 3 minutes; `expired`: its 15 minutes were over; `failed`:
    see `error`.
    """
    error: Optional[ManualLoginError] = None
    """Why it failed; null: it has not."""
    session_id: Optional[str] = None
    """The session that was made of it; null: none was. A UUID."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    opened_at: Optional[DateTime] = None
    """When its browser was there; null: not yet. ISO 8601, in UTC."""
    ends_at: DateTime
    """When it ends at the latest. ISO 8601, in UTC."""
    ended_at: Optional[DateTime] = None
    """When it has ended; null: not yet. ISO 8601, in UTC."""


class ManualLoginBegunError(Model):
    code: str
    """Code of the error."""
    message: str
    """What went wrong, and what helps."""


class ManualLoginBegun(Model):
    """A login by hand that has begun, with the ticket of its first viewer."""

    id: str
    """Stands for `{manual_login_id}` in paths. A UUID."""
    url: str
    """Where the browser began, without query."""
    name: str
    """Of the session that is kept."""
    domain: str
    """Of the session that is kept."""
    mobile: bool
    """Whether the page is shown as on a phone."""
    status: Union[Literal["waiting", "open", "kept", "ended", "idle", "expired", "failed"], str]
    """`waiting`: for a browser; `open`: somebody may sign in; `kept`: a session was made of it; `ended`: by
    its caller; `idle`: nobody did anything for 3 minutes; `expired`: its 15 minutes were over; `failed`:
    see `error`.
    """
    error: Optional[ManualLoginBegunError] = None
    """Why it failed; null: it has not."""
    session_id: Optional[str] = None
    """The session that was made of it; null: none was. A UUID."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    opened_at: Optional[DateTime] = None
    """When its browser was there; null: not yet. ISO 8601, in UTC."""
    ends_at: DateTime
    """When it ends at the latest. ISO 8601, in UTC."""
    ended_at: Optional[DateTime] = None
    """When it has ended; null: not yet. ISO 8601, in UTC."""
    ticket: str
    """Opens the WebSocket once, for who asked for it, from the same origin. Sent as a subprotocol beside your
    credential.
    """
    expires_at: DateTime
    """Until when it opens it. ISO 8601, in UTC."""
    socket_path: str
    """Path of the WebSocket on the same host."""


class ManualLoginList(Model):
    """What `GET /manual-logins` answers."""

    manual_logins: List[ManualLogin]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class ManualLoginTicket(Model):
    """What lets one viewer see the browser."""

    ticket: str
    """Opens the WebSocket once, for who asked for it, from the same origin. Sent as a subprotocol beside your
    credential.
    """
    expires_at: DateTime
    """Until when it opens it. ISO 8601, in UTC."""
    socket_path: str
    """Path of the WebSocket on the same host."""


class MapEntry(Model):
    """An address of a site, and what is known of it."""

    url: str
    """The address, without a login."""
    source: Union[Literal["sitemap", "link"], str]
    """Where it was found first; the start page counts as a link."""
    depth: int
    """Links from the start page, which has depth 0; what only sitemaps name has depth 1."""
    title: Optional[str] = None
    """The page's title where it is known, else the text of a link to it."""
    description: Optional[str] = None
    """What the page says of itself; where that is known."""
    last_modified: Optional[str] = None
    """As the sitemap says it; absent where none does."""
    relevance_score: Optional[float] = None
    """With `search`: 1 is the most relevant."""


class MapUnderWay(Model):
    """What `GET /map/{map_id}` answers as 202."""

    map_id: str
    """The map, which `GET /map/{map_id}` reads. A UUID."""
    status: Literal["running"]
    """The map is still made."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    poll_url: PollUrl


class Me(Model):
    """Who calls, and the account that they act for."""

    id: str
    """The person; of a key that no person made, the user of its account, or else the account. A UUID."""
    account_id: str
    """The account that pays and owns: of one person, or of an organization. A UUID."""
    email: Optional[str] = None
    """Address by which the person signs in; null where there is no person."""
    name: Optional[str] = None
    """What the person, or else the account, is called; null where they have not said."""
    avatar_url: Optional[str] = None
    """Null: there are no pictures of people."""
    created_at: DateTime
    """When the person, or else the account, came. ISO 8601, in UTC."""
    subscription_tier: str
    """The same as `tier_info.slug`."""
    credits_remaining: float
    """Credits of the balance; what open jobs hold is a part of them."""
    credits_total: float
    """Credits that were ever paid in."""
    is_operator: bool
    """Whether you may call the endpoints of operators (`/operator`)."""
    tier_info: TierInfo
    """What the account may ask for at its balance."""


class Member(Model):
    """A member of an organization."""

    user_id: str
    """Stands for `{user_id}` in paths. A UUID."""
    email: str
    """Address by which the person signs in."""
    name: Optional[str] = None
    """What the person is called; null where they have not said."""
    role: Union[Literal["member", "admin", "owner"], str]
    """What the person may do in the organization."""
    joined_at: DateTime
    """When the person became a member. ISO 8601, in UTC."""


class MemberList(Model):
    """What `GET /organizations/{organization_id}/members` answers."""

    members: List[Member]
    """The one who has been in it longest comes first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class MonitorPages(Model):
    """Pages by what they were at the last check."""

    new: int
    """Pages that were not there before."""
    same: int
    """Pages that are as they were."""
    changed: int
    """Pages that have changed."""
    removed: int
    """Pages that are not there any more."""
    error: int
    """Pages that could not be judged."""


class Monitor(Model):
    """Pages that are looked at again and again, and what of them is watched."""

    id: str
    """Stands for `{monitor_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    status: Union[Literal["active", "paused"], str]
    """Whether it goes on by its times; while `paused` only when somebody asks."""
    paused_reason: Optional[Union[Literal["caller", "authority", "no_more_times"], str]] = None
    """Why it is paused; null while it is active. `caller`: somebody has paused it; `authority`: who made,
    changed or resumed it last may not act for the account any more; who resumes it takes that over;
    `no_more_times`: nothing is left of its times.
    """
    test: bool
    """Made with a test key: its checks fetch sample pages and cost nothing."""
    group_id: Optional[str] = None
    """Its group, whose settings hold where it sets none itself; null without one. A UUID."""
    own: MonitorSettings
    """Settings that it sets itself. All settings below are those in force: its own, or else those of its
    group, or else what is usual.
    """
    target: Union[Literal["url", "list", "crawl", "map", "search"], str]
    """What it watches: one page, several, those that a crawl finds, or the addresses of a map or a search."""
    url: Any = None
    """Of a single page: its address, or the object that was sent with it, secrets masked."""
    urls: Optional[List[Any]] = None
    """Of several pages: as they were sent, secrets masked."""
    crawl: Any = None
    """Of a crawl: as it was sent, secrets masked."""
    map: Any = None
    """Of a map: as it was sent, secrets masked."""
    search: Any = None
    """Of a search: as it was sent, secrets masked."""
    options: Any = None
    """How pages are fetched, secrets masked; absent where nothing was said."""
    session_id: Optional[str] = None
    """The login session that pages are fetched with; absent without one."""
    screenshots: bool
    """Whether each change gets a picture."""
    check_interval: str
    """As it was sent."""
    cron: Optional[str] = None
    """What was understood; null for a step of `every_seconds`."""
    every_seconds: Optional[int] = None
    """Of a step such as every 30 minutes: its seconds, counted from 1970 in UTC; null for times of `cron`."""
    timezone: str
    """IANA name of the zone whose clock its times are read from."""
    next_check_at: Optional[DateTime] = None
    """When it is checked next; null while it is paused. ISO 8601, in UTC."""
    diff_mode: Union[Literal["semantic", "exact", "selector", "fields"], str]
    """What is compared: see `diff_mode` of `POST /monitors`."""
    monitor_selectors: Optional[Dict[str, str]] = None
    """CSS selectors by their names; null without any."""
    monitor_fields: Optional[Dict[str, MonitorField]] = None
    """Values that are watched, by their names; null without any."""
    filters: Optional[MonitorFilters] = None
    """Which differences count; null: all."""
    notify_on: List[Union[Literal["change", "error", "always"], str]]
    """When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check."""
    webhook_url: Optional[str] = None
    """Who is told, beside your endpoints; null where nobody is."""
    pages: MonitorPages
    """Pages by what they were at the last check."""
    feed_url: str
    """Path of its Atom feed."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""


class MonitorChangeChange(Model):
    kind: Union[Literal["added", "removed", "replaced", "moved"], str]
    """What has become of the piece."""
    what: Union[Literal["text", "link", "image", "field"], str]
    """What the piece is; `field`: a value of `monitor_fields` or of a selector."""
    section: str
    """The heading that it stands under, or the name of the selector or field."""
    before: Optional[str] = None
    """What was there; absent of what was added."""
    after: Optional[str] = None
    """What is there now; absent of what was removed."""
    label: Optional[str] = None
    """Of a link or an image: its text."""


class MonitorChange(Model):
    """A change of one page, found by one check."""

    id: str
    """Stands for `{change_id}` in paths. A UUID."""
    monitor_id: str
    """Stands for `{monitor_id}` in paths. A UUID."""
    check_id: str
    """The check, which `GET /monitors/{monitor_id}/checks` lists. A UUID."""
    url: str
    """Address of the page."""
    kind: Union[Literal["new", "changed", "removed"], str]
    """`new`: the page was not there before; `removed`: it is not there any more."""
    text: str
    """The differences for people, in Markdown: what is gone is struck out, what is new is bold."""
    changes: List[MonitorChangeChange]
    """The same for programs: the first 500."""
    total_changes: int
    """How many differences there are, beyond the first 500 too."""
    patch: Optional[List[Any]] = None
    """JSON Patch (RFC 6902) of `{"lines": [...]}`, noise included, or of the fields; null where it is longer
    than 64 KB.
    """
    picture_url: Optional[str] = None
    """Path of its picture (PNG), with `screenshots`; null where there was none before."""
    created_at: DateTime
    """When it was found. ISO 8601, in UTC."""


class MonitorChangeList(Model):
    """What `GET /monitors/{monitor_id}/changes` answers."""

    changes: List[MonitorChange]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class MonitorChangedWebhookChange(Model):
    change_id: str
    """Stands for `{change_id}` in paths. A UUID."""
    url: str
    """Address of the page."""
    kind: Union[Literal["new", "changed", "removed"], str]
    """`new`: the page was not there before; `removed`: it is not there any more."""
    text: str
    """What has changed, in Markdown; cut where it is long."""
    total_changes: int
    """How many differences the page has."""
    picture_url: Optional[str] = None
    """Path of its picture (PNG), with `screenshots`; null where there was none before."""


class MonitorChangedWebhook(Model):
    """Body of the webhook `monitor.changed`."""

    event: Literal["monitor.changed"]
    """What has happened: pages were checked, and there is something that `notify_on` asks for."""
    monitor_id: str
    """Stands for `{monitor_id}` in paths. A UUID."""
    monitor_name: str
    """What its owner calls it."""
    check_id: str
    """The check, which `GET /monitors/{monitor_id}/checks` lists. A UUID."""
    changed: bool
    """Whether any page has changed."""
    pages: Dict[str, int]
    """How many pages are in which state."""
    changes: List[MonitorChangedWebhookChange]
    """The first ones; all are at `changes_url`."""
    total_changes: int
    """How many pages have changed."""
    changes_url: str
    """Path at which all changes are read, with your key."""


class MonitorCheckError(Model):
    code: str
    """The code of the error, for programs."""
    message: str
    """What went wrong, for people."""


class MonitorCheck(Model):
    """One look at all pages of a monitor."""

    id: str
    """Names the run. A UUID."""
    status: Union[Literal["pending", "running", "completed", "partially_failed", "failed", "cancelled", "skipped_overlap", "skipped_no_credits", "skipped_limit"], str]
    """`pending`: it is due, and waits for a place among what the account has under way, for 1 hour at most;
    `skipped_limit`: it found none; `skipped_overlap`: the run before had not ended; `skipped_no_credits`:
    the balance did not cover it.
    """
    trigger: Union[Literal["schedule", "manual"], str]
    """`schedule`: its time had come; `manual`: somebody asked for it."""
    due_at: DateTime
    """When it was to begin. ISO 8601, in UTC."""
    poll_url: Optional[PollUrl] = None
    """Of a 202."""
    started_at: Optional[DateTime] = None
    """When its work was begun; null before, and where it was skipped. ISO 8601, in UTC."""
    finished_at: Optional[DateTime] = None
    """When its work had ended, or it was skipped; null before. ISO 8601, in UTC."""
    batch_id: Optional[str] = None
    """The batch that it has made: `GET /batch/{batch_id}` has the results. Null before, and for other work."""
    crawl_id: Optional[str] = None
    """The crawl that it has made: `GET /crawl/{crawl_id}` has the pages. Null before, and for other work. A
    UUID.
    """
    map_id: Optional[str] = None
    """The map that it has made: `GET /map/{map_id}` has the addresses. Null before, and for other work. A
    UUID.
    """
    search_id: Optional[str] = None
    """The search that it has made: `GET /search/{search_id}` has the results. Null before, and for other
    work.
    """
    total: Optional[int] = None
    """Pages that it has taken on; null before its end, of maps, and of searches that scrape nothing."""
    completed: Optional[int] = None
    """Pages that were delivered; null as `total` is."""
    failed: Optional[int] = None
    """Pages that have failed; null as `total` is."""
    cancelled: Optional[int] = None
    """Pages that were cancelled; null as `total` is."""
    credits_used: Optional[float] = None
    """Credits charged for it; null before its end."""
    error: Optional[MonitorCheckError] = None
    """Why it has made nothing, or why that has failed; null otherwise."""
    monitor_id: str
    """Stands for `{monitor_id}` in paths. A UUID."""
    again_batch_id: Optional[str] = None
    """The batch that has fetched new and changed pages once more: what differs at once is noise, and is not
    told. Null where nothing was fetched again.
    """
    judged_at: Optional[DateTime] = None
    """When its pages were compared; null before, while it is `running`. ISO 8601, in UTC."""
    pages: Optional[Dict[str, int]] = None
    """How many pages were found in which state; null before they were compared."""


class MonitorCheckList(Model):
    """What `GET /monitors/{monitor_id}/checks` answers."""

    checks: List[MonitorCheck]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class MonitorFieldMinChange1(Model):
    abs: float
    """Least difference, in the unit of the number."""


class MonitorFieldMinChange2(Model):
    pct: float
    """Least difference, in percent of the number before."""


class MonitorField(Model):
    """A value of a page that is watched."""

    selector: Optional[str] = None
    """CSS selector of the elements that hold it. Without one the field is taken from what the page says of
    itself: `price`, `availability`, and all else that `extraction_profile: "product"` gives.
    """
    type: Union[Literal["text", "number", "currency", "bool"], str]
    """With `selector`: how the text is read. `bool`: whether anything is there."""
    take: Union[Literal["first", "lowest", "highest"], str]
    """Which of several values counts: of a list of prices the lowest."""
    min_change: Optional[Union[MonitorFieldMinChange1, MonitorFieldMinChange2]] = None
    """A smaller difference of a number is no change."""
    below: Optional[float] = None
    """Told only when the number falls below this."""
    above: Optional[float] = None
    """Told only when the number rises above this."""


class MonitorFieldHistoryValue(Model):
    url: str
    """Address of the page."""
    value: Optional[Union[str, float, bool]] = None
    """The one that `take` names; null where the page had none."""
    checked_at: DateTime
    """The check that found it first. ISO 8601, in UTC."""
    until: Optional[DateTime] = None
    """The check that found another one; null while it holds. ISO 8601, in UTC."""


class MonitorFieldHistory(Model):
    """What `GET /monitors/{monitor_id}/fields/{field}/history` answers."""

    field: str
    """The field, as the path names it."""
    type: Union[Literal["text", "number", "currency", "bool"], str]
    """How its text is read."""
    values: List[MonitorFieldHistoryValue]
    """What it has said and until when, the newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class MonitorFiltersIgnoreItem1(Model):
    contains: str
    """A text that is cut out wherever it stands."""


class MonitorFiltersIgnoreItem2(Model):
    matches: str
    """A pattern of RE2: what it matches is cut out."""


class MonitorFiltersConditions(Model):
    """A page with less than this is the same: so many differences, words, per cent of its text; one of these
    texts among them.
    """

    min_changes: Optional[int] = None
    """Where it is set: fewer differences than this are none."""
    min_words: Optional[int] = None
    """Where it is set: differences of fewer words than this, together, are none."""
    min_percent: Optional[float] = None
    """Where it is set: differences of less than this percent of the text of the page are none."""
    contains: Optional[List[str]] = None
    """Differences count only where one of these texts is among them."""


class MonitorFilters(Model):
    """Which differences count."""

    ignore: Optional[List[Union[MonitorFiltersIgnoreItem1, MonitorFiltersIgnoreItem2]]] = None
    """Texts (or patterns of RE2) that are cut out of both versions, so that no message has them. Default:
    none.
    """
    only: Optional[List[Union[Literal["added", "removed", "replaced", "moved"], str]]] = None
    """Kinds of difference that are told. `["added"]`: new lines only."""
    ignore_order: Optional[bool] = None
    """Whether pieces that have only moved are the same. Default: true with `semantic`, false with `exact`."""
    conditions: Optional[MonitorFiltersConditions] = None
    """A page with less than this is the same: so many differences, words, per cent of its text; one of these
    texts among them.
    """


class MonitorGroup(Model):
    """Settings that several monitors share."""

    id: str
    """Stands for `{group_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    test: bool
    """Made with a test key, and for monitors that are."""
    check_interval: Optional[str] = None
    """When it is checked: cron or English, as `schedule` of a schedule. Default: `0 */6 * * *`."""
    timezone: Optional[str] = None
    """IANA name, whose clock times of day are read from. Default: `UTC`."""
    diff_mode: Optional[Union[Literal["semantic", "exact", "selector", "fields"], str]] = None
    """`semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every
    line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of
    `monitor_fields`. Default: `semantic`.
    """
    monitor_selectors: Optional[Union[List[str], Dict[str, str]]] = None
    """CSS selectors, or such by names; with `diff_mode` `selector`."""
    monitor_fields: Optional[Dict[str, MonitorField]] = None
    """Values that are watched, by names of yours; with `diff_mode` `fields`."""
    filters: Optional[MonitorFilters] = None
    """Which differences are told. Default: all."""
    notify_on: Optional[Union[Literal["change", "error", "always"], str, List[Union[Literal["change", "error", "always"], str]]]] = None
    """When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check.
    Default: `change`.
    """
    webhook_url: Optional[WebhookUrl] = None
    """Receives `monitor.changed`, beside your endpoints; https. Default: nobody."""
    options: Optional[Dict[str, Any]] = None
    """With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual."""
    monitors: int
    """How many are in it: `GET /monitors?group_id=` lists them."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""


class MonitorGroupList(Model):
    """What `GET /monitor-groups` answers."""

    groups: List[MonitorGroup]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class MonitorList(Model):
    """What `GET /monitors` answers."""

    monitors: List[Monitor]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class MonitorPage(Model):
    """A page that a monitor knows, as of the last check."""

    url: str
    """Address of the page."""
    state: Union[Literal["new", "same", "changed", "removed", "error"], str]
    """What it was at the last check; `error`: it could not be judged."""
    error: Optional[str] = None
    """Why it could not be judged at the last check; null where it was."""
    first_seen_at: DateTime
    """When a check found it first. ISO 8601, in UTC."""
    checked_at: DateTime
    """When it was looked at last. ISO 8601, in UTC."""
    changed_at: Optional[DateTime] = None
    """When its last change was found; null where there was none. ISO 8601, in UTC."""
    noise: List[Any]
    """Places of the page that are noise: they differ within a second."""


class MonitorPageList(Model):
    """What `GET /monitors/{monitor_id}/pages` answers."""

    pages: List[MonitorPage]
    """By their addresses."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class MonitorSettings(Model):
    """Settings that a monitor or a group may have; what is absent is as usual."""

    check_interval: Optional[str] = None
    """When it is checked: cron or English, as `schedule` of a schedule. Default: `0 */6 * * *`."""
    timezone: Optional[str] = None
    """IANA name, whose clock times of day are read from. Default: `UTC`."""
    diff_mode: Optional[Union[Literal["semantic", "exact", "selector", "fields"], str]] = None
    """`semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every
    line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of
    `monitor_fields`. Default: `semantic`.
    """
    monitor_selectors: Optional[Union[List[str], Dict[str, str]]] = None
    """CSS selectors, or such by names; with `diff_mode` `selector`."""
    monitor_fields: Optional[Dict[str, MonitorField]] = None
    """Values that are watched, by names of yours; with `diff_mode` `fields`."""
    filters: Optional[MonitorFilters] = None
    """Which differences are told. Default: all."""
    notify_on: Optional[Union[Literal["change", "error", "always"], str, List[Union[Literal["change", "error", "always"], str]]]] = None
    """When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check.
    Default: `change`.
    """
    webhook_url: Optional[WebhookUrl] = None
    """Receives `monitor.changed`, beside your endpoints; https. Default: nobody."""
    options: Optional[Dict[str, Any]] = None
    """With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual."""


class MonitorSnapshot(Model):
    """A version of a page that a monitor has kept."""

    id: str
    """Stands for `{snapshot_id}` in paths."""
    url: str
    """Address of the page."""
    taken_at: DateTime
    """When the page was fetched. ISO 8601, in UTC."""
    html: Optional[str] = None
    """The page as it was; null of a monitor that compares fields."""
    fields: Optional[Dict[str, Any]] = None
    """Of a monitor that compares fields: their values by name; null of others."""


class MonitorSnapshotListSnapshot(Model):
    id: str
    """Stands for `{snapshot_id}` in paths."""
    url: str
    """Address of the page."""
    taken_at: DateTime
    """When the page was fetched. ISO 8601, in UTC."""


class MonitorSnapshotList(Model):
    """What `GET /monitors/{monitor_id}/snapshots` answers."""

    snapshots: List[MonitorSnapshotListSnapshot]
    """Versions that differ, the newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class OAuthClientDeleted(Model):
    """What `DELETE /operator/oauth-clients/{client_id}` answers."""

    client_id: str
    """The tool that is gone."""
    revoked_keys: int
    """How many keys have ended with it."""


class OAuthClientInfo(Model):
    """A tool that people may give a key to."""

    client_id: str
    """Names the tool; stands for `{client_id}` in paths."""
    client_secret: Optional[str] = None
    """The secret, in the reply that makes it and never again; null otherwise."""
    name: str
    """What people are asked about."""
    public: bool
    """Whether it has no secret, and must use PKCE."""
    first_party: bool
    """Whether its keys are named `<name> Integration`."""
    origin: Union[Literal["operator", "built_in", "registered", "document"], str]
    """Who made it known: `operator`; `built_in`, which is neither changed nor removed; `registered` itself
    (RFC 7591); or the `document` at the address that is its id.
    """
    redirect_uris: List[str]
    """Where people are sent back to."""
    live_keys: int
    """How many keys people have given it that are not revoked."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""


class OAuthClientList(Model):
    """What `GET /operator/oauth-clients` answers."""

    clients: List[OAuthClientInfo]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class OAuthClientSecret(Model):
    """What `POST /operator/oauth-clients/{client_id}/rotate-secret` answers."""

    client_id: str
    """The tool."""
    client_secret: str
    """The new secret; shown once."""


class OAuthErrorReply(Model):
    """The body of an error, as RFC 6749 section 5.2 has it."""

    error: Union[Literal["invalid_request", "invalid_client", "invalid_grant", "unsupported_grant_type", "unsupported_response_type", "invalid_scope", "unauthorized_client", "invalid_target", "authorization_pending", "slow_down", "access_denied", "expired_token", "invalid_redirect_uri", "invalid_client_metadata", "temporarily_unavailable", "server_error"], str]
    """The code of the error, of RFC 6749, 7009, 7591 and 8628."""
    error_description: str
    """What is wrong, for people, in ASCII."""


class OperatedAccount(Model):
    """An account, as operators see it."""

    id: str
    """Stands for `{account_id}` in paths. A UUID."""
    name: str
    """What the account is called; of a person’s their name."""
    kind: Union[Literal["personal", "organization", "system"], str]
    """`personal`: of one person; `organization`; `system`: that of the demos, of nobody."""
    emails: List[str]
    """Addresses of the users whose personal account it is."""
    available_credits: float
    """Credits of the balance without what open requests hold."""
    held_credits: float
    """Credits that open requests hold."""
    api_keys: int
    """How many keys it has that are not revoked."""
    enterprise: bool
    """Whether it has the enterprise tier, whatever the balance."""
    requests_per_minute: Optional[int] = None
    """Rate-limit tokens a minute of its own; null: those of its tier."""
    concurrent_requests: Optional[int] = None
    """Slots for requests of its own; null: those of its tier."""
    blocked_at: Optional[DateTime] = None
    """When the operator blocked it; null where it is not. ISO 8601, in UTC."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""


class OperatedAccountCreated(Model):
    """What `POST /operator/accounts` answers."""

    account_id: str
    """Stands for `{account_id}` in paths. A UUID."""
    email: str
    """Address by which its first user signs in."""
    password: str
    """With what its first user signs in; shown once, as is `api_key`."""
    api_key: str
    """Its first key; shown once."""


class OperatedAccountList(Model):
    """What `GET /operator/accounts` answers."""

    accounts: List[OperatedAccount]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class OperatedJobAttempt(Model):
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """Which tier it is, the cheapest being `1`."""
    result: str
    """`delivered`, or why nothing was."""
    wall: Optional[str] = None
    """What stood in the way of a `blocked` one; null of others."""
    error: Optional[str] = None
    """What went wrong, in words; null where nothing did."""
    duration_ms: int
    """How long it took, in milliseconds."""


class OperatedJobWebhook(Model):
    id: str
    """The delivery. A UUID."""
    event: str
    """What it tells."""
    host: str
    """Where it goes."""
    state: str
    """`pending`, `retrying`, `delivered`, `failed` or `cancelled`."""
    attempts: int
    """How often it was sent."""
    status_code: Optional[int] = None
    """The last answer; null: there was none."""
    error: Optional[str] = None
    """What went wrong the last time; null where nothing did."""


class OperatedJob(Model):
    """A job of any account, without what its page or its secrets say."""

    id: str
    """The job. A UUID."""
    request_id: Optional[str] = None
    """`X-Request-Id` of the request that asked for it or its batch; null: none did."""
    account_id: str
    """Whose it is: an `id` that `GET /operator/accounts` lists. A UUID."""
    account_name: str
    """What the account is called."""
    api_key_id: Optional[str] = None
    """The key that asked; null of a person or a demo. A UUID."""
    api_key_name: Optional[str] = None
    """What that key is called; null without one."""
    batch_id: Optional[str] = None
    """The batch, crawl or search that it is an item of; null: of none. A UUID."""
    status: Union[Literal["pending", "running", "completed", "failed"], str]
    """How far it is."""
    test: bool
    """Whether a test key asked."""
    url: str
    """The page, without login and without values of its query."""
    mode: str
    """The mode that was asked for."""
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """Which tier it is, the cheapest being `1`."""
    attempts: List[OperatedJobAttempt]
    """In their order."""
    credits: float
    """Credits that it was charged."""
    held_credits: float
    """Credits that are held for it now."""
    error_code: Optional[str] = None
    """Code of its error; null where there is none."""
    error: Optional[str] = None
    """Its error, as its caller reads it; null where there is none."""
    waits_for: Optional[str] = None
    """Why it has not ended; null once it has."""
    lost_workers: int
    """How many workers have died with it."""
    redriven_from: Optional[str] = None
    """The failed job that was run again as this one; null: none was. A UUID."""
    redriven_as: Optional[str] = None
    """The job as which this one was run again; null: it was not. A UUID."""
    created_at: DateTime
    """When it was accepted. ISO 8601, in UTC."""
    started_at: Optional[DateTime] = None
    """When a worker took it first; null: none has. ISO 8601, in UTC."""
    finished_at: Optional[DateTime] = None
    """When it ended; null: it has not. ISO 8601, in UTC."""
    deadline_at: DateTime
    """When it is given up. ISO 8601, in UTC."""
    webhooks: List[OperatedJobWebhook]
    """Who is told of it, 20 at most."""


class OperatedJobs(Model):
    """What `GET /operator/jobs/{job_id}` answers."""

    jobs: List[OperatedJob]
    """One by its own id; of a request all, the oldest first, 20 at most."""


class OperatedProxy(Model):
    """A proxy of the setting `PROXIES`, as one process sees it."""

    service: str
    """Which service uses it."""
    host: str
    """Its address, without login."""
    pool: str
    """What it serves: `standard`, `premium` or `system`."""
    failures: int
    """How often in a row it has failed."""
    paused_until: Optional[DateTime] = None
    """Until when it is left out; null while it is used. ISO 8601, in UTC."""


class OperatedQueuesTier(Model):
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """Which tier it is, the cheapest being `1`."""
    waiting: int
    """Jobs that no worker has."""
    running: int
    """Jobs that a worker has."""
    oldest_seconds: Optional[float] = None
    """How many seconds the oldest one has waited; null: none waits."""


class OperatedQueuesBacklog(Model):
    name: Union[Literal["admission", "webhooks", "mails", "exports", "schedules", "maps"], str]
    """What waits."""
    waiting: int
    """How many wait, counted up to 10,001."""
    oldest_seconds: Optional[float] = None
    """How many seconds the oldest one has been due; null: none is."""


class OperatedQueuesMessage(Model):
    queue: str
    """Name of the queue."""
    waiting: int
    """Messages that wait."""
    active: int
    """Messages that are worked on."""
    delayed: int
    """Messages that wait for a place, or for their time."""


class OperatedQueues(Model):
    """What waits, and how old the oldest is."""

    tiers: List[OperatedQueuesTier]
    """Jobs by the tier that is to fetch them."""
    backlogs: List[OperatedQueuesBacklog]
    """Work beside the queues of jobs."""
    messages: Optional[List[OperatedQueuesMessage]] = None
    """Messages in Redis, which wake workers; null: Redis does not answer."""
    queue_ui: str
    """Path of the page that shows single messages; it asks for a login of its own."""


class OperatedSiteHour(Model):
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """Which tier it is, the cheapest being `1`."""
    result: str
    """`delivered`, or why nothing was: `blocked`, `timeout`, `network_error` and others."""
    wall: Optional[str] = None
    """What stood in the way of a `blocked` one; null of others."""
    attempts: int
    """How many attempts ended so."""
    hour: DateTime
    """When the hour begins. ISO 8601, in UTC."""
    average_ms: int
    """In milliseconds."""


class OperatedSite(Model):
    """What `GET /operator/sites/{domain}` answers."""

    host: str
    """Name of the site, as in its addresses."""
    refused: bool
    """Whether operators refuse it, or a domain above it."""
    hours: List[OperatedSiteHour]
    """The newest first, 2,000 at most."""


class OperatedSitesSiteVerdict(Model):
    tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """Which tier it is, the cheapest being `1`."""
    result: str
    """`delivered`, or why nothing was: `blocked`, `timeout`, `network_error` and others."""
    wall: Optional[str] = None
    """What stood in the way of a `blocked` one; null of others."""
    attempts: int
    """How many attempts ended so."""


class OperatedSitesSite(Model):
    host: str
    """Name of the site, as in its addresses."""
    attempts: int
    """How many attempts at it have ended."""
    delivered: int
    """Those that delivered a page."""
    failed: int
    """Those that did not."""
    average_ms: int
    """How long an attempt takes, in milliseconds."""
    refused: bool
    """Whether operators refuse it, or a domain above it."""
    verdicts: List[OperatedSitesSiteVerdict]
    """How they ended, the most frequent first, 12 at most."""


class OperatedSites(Model):
    """What `GET /operator/sites` answers."""

    sites: List[OperatedSitesSite]
    """In the order that was asked for."""


class OperatedTicket(Model):
    """A ticket of support, as operators see it."""

    id: str
    """Stands for `{ticket_id}` in paths. A UUID."""
    readable_id: str
    """What people call the ticket, such as `T-7F3K2`; stands for `{ticket_id}` in paths too."""
    subject: str
    """What it is about, in a line."""
    category: Union[Literal["question", "problem", "billing", "abuse"], str]
    """What kind of question it is."""
    status: Union[Literal["open", "answered", "closed"], str]
    """`open`: the operator is asked; `answered`: you are; `closed`: nobody is."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""
    closed_at: Optional[DateTime] = None
    """When it was closed; null where it is not. ISO 8601, in UTC."""
    account_id: Optional[str] = None
    """Who asks; null: somebody without an account. A UUID."""
    email: Optional[str] = None
    """Address of who has asked without an account; null of others."""


class OperatedTicketList(Model):
    """What `GET /operator/tickets` answers."""

    tickets: List[OperatedTicket]
    """The one that waits longest comes first."""


class OperatorAuditEntry(Model):
    id: str
    """Names the entry; later ones have greater numbers."""
    actor: str
    """`user:<id>`, `key:<id>`, `operator:<name>` or `system`."""
    action: str
    """What was done, such as `api_key.created`."""
    target: Optional[str] = None
    """What it was done to, such as `api_key:<id>`; null where it was done to nothing."""
    details: Dict[str, Any]
    """More of it, depending on `action`; never a secret."""
    timestamp: DateTime
    """When it was done. ISO 8601, in UTC."""
    account_id: Optional[str] = None
    """The account that it concerns; null where it concerns none. A UUID."""


class OperatorAudit(Model):
    """What `GET /operator/audit-log` answers."""

    entries: List[OperatorAuditEntry]
    """The newest first."""
    next_cursor: Optional[str] = None
    """Reads on from here, as `cursor`; null: there is nothing older."""


class Organization(Model):
    """An organization, as one of its members sees it."""

    id: str
    """Stands for `{organization_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    slug: str
    """The name in letters of an address, and 8 hexadecimal digits. It stays when the name changes."""
    description: Optional[str] = None
    """What its members read of it; null where there is nothing."""
    is_personal: bool
    """Whether it is your own account, and no organization."""
    role: Union[Literal["member", "admin", "owner"], str]
    """What you may do in it: the `owner` everything, an `admin` all but to delete it or hand it over, a
    `member` work with it.
    """
    member_count: int
    """How many people are in it, you included."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""


class OrganizationList(Model):
    """What `GET /organizations` answers."""

    organizations: List[Organization]
    """Those that you are in."""
    total: int
    """How many entries there are in all, beyond this page too."""


class PageArchive(Model):
    """What `GET /archive` answers."""

    enabled: bool
    """Whether delivered pages are kept as they were fetched."""
    retention_days: int
    """Days that pages are kept which come from now on."""
    pages: int
    """Pages that are kept now."""
    bytes: float
    """Bytes that they take, compressed."""
    limit_bytes: float
    """Bytes that they may take. A full archive takes no more pages."""


class PageBytes(Model):
    """The body as it came, byte for byte."""

    content_type: str
    """What it is, as its server declares it."""
    size_bytes: int
    """How many bytes there are."""
    sha256: str
    """SHA-256 of the bytes, in hexadecimal digits."""
    base64: Optional[str] = None
    """The bytes, where they are at most 1 MB."""
    url: Optional[str] = None
    """Signed link to the bytes as a file, where they are more, valid for 24 hours."""


class PageContent(Model):
    """A page by the formats that were asked for: each stands under its name."""

    markdown: Any = None
    """The content as Markdown. Absent where it was not asked for."""
    text: Any = None
    """The content as plain text. Absent where it was not asked for."""
    html: Any = None
    """The whole page as HTML, without scripts, styles, comments and tracking. Absent where it was not asked
    for.
    """
    json_: Any = Field(None, alias="json")
    """The structured data of the page, or the fields of an `extraction_schema`. Absent where it was not asked
    for.
    """
    json_v2: Any = None
    """The page as a tree of sections. Absent where it was not asked for."""
    rag: Any = None
    """Chunks of the content with token counts. Absent where it was not asked for."""
    links: Any = None
    """The links of the page. Absent where it was not asked for."""
    images: Any = None
    """The images of the page. Absent where it was not asked for."""
    tables: Optional[PageTables] = None
    """The tables of the page as rows and columns, spans resolved. Absent where it was not asked for."""
    content: Any = None
    """Markdown with lists of images and links. Absent where it was not asked for."""
    raw: Any = None
    """The body as it came: text, or base64 of a file. Absent where it was not asked for."""
    bytes: Optional[PageBytes] = None
    """The bytes of the body, files and images too: base64, above 1 MB a link. Absent where it was not asked
    for.
    """
    summary: Optional[str] = None
    """A few sentences by a language model of your own; null where none has answered: `warnings` says why, and
    nothing is charged for it. Absent where it was not asked for.
    """
    change_tracking: Optional[ChangeTracking] = None
    """What has changed since you last scraped the page; null where there was nothing to compare: `warnings`
    says why. Absent where it was not asked for.
    """


class Passkey(Model):
    """A passkey by which its owner signs in."""

    id: str
    """Stands for `{passkey_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    backed_up: bool
    """Whether other devices of its owner have it too."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    last_used_at: Optional[DateTime] = None
    """When somebody signed in with it last; null: never. ISO 8601, in UTC."""


class PasskeyList(Model):
    """What `GET /auth/passkeys` answers."""

    passkeys: List[Passkey]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class PasskeyOptions(Model):
    """What `POST /auth/login/passkey/options` answers."""

    challenge: str
    """What the authenticator signs: base64url."""


class PasswordChanged(Model):
    """What `POST /auth/change-password` answers."""

    user: User
    """Who has signed in."""
    access_token: str
    """Goes into `Authorization: Bearer`."""
    token_type: Literal["bearer"]
    """How the access token is sent."""
    expires_in: int
    """Seconds that the access token is valid."""
    refresh_token: str
    """Good for one exchange, within 30 days."""
    status: Literal["password_changed"]
    """The password is the new one."""


class ProxyIntegration(Model):
    """A proxy of your own, without its login."""

    id: str
    """Stands for `{proxy_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    scheme: str
    """How it is spoken to: `http`, `https` or `socks5`."""
    host: str
    """Where it is: a host name or an IP address."""
    port: int
    """Where at its host it listens."""
    has_credentials: bool
    """Whether a login is stored: it is sealed, and never shown."""
    country: Optional[str] = None
    """Where it comes out: ISO 3166-1 alpha-2; null: unknown."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""


class ProxyList(Model):
    """What `GET /proxies` answers."""

    proxies: List[ProxyIntegration]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class ProxyTestResult(Model):
    """What `POST /proxies/{proxy_id}/test` answers."""

    ok: bool
    """Whether a page came through the proxy, whatever its status."""
    status_code: Optional[int] = None
    """HTTP status of that page; absent where none came."""
    latency_ms: int
    """How long it took, in milliseconds."""
    error: Optional[str] = None
    """Why none came; absent with `ok`."""


class PublicTicketAccepted(Model):
    """What `POST /support/tickets/public` answers."""

    status: Literal["accepted"]
    """The question was taken; its answer comes by mail."""
    readable_id: str
    """What people call the ticket, such as `T-7F3K2`; stands for `{ticket_id}` in paths too."""
    message: str
    """The same in a sentence."""


class QualityWarning(Model):
    """Why a delivered page may not be what a reader would see."""

    code: str
    """`STILL_LOADING`, `BLANK_SCREENSHOT`, `EMPTY_CONTENT`, `LOW_CONTENT`, `UNSURE_MAIN_CONTENT`,
    `PARTS_LEFT_OUT` or `FALLBACK_READER`.
    """
    reason: str
    """The same in a sentence."""
    word_count: int
    """Words of readable text."""
    content_size_bytes: int
    """Bytes of readable text."""


class Receipt(Model):
    """One payment."""

    id: str
    """Stands for `{receipt_id}` in paths. A UUID."""
    number: str
    """What people call the receipt, such as on its page."""
    status: Union[Literal["paid", "partially_refunded", "refunded", "disputed"], str]
    """`partially_refunded`, `refunded`: a part or all of it has gone back; `disputed`: the customer’s bank is
    asked to take it back.
    """
    amount_cents: int
    """What was paid, in US cents."""
    currency: str
    """Currency of the amounts, by ISO 4217 in small letters: `usd`."""
    credits: float
    """Credits that it has bought."""
    refunded_cents: int
    """What of it has gone back, in US cents."""
    disputed_cents: int
    """What of it is under dispute, in US cents."""
    paid_at: DateTime
    """When it was paid. ISO 8601, in UTC."""
    url: str
    """Opens the receipt in a browser, for an hour."""


class ReceiptList(Model):
    """What `GET /billing/receipts` answers."""

    receipts: List[Receipt]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class ReceivedInvitationOrganization(Model):
    """Who invites."""

    id: str
    """Stands for `{organization_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""


class ReceivedInvitation(Model):
    """An invitation, as the person sees it who is invited."""

    id: str
    """Stands for `{invitation_id}` in paths. A UUID."""
    email: str
    """Who is invited."""
    role: GivenRole
    invited_by: Optional[str] = None
    """E-mail address of the sender; null once that account is deleted."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    expires_at: DateTime
    """Until when it may be accepted. ISO 8601, in UTC."""
    organization: ReceivedInvitationOrganization
    """Who invites."""


class ReceivedInvitationList(Model):
    """What `GET /invitations` answers."""

    invitations: List[ReceivedInvitation]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class RecoveryCodes(Model):
    """What `POST /auth/totp/confirm` answers."""

    recovery_codes: List[str]
    """Each signs in once in place of a code. Shown once."""


class RedrivenJob(Model):
    job_id: str
    """The job that failed. A UUID."""
    account_id: str
    """Whose job it is. A UUID."""
    url: str
    """The page, as it was asked for."""
    error: str
    """The code of its error."""
    result: str
    """What was done: a new job, by its id, or why there is none."""


class Redriven(Model):
    """What `POST /operator/jobs/redrive` answers."""

    jobs: List[RedrivenJob]
    """The jobs that failed, the oldest first."""


class Schedule(Model):
    """Work that is done again and again, by its times."""

    id: str
    """Stands for `{schedule_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    status: Union[Literal["active", "paused"], str]
    """Whether it goes on by its times; while `paused` only when somebody asks."""
    paused_reason: Optional[Union[Literal["caller", "authority", "no_more_times"], str]] = None
    """Why it is paused; null while it is active. `caller`: somebody has paused it; `authority`: who made,
    changed or resumed it last may not act for the account any more; who resumes it takes that over;
    `no_more_times`: nothing is left of its times.
    """
    test: bool
    """Made with a test key: its runs fetch sample pages and cost nothing."""
    kind: Union[Literal["batch", "crawl", "map", "search"], str]
    """What each run is, by which of `urls`, `crawl`, `map` and `search` it has."""
    urls: Optional[List[Any]] = None
    """Of a batch: as they were sent, secrets masked."""
    crawl: Any = None
    """Of a crawl: as it was sent, secrets masked."""
    map: Any = None
    """Of a map: as it was sent, secrets masked."""
    search: Any = None
    """Of a search: as it was sent, secrets masked."""
    options: Any = None
    """What holds for each page, as it was sent, secrets masked; absent where nothing was."""
    formats: Any = None
    """Formats of the pages, as they were sent; absent where none were."""
    session_id: Optional[str] = None
    """The login session that pages are fetched with; absent without one."""
    schedule: str
    """As it was sent."""
    cron: Optional[str] = None
    """What was understood; null for a step of `every_seconds`."""
    every_seconds: Optional[int] = None
    """Of a step such as every 30 minutes: its seconds, counted from 1970 in UTC; null for times of `cron`."""
    timezone: str
    """IANA name of the zone whose clock its times are read from."""
    next_run_at: Optional[DateTime] = None
    """The true time of the next run, `spread_seconds` included; null while paused. ISO 8601, in UTC."""
    spread_seconds: float
    """Seconds after its times at which it runs, always the same for a schedule: so that not all hourly ones
    run in one second. At most a twentieth of the time between two runs, and 5 minutes.
    """
    webhook_url: Optional[str] = None
    """Who is told of the end of each run; null where nobody is."""
    export: Optional[ExportRequest] = None
    """How each batch or crawl is exported; null where it is not."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""


class ScheduleCompletedWebhookError(Model):
    code: str
    """The code of the error, for programs."""
    message: str
    """What went wrong, for people."""


class ScheduleCompletedWebhookExportError(Model):
    code: str
    """The code of the error, for programs."""
    message: str
    """What went wrong, for people."""


class ScheduleCompletedWebhook(Model):
    """Body of the webhook `schedule.completed`."""

    schedule_id: str
    """Stands for `{schedule_id}` in paths. A UUID."""
    status: Union[Literal["pending", "running", "completed", "partially_failed", "failed", "cancelled", "skipped_overlap", "skipped_no_credits", "skipped_limit"], str]
    """`pending`: it is due, and waits for a place among what the account has under way, for 1 hour at most;
    `skipped_limit`: it found none; `skipped_overlap`: the run before had not ended; `skipped_no_credits`:
    the balance did not cover it.
    """
    trigger: Union[Literal["schedule", "manual"], str]
    """`schedule`: its time had come; `manual`: somebody asked for it."""
    due_at: DateTime
    """When it was to begin. ISO 8601, in UTC."""
    poll_url: Optional[PollUrl] = None
    """Of a 202."""
    started_at: Optional[DateTime] = None
    """When its work was begun; null before, and where it was skipped. ISO 8601, in UTC."""
    finished_at: Optional[DateTime] = None
    """When its work had ended, or it was skipped; null before. ISO 8601, in UTC."""
    batch_id: Optional[str] = None
    """The batch that it has made: `GET /batch/{batch_id}` has the results. Null before, and for other work."""
    crawl_id: Optional[str] = None
    """The crawl that it has made: `GET /crawl/{crawl_id}` has the pages. Null before, and for other work. A
    UUID.
    """
    map_id: Optional[str] = None
    """The map that it has made: `GET /map/{map_id}` has the addresses. Null before, and for other work. A
    UUID.
    """
    search_id: Optional[str] = None
    """The search that it has made: `GET /search/{search_id}` has the results. Null before, and for other
    work.
    """
    total: Optional[int] = None
    """Pages that it has taken on; null before its end, of maps, and of searches that scrape nothing."""
    completed: Optional[int] = None
    """Pages that were delivered; null as `total` is."""
    failed: Optional[int] = None
    """Pages that have failed; null as `total` is."""
    cancelled: Optional[int] = None
    """Pages that were cancelled; null as `total` is."""
    credits_used: Optional[float] = None
    """Credits charged for it; null before its end."""
    error: Optional[ScheduleCompletedWebhookError] = None
    """Why it has made nothing, or why that has failed; null otherwise."""
    export_id: Optional[str] = None
    """Its export, which `GET /exports/runs/{export_id}` reads; null without one. A UUID."""
    export_error: Optional[ScheduleCompletedWebhookExportError] = None
    """Why there is no export although the schedule wants one; null otherwise."""
    event: Literal["schedule.completed"]
    """What has happened: a run has ended, in whichever way."""
    schedule_name: str
    """What its owner calls it."""
    run_id: str
    """The run, which `GET /schedules/{schedule_id}/runs` lists. A UUID."""


class ScheduleList(Model):
    """What `GET /schedules` answers."""

    schedules: List[Schedule]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class ScheduleRunError(Model):
    code: str
    """The code of the error, for programs."""
    message: str
    """What went wrong, for people."""


class ScheduleRunExportError(Model):
    code: str
    """The code of the error, for programs."""
    message: str
    """What went wrong, for people."""


class ScheduleRun(Model):
    """One time at which a schedule was due, or was run by hand."""

    id: str
    """Names the run. A UUID."""
    schedule_id: str
    """Stands for `{schedule_id}` in paths. A UUID."""
    status: Union[Literal["pending", "running", "completed", "partially_failed", "failed", "cancelled", "skipped_overlap", "skipped_no_credits", "skipped_limit"], str]
    """`pending`: it is due, and waits for a place among what the account has under way, for 1 hour at most;
    `skipped_limit`: it found none; `skipped_overlap`: the run before had not ended; `skipped_no_credits`:
    the balance did not cover it.
    """
    trigger: Union[Literal["schedule", "manual"], str]
    """`schedule`: its time had come; `manual`: somebody asked for it."""
    due_at: DateTime
    """When it was to begin. ISO 8601, in UTC."""
    poll_url: Optional[PollUrl] = None
    """Of a 202."""
    started_at: Optional[DateTime] = None
    """When its work was begun; null before, and where it was skipped. ISO 8601, in UTC."""
    finished_at: Optional[DateTime] = None
    """When its work had ended, or it was skipped; null before. ISO 8601, in UTC."""
    batch_id: Optional[str] = None
    """The batch that it has made: `GET /batch/{batch_id}` has the results. Null before, and for other work."""
    crawl_id: Optional[str] = None
    """The crawl that it has made: `GET /crawl/{crawl_id}` has the pages. Null before, and for other work. A
    UUID.
    """
    map_id: Optional[str] = None
    """The map that it has made: `GET /map/{map_id}` has the addresses. Null before, and for other work. A
    UUID.
    """
    search_id: Optional[str] = None
    """The search that it has made: `GET /search/{search_id}` has the results. Null before, and for other
    work.
    """
    total: Optional[int] = None
    """Pages that it has taken on; null before its end, of maps, and of searches that scrape nothing."""
    completed: Optional[int] = None
    """Pages that were delivered; null as `total` is."""
    failed: Optional[int] = None
    """Pages that have failed; null as `total` is."""
    cancelled: Optional[int] = None
    """Pages that were cancelled; null as `total` is."""
    credits_used: Optional[float] = None
    """Credits charged for it; null before its end."""
    error: Optional[ScheduleRunError] = None
    """Why it has made nothing, or why that has failed; null otherwise."""
    export_id: Optional[str] = None
    """Its export, which `GET /exports/runs/{export_id}` reads; null without one. A UUID."""
    export_error: Optional[ScheduleRunExportError] = None
    """Why there is no export although the schedule wants one; null otherwise."""


class ScheduleRunList(Model):
    """What `GET /schedules/{schedule_id}/runs` answers."""

    runs: List[ScheduleRun]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class ScrapeResultRedirectChainItem(Model):
    url: str
    """An address that redirected."""
    status_code: int
    """HTTP status of its answer."""


class ScrapeResult(Model):
    """A page that was delivered, and what its delivery took."""

    final_url: str
    """Where redirects ended."""
    redirected: bool
    """Whether there was a redirect."""
    redirect_chain: List[ScrapeResultRedirectChainItem]
    """Each address that redirected, with the status of its answer."""
    status_code: int
    """The target’s status. A 404 of the target is a delivered answer."""
    content: Union[str, PageContent]
    """With `formats` an object by format, else the Markdown."""
    structured_content: Optional[List[Any]] = None
    """Without `formats`: the structured data of the page."""
    filtered_content: Optional[Union[Dict[str, Any], List[Any]]] = None
    """Fields of `extraction_schema`, of the profile or of the template; a list where the schema is one of an
    array.
    """
    raw_html: Optional[str] = None
    """With `include_raw_html`: the page as it came."""
    raw_encoding: Optional[Literal["base64"]] = None
    """`base64` where `content.raw` is a file (PDF, office document, picture); absent where it is text."""
    title: Optional[str] = None
    """The title of the page; absent where it has none."""
    author: Optional[str] = None
    """Who has written it, as the page says; absent where it does not."""
    published_at: Optional[str] = None
    """When it was published, as the page says; absent where it does not."""
    metadata: Dict[str, Any]
    """What the page says of itself. `missing_fields` lists properties of a schema that were not found,
    `evidence` (with `evidence`) where each field of `json` comes from, and `field_evidence` each field of
    `filtered_content`: `kind` (declared, visible, computed), `found_by`, `source`, `pointer` into `json`,
    `confidence`.
    """
    headers: Dict[str, str]
    """Headers of the target’s answer."""
    request_headers: Optional[Dict[str, str]] = None
    """With `include_request_headers`: headers of the request that this answer is to, after redirects, without
    those of its connection. `cookie`, `authorization` and what you or a session gave are `***`.
    """
    size_bytes: int
    """Bytes of the target’s answer."""
    screenshot_url: Optional[str] = None
    """Signed link to the picture, valid for 24 hours; null where none was asked for."""
    pdf_url: Optional[str] = None
    """Signed link to the PDF, valid for 24 hours; null where none was asked for."""
    document_url: Optional[str] = None
    """Of a page of a batch, a crawl or the cache that is itself a file (PDF, office document, picture):
    signed link to its bytes, valid for 24 hours.
    """
    action_results: Optional[List[ActionOutcome]] = None
    """One entry for each action that was begun."""
    captured_xhr: Optional[List[Any]] = None
    """With `capture_xhr`: what the page fetched by itself, as `{url, method, status, body}`; JSON is parsed."""
    extraction_method: Union[Literal["structured_data", "algorithmic", "schema_filter", "llm"], str]
    """How the content was found."""
    extraction_result: Any = None
    """With an extraction_prompt: what the model gave, in the form of extraction_schema where there is one."""
    extraction_metadata: Optional[ExtractionMetadata] = None
    """Which model was asked, and how; with an `extraction_prompt`."""
    summary_metadata: Optional[ExtractionMetadata] = None
    """The same of the format `summary`; with that format."""
    model_used: Optional[str] = None
    """With an `extraction_prompt`: the model that has answered; null where none has."""
    missing_fields: Optional[List[str]] = None
    """Fields of `extraction_schema` that `extraction_result` does not have; absent where there is no such
    result.
    """
    evidence: Optional[Dict[str, str]] = None
    """With evidence: field of extraction_result to the passage of the page that it was taken from, word for
    word.
    """
    content_truncated: Optional[ContentTruncated] = None
    """Present when a limit cut the content."""
    quality_warning: Optional[QualityWarning] = None
    """Present when there is reason to doubt the content."""
    byos_applied: Optional[bool] = None
    """With a `session_id`: whether the page was fetched with the session. `false` when it was deleted,
    unshared or expired after the request was accepted.
    """
    warnings: Optional[List[str]] = None
    """Sentences about this result: fields without effect, a country without a proxy, tiers that the balance
    kept away, a session that seems to have ended.
    """
    warning: Optional[str] = None
    """The same as one text; absent where there are none."""
    text: Any = None
    """This and the next five: the page once more, in replies to the published Node SDK alone."""
    html: Any = None
    """In replies to the published Node SDK alone: the same as `content.html`."""
    json_: Any = Field(None, alias="json")
    """The fields of an extraction_schema, where there is one."""
    markdown_content: Any = None
    """The same as `content.markdown`; in replies to the published Node SDK alone."""
    description: Any = None
    """The description of the page; in replies to the published Node SDK alone."""
    published_date: Optional[str] = None
    """The same as `published_at`; in replies to the published Node SDK alone."""
    version: Literal["v1"]
    """The version of this form."""
    job_id: str
    """The job, which `GET /jobs/{job_id}` reads. A UUID."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    request_metadata: Optional[Dict[str, Any]] = None
    """The `metadata` of the request, where it had any; `metadata` is the page’s own here."""
    url: str
    """The address as you wrote it; a cached page may have been fetched for another spelling of it."""
    cached: bool
    """Whether the page came from your cache."""
    cached_at: Optional[DateTime] = None
    """When the cached page was fetched. ISO 8601, in UTC."""
    expires_at: Optional[DateTime] = None
    """When it leaves the cache. ISO 8601, in UTC."""
    response_time_ms: int
    """From when the request was taken on until the page was delivered, in milliseconds."""
    tier_cap_warning: Optional[TierCapWarning] = None
    """Present when the host usually needs a tier that your `max_tier` or `force_tier` excludes."""
    billing: Billing
    """What it took, and what was charged."""


class SearchFeaturedSnippet(Model):
    """A direct answer, where the engine gives one."""

    content: str
    """The answer, as text."""


class SearchCostBreakdown(Model):
    """What `credits_used` is made of."""

    search_credits: float
    """Credits charged for the search itself."""
    scrape_credits: float
    """Credits charged for the results that were scraped so far."""
    total_microcents: int
    """The same as `credits_used`, in microcents: 1,000,000 are a dollar."""


class SearchScrapes(Model):
    """With `scrape_results`: how far the scraping is."""

    total: int
    """Results that were taken on so far."""
    completed: int
    """Results that have succeeded."""
    failed: int
    """Results that have failed, for good."""
    cancelled: int
    """Results that were cancelled before they ended."""
    pending: int
    """Results that have not ended."""


class Search(Model):
    """A search with its results, and how far they are scraped."""

    search_id: str
    """The search, which `GET /search/{search_id}` reads."""
    status: Union[Literal["completed", "scraping"], str]
    """`scraping`: results are still scraped; `completed`: nothing more comes."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    query: str
    """The words, as they were sent."""
    engine: Union[Literal["index", "searxng", "brave"], str]
    """Who has answered: the `index` of this service, SearXNG, or the API of Brave."""
    page: int
    """Which page of the results this is; the first is 1."""
    results_requested: int
    """Results that were asked for, as `num_results`."""
    results_count: int
    """Results that there are in this reply."""
    results: List[SearchResult]
    """The best first."""
    featured_snippet: Optional[SearchFeaturedSnippet] = None
    """A direct answer, where the engine gives one."""
    credits_used: float
    """Credits of the search, and of what was scraped so far."""
    cost_breakdown: SearchCostBreakdown
    """What `credits_used` is made of."""
    scrapes: Optional[SearchScrapes] = None
    """With `scrape_results`: how far the scraping is."""
    pages_waiting: Optional[int] = None
    """With the built-in index: scraped pages that are not in it yet, counted up to 10,000."""
    warnings: Optional[List[str]] = None
    """Sentences about what was asked for and is not as it seems; absent where there is nothing to say."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    poll_url: Optional[PollUrl] = None
    """Of a 202: while it is scraping."""


class SearchResultScrape(Model):
    """With scrape_results: what has become of it."""

    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    job_id: Optional[str] = None
    """The job, of which `GET /jobs/{job_id}` has the whole result; absent where the address was refused. A
    UUID.
    """
    status: Union[Literal["pending", "running", "succeeded", "failed", "cancelled"], str]
    """How far its job is: `pending` until a worker begins, then `running`, then one of the others."""
    status_code: Optional[int] = None
    """HTTP status of the target’s answer; of a result that was delivered."""
    credits: Optional[float] = None
    """Credits charged; of a result that was delivered."""
    error: Optional[str] = None
    """The message of its error; of a result that has failed or was refused."""
    error_code: Optional[str] = None
    """The code of its error; of a result that has failed or was refused."""


class SearchResult(Model):
    """One result of a search."""

    position: int
    """Over all pages; the first is 1."""
    title: str
    """The title, as the engine shows it."""
    url: str
    """Where the result is."""
    snippet: str
    """A passage of the page, as the engine shows it; may be empty."""
    date_published: Optional[str] = None
    """ISO 8601, where it is known."""
    scrape: Optional[SearchResultScrape] = None
    """With scrape_results: what has become of it."""
    content: Optional[PageContent] = None
    """With scrape_results, up to 4 MB in all; larger ones are read by GET /jobs/{job_id}."""
    filtered_content: Optional[Union[Dict[str, Any], List[Any]]] = None
    """With `extraction_schema`: what the data of the page says for its properties."""


class SecondFactor(Model):
    """What `GET /auth/second-factor` answers."""

    totp: bool
    """Whether an authenticator app is set up."""
    enabled_at: Optional[DateTime] = None
    """When it was confirmed; null where there is none. ISO 8601, in UTC."""
    recovery_codes_left: int
    """How many recovery codes are not used."""
    passkeys: int
    """How many passkeys there are."""


class SecondFactorAsked(Model):
    """What `POST /auth/login/sso/connect` answers as 202."""

    status: Literal["second_factor_required"]
    """The password is right, and more is asked for."""
    message: str
    """What to do, in a sentence."""
    challenge: str
    """Goes to `POST /auth/login/second-factor`, once, with a code."""
    expires_in: int
    """Seconds that the challenge is good for."""


class SelectorFinds(Model):
    """What one selector of a template found, in all items of a list together."""

    selector: Optional[str] = None
    """The selector; null: the item itself."""
    matches: int
    """Elements that it finds, up to 1,000 in each place."""
    values: Optional[int] = None
    """Values that were read: of the first element, with many of all. Absent for the selector of the items."""
    first: Optional[str] = None
    """Markup of the first element, up to 300 characters; absent where there is none."""


class ServerDemo(Model):
    """Trying a page without an account."""

    is_open: bool
    """Whether `POST /scrape/demo` answers."""
    pages_per_hour: int
    """Pages that one address may try in an hour."""
    highest_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """The highest tier that is tried for it."""


class ServerSingleSignOn(Model):
    name: str
    """What people know the provider as."""


class Server(Model):
    """What a server offers to those who have no account there yet."""

    demo: ServerDemo
    """Trying a page without an account."""
    registration: Union[Literal["open", "confirm", "closed"], str]
    """Who opens accounts. `open`: anybody, at once; `confirm`: whoever opens the link of a mail; `closed`:
    the operator alone.
    """
    single_sign_on: Optional[ServerSingleSignOn] = None
    """Signing in by a provider of the operator; null where there is none."""
    signup_credits: int
    """Credits that an account begins with."""


class ServiceHealth(Model):
    """A service of the fleet."""

    service: str
    """Its name, as the folder of its code."""
    does: str
    """What stands still without it."""
    status: Union[Literal["ok", "degraded", "down", "stopped"], str]
    """`ok`; `degraded`: a part of its work cannot be done, or one of several is lost; `down`: none does its
    work; `stopped`: all were stopped, and properly.
    """
    reason: Optional[str] = None
    """Why it is not well; null where it is."""
    running: int
    """How many of it do their work."""
    version: Optional[str] = None
    """What runs; null where none does."""
    since: Optional[DateTime] = None
    """Since when the one that runs longest does; null: none does. ISO 8601, in UTC."""
    seen_at: Optional[DateTime] = None
    """When any of it said last how it is; null: not within a day. ISO 8601, in UTC."""
    instances: List[ServiceInstance]
    """The newest first, 20 at most."""


class ServiceInstance(Model):
    """A running service, or one that has run within a day."""

    host: str
    """Name of the machine or container."""
    pid: int
    """Its process there."""
    version: str
    """What runs."""
    status: Union[Literal["ready", "degraded", "not_ready", "stopped", "lost"], str]
    """What it said last; `lost`: it has said nothing for 15 seconds, and has not stopped properly."""
    failing: Dict[str, str]
    """Reasons, by the names of the checks that fail."""
    started_at: DateTime
    """When its process was started. ISO 8601, in UTC."""
    seen_at: DateTime
    """When it said last how it is. ISO 8601, in UTC."""


class Session(Model):
    """A stored login, without its values."""

    id: str
    """Stands for `{session_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    domain: str
    """The host that its cookies belong to; they are sent to it and its subdomains."""
    cookie_names: List[str]
    """Names of its cookies; their values are never shown."""
    cookie_count: int
    """How many cookies it has."""
    header_names: Optional[List[str]] = None
    """Names of its headers; null without any."""
    storage_origins: List[str]
    """Origins whose `localStorage` or `sessionStorage` it keeps, which only a browser can use; never what is
    in it.
    """
    status: Union[Literal["active", "expired", "invalid", "pending_validation", "inactive"], str]
    """`expired`: `expires_at` or the last cookie has passed; `invalid`: a validation found nobody signed in;
    `pending_validation`: three uses in a row ended at a sign-in page; `inactive`: deleted.
    """
    expires_at: Optional[DateTime] = None
    """When it is to end; null where nothing was said. ISO 8601, in UTC."""
    cookies_expire_at: Optional[DateTime] = None
    """When the last of its cookies ends; null where that is unknown. ISO 8601, in UTC."""
    expiry_status: Union[Literal["valid", "expiring", "expired", "unknown"], str]
    """How soon it ends: `expiring`: within 24 hours; `unknown`: a cookie names no end."""
    last_validated_at: Optional[DateTime] = None
    """When it was validated last; null: never. ISO 8601, in UTC."""
    validation_confidence: Optional[float] = None
    """How sure the last validation was that it is signed in, from 0 to 100; null: never validated."""
    consecutive_failures: int
    """Uses in a row that ended at a sign-in page."""
    last_used_at: Optional[DateTime] = None
    """When a page was fetched with it last; null: never. ISO 8601, in UTC."""
    total_requests: int
    """Pages that were fetched with it."""
    successful_requests: int
    """Those of them that did not end at a sign-in page."""
    success_rate: float
    """Percent of them, from 0 to 100; 0 before the first use."""
    notes: Optional[str] = None
    """What its owner has noted; null: nothing."""
    is_owner: bool
    """Whether it belongs to the account that asks; otherwise it is shared with it."""
    organization_id: Optional[str] = None
    """The organization that it is shared with; null where it is shared with none. A UUID."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""


class SessionAudit(Model):
    """What `GET /sessions/{session_id}/audit` answers."""

    entries: List[SessionAuditEntry]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class SessionAuditEntry(Model):
    """What has happened to a login session."""

    action: str
    """`created`, `updated`, `refreshed`, `deleted`, `validated`, `used_for_scrape`, `cookies_updated`,
    `shared`, `unshared` or `expired`.
    """
    actor: str
    """`user:<id>`, `key:<id>` or `system`."""
    timestamp: DateTime
    """When it happened. ISO 8601, in UTC."""
    details: Dict[str, Any]
    """Names, ids and counts; never a value of a cookie or header."""


class SessionDeleted(Model):
    """What `DELETE /sessions/{session_id}` answers."""

    deleted: Literal[True]
    """It is gone, and its cookies and headers with it."""


class SessionList(Model):
    """What `GET /sessions` answers."""

    sessions: List[Session]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class SessionValidationIndicatorsFound(Model):
    """What on the page shows that somebody is signed in."""

    account_links: List[str]
    """Links such as those to an account or to sign out."""
    user_elements: List[str]
    """Elements that show who is signed in."""


class SessionValidation(Model):
    """What `POST /sessions/{session_id}/validate` answers."""

    id: str
    """Stands for `{session_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    domain: str
    """The host that its cookies belong to."""
    status: Union[Literal["active", "expired", "invalid", "pending_validation", "inactive"], str]
    """After the validation."""
    is_valid: bool
    """Whether somebody is signed in with it."""
    valid: bool
    """The same as `is_valid`."""
    confidence: int
    """How sure it is that the session is signed in: 50 and above makes it `active`, less `invalid`. 50 where
    nothing is known.
    """
    http_status: int
    """Of the answer to the request with the session; 0: there was no answer, or no request."""
    detected_user: Optional[str] = None
    """What the signed-in user is called on the page; null where that was not found."""
    cookie_expiry_detected: Optional[DateTime] = None
    """When the last of its cookies ends; null where that is unknown. ISO 8601, in UTC."""
    cookies_expiring_soon: bool
    """Whether that is soon, as of an `expiry_status` of `expiring`."""
    indicators_found: SessionValidationIndicatorsFound
    """What on the page shows that somebody is signed in."""
    consecutive_failures: int
    """Uses in a row that ended at a sign-in page."""
    details: str
    """Why, in a sentence."""
    reason: Optional[str] = None
    """The same as `details`; null where the session is valid."""


class ShownAlertChannel(Model):
    """One way to tell somebody, without what is secret of it."""

    type: Union[Literal["email", "webhook", "slack", "discord", "ntfy", "telegram"], str]
    """The kind of channel."""
    address: Optional[str] = None
    """Without what is secret of it; null: the owner of the account."""


class SignIn(Model):
    """A device that is signed in."""

    id: str
    """Stands for `{sign_in_id}` in paths. A UUID."""
    device: Optional[str] = None
    """The device in words, by what its program calls itself; null where it says nothing."""
    user_agent: Optional[str] = None
    """What its program calls itself, as it sends it; null where it sends nothing."""
    address: Optional[str] = None
    """IP address that it came from last; null where that was not noted."""
    created_at: DateTime
    """When it signed in. ISO 8601, in UTC."""
    last_used_at: DateTime
    """When it signed in or refreshed its tokens last: at most an hour before its last request. ISO 8601, in
    UTC.
    """
    expires_at: DateTime
    """When it ends unless it is used before. ISO 8601, in UTC."""
    current: bool
    """Whether it is the one that asks."""


class SignInList(Model):
    """What `GET /auth/sign-ins` answers."""

    sign_ins: List[SignIn]
    """The one that was used last comes first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class SignInsEnded(Model):
    """What `DELETE /auth/sign-ins` answers."""

    ended: int
    """How many have ended."""


class SignedIn(Model):
    """Who has signed in, and with what they go on."""

    user: User
    """Who has signed in."""
    access_token: str
    """Goes into `Authorization: Bearer`."""
    token_type: Literal["bearer"]
    """How the access token is sent."""
    expires_in: int
    """Seconds that the access token is valid."""
    refresh_token: str
    """Good for one exchange, within 30 days."""


class SingleSignOnBegun(Model):
    """A sign-in at the provider that has begun."""

    authorization_url: str
    """Where the browser goes; the provider sends it back to `/app/sign-in/provider`."""
    ticket: str
    """A secret that the browser keeps meanwhile, and shows with the answer: no answer is good elsewhere."""
    expires_in: int
    """Seconds that the ticket is good for."""


class SiteMapRobotsTxt(Model):
    """What the robots.txt of the site says."""

    exists: bool
    """Whether there is one."""
    disallowed_paths: List[str]
    """For every robot, or for this one where it is named."""


class SiteMap(Model):
    """The addresses of a site."""

    map_id: str
    """The map, which `GET /map/{map_id}` reads. A UUID."""
    external_id: Optional[str] = None
    """As it was sent; of an item without one, that of its batch."""
    metadata: Optional[Dict[str, Any]] = None
    """As it was sent; of an item without any, that of its batch."""
    total_urls: int
    """How many addresses there are in `urls`."""
    urls: List[MapEntry]
    """With `search` the most relevant first; else in the order in which they were found."""
    sitemap_found: bool
    """Whether the site has a sitemap that could be read."""
    robots_txt: SiteMapRobotsTxt
    """What the robots.txt of the site says."""
    credits_used: float
    """Credits charged so far; a dollar has 5,000."""
    warnings: Optional[List[str]] = None
    """Sentences about what was asked for and is not as it seems; absent where there is nothing to say."""


class SpendLimitUsage(Model):
    """Of the current period. What open requests hold counts as spent."""

    used_credits: float
    """Credits charged in the period."""
    held_credits: float
    """Credits that open requests hold."""
    requests: int
    """Requests of the period."""
    period_start: DateTime
    """When the period began. ISO 8601, in UTC."""
    resets_at: DateTime
    """When it counts anew. ISO 8601, in UTC."""


class SpendLimit(Model):
    """What may be spent in a period, and what is."""

    budget_limit_credits: Optional[float] = None
    """Most credits of a period; null: no such limit."""
    budget_limit_microcents: Optional[int] = None
    """The same in microcents: 1,000,000 are a dollar; null: no such limit."""
    request_limit: Optional[int] = None
    """Most requests of a period; null: no such limit."""
    reset_period: Union[Literal["daily", "weekly", "monthly"], str]
    """When it counts anew, in UTC: at midnight, on Monday, or on the first of the month."""
    enabled: bool
    """Whether the limit holds."""
    usage: SpendLimitUsage
    """Of the current period. What open requests hold counts as spent."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""


class TemplateField(Model):
    selector: Optional[str] = None
    """CSS, within the page or the item; absent: the item itself."""
    type: Union[Literal["text", "html", "attribute", "number", "date", "url"], str]
    """What the value is read as."""
    attribute: Optional[str] = None
    """The attribute that is read; absent: the text."""
    many: bool
    """Whether all that the selector finds is read, as an array."""


class TemplateListField(Model):
    selector: Optional[str] = None
    """CSS, within the page or the item; absent: the item itself."""
    type: Union[Literal["text", "html", "attribute", "number", "date", "url"], str]
    """What the value is read as."""
    attribute: Optional[str] = None
    """The attribute that is read; absent: the text."""
    many: bool
    """Whether all that the selector finds is read, as an array."""


class TemplateList(Model):
    """What the page repeats; absent where it reads no list."""

    name: str
    """The field of the result that holds the items."""
    selector: str
    """Finds each item."""
    fields: Dict[str, TemplateListField]
    """Fields of an item, by their names."""


class Template(Model):
    """A template: where the values of a page stand."""

    id: str
    """Stands for `{template_id}` in paths. A UUID."""
    name: str
    """What its owner calls it."""
    description: Optional[str] = None
    """What its owner has written of it; null: nothing."""
    fields: Optional[Dict[str, TemplateField]] = None
    """Fields of the page, by their names; absent where it reads none."""
    list: Optional[TemplateList] = None
    """What the page repeats; absent where it reads no list."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""


class TemplateTestResult(Model):
    """What `POST /templates/{template_id}/test` answers as 200."""

    job_id: str
    """The job, which `GET /jobs/{job_id}` reads. A UUID."""
    template_id: str
    """Stands for `{template_id}` in paths. A UUID."""
    template: str
    """What its owner calls it."""
    result: Dict[str, Any]
    """What a scrape with this template gives as filtered_content."""
    missing_fields: List[str]
    """Fields that nothing was found for."""
    selectors: Dict[str, SelectorFinds]
    """By the field; "items" is the selector of a list of that name, "items.price" a field of it."""
    fault: Optional[str] = None
    """Why the selectors could not be run to their end; null where they were."""
    credits_used: float
    """Credits charged so far; a dollar has 5,000."""
    warnings: List[str]
    """Sentences about the page; may be empty."""


class Templates(Model):
    """What `GET /templates` answers."""

    templates: List[Template]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class TestWebhook(Model):
    """Body of the webhook `webhook.test`."""

    event: Literal["webhook.test"]
    """What has happened: nothing but a test."""
    webhook_id: str
    """Stands for `{webhook_id}` in paths. A UUID."""
    message: str
    """That this is a test, in a sentence."""
    created_at: DateTime
    """When the test was asked for. ISO 8601, in UTC."""


class Ticket(Model):
    """A question to the operator."""

    id: str
    """Stands for `{ticket_id}` in paths. A UUID."""
    readable_id: str
    """What people call the ticket, such as `T-7F3K2`; stands for `{ticket_id}` in paths too."""
    subject: str
    """What it is about, in a line."""
    category: Union[Literal["question", "problem", "billing", "abuse"], str]
    """What kind of question it is."""
    status: Union[Literal["open", "answered", "closed"], str]
    """`open`: the operator is asked; `answered`: you are; `closed`: nobody is."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""
    closed_at: Optional[DateTime] = None
    """When it was closed; null where it is not. ISO 8601, in UTC."""


class TicketAnswered(Model):
    """What `POST /operator/tickets/{ticket_id}/reply` answers."""

    ticket_id: str
    """Stands for `{ticket_id}` in paths. A UUID."""
    status: Union[Literal["open", "answered", "closed"], str]
    """`open`: the operator is asked; `answered`: whoever asked is; `closed`: nobody is."""
    mails: int
    """How many mails tell of it."""


class TicketDetail(Model):
    """A ticket with its messages."""

    id: str
    """Stands for `{ticket_id}` in paths. A UUID."""
    readable_id: str
    """What people call the ticket, such as `T-7F3K2`; stands for `{ticket_id}` in paths too."""
    subject: str
    """What it is about, in a line."""
    category: Union[Literal["question", "problem", "billing", "abuse"], str]
    """What kind of question it is."""
    status: Union[Literal["open", "answered", "closed"], str]
    """`open`: the operator is asked; `answered`: you are; `closed`: nobody is."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""
    closed_at: Optional[DateTime] = None
    """When it was closed; null where it is not. ISO 8601, in UTC."""
    messages: List[TicketMessage]
    """The oldest first."""


class TicketMessage(Model):
    """One message of a ticket."""

    id: str
    """Names the message. A UUID."""
    author: Union[Literal["person", "operator"], str]
    """Who has written it: whoever asks, or the operator."""
    message: str
    """Plain text, as it was written."""
    created_at: DateTime
    """When it was written. ISO 8601, in UTC."""


class Tickets(Model):
    """What `GET /support/tickets` answers."""

    tickets: List[Ticket]
    """The one that was changed last comes first."""
    total: int
    """How many entries there are in all, beyond this page too."""


class TierCapWarning(Model):
    """The limit of the request lies below the tier that most pages of the host need."""

    domain_min_tier: Union[Literal["1", "2", "3", "4", "5", "3.5"], str]
    """The tier that most pages of the host need."""
    your_max_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], str]] = None
    """The `max_tier` of the request; absent without one."""
    your_force_tier: Optional[Union[Literal["1", "2", "3", "4", "5", "3.5"], str]] = None
    """The `force_tier` of the request; absent without one."""


class TierInfo(Model):
    """What an account may ask for at its balance, and what the next tier takes."""

    name: str
    """The spend tier, such as `High Volume`."""
    slug: str
    """The same for programs, such as `high_volume`."""
    requests_per_minute: int
    """Rate-limit tokens a minute."""
    concurrent_requests: int
    """Slots for requests at once."""
    min_balance_usd: Optional[float] = None
    """Balance from which it holds, in dollars; null where the operator has granted it."""
    max_balance_usd: Optional[float] = None
    """Balance from which the next one holds, in dollars; null at the top."""
    next_tier_slug: Optional[str] = None
    """The next one; null at the top."""
    next_tier_threshold_usd: Optional[float] = None
    """The same as `max_balance_usd`, in dollars; null at the top."""


class TokenReply(Model):
    """What `POST /oauth/token` answers."""

    access_token: str
    """An API key."""
    token_type: Literal["bearer"]
    """How the key is sent: also in `X-API-Key`."""
    scope: Literal["scrape"]
    """What the key may do."""


class TopAccountsAccount(Model):
    account_id: str
    """Whose it is: an `id` that `GET /operator/accounts` lists. A UUID."""
    name: str
    """What it is called."""
    requests: int
    """Jobs and calls that have ended."""
    failed: int
    """Those that failed."""
    credits: float
    """Credits that they cost."""
    open_jobs: int
    """Jobs of it that have not ended, without those that wait for their admission."""


class TopAccounts(Model):
    """What `GET /operator/top-accounts` answers."""

    accounts: List[TopAccountsAccount]
    """Those that take the most first."""


class TotpEnrolment(Model):
    """What `POST /auth/totp` answers."""

    secret: str
    """In base 32, for who types it. Shown once."""
    otpauth_uri: str
    """For a QR code."""


class Transaction(Model):
    """An entry of the ledger."""

    id: str
    """Names the entry of the ledger; later ones have greater numbers."""
    kind: Union[Literal["deposit", "charge", "refund", "dispute", "reinstatement"], str]
    """`deposit`: credits were paid in or granted; `charge`: work was delivered; `refund`, `dispute`: a
    payment has gone back, or is asked back; `reinstatement`: it has come again.
    """
    amount_credits: float
    """Credits that it adds; negative where they leave the account."""
    amount_cents: float
    """The same in US cents."""
    balance_after_credits: Optional[float] = None
    """Credits of the balance after it; null for old entries."""
    job_id: Optional[str] = None
    """Of a `charge`: the job, which `GET /jobs/{job_id}` reads; null for what is no job’s. A UUID."""
    note: Optional[str] = None
    """What it is for, in words; null where nothing more is said. Charges of months that ended 13 months ago
    are one sum for the jobs of the month and one for its calls; the note says how many they were.
    """
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""


class TransactionList(Model):
    """What `GET /billing/transactions` answers."""

    transactions: List[Transaction]
    """The newest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""
    next_cursor: Optional[str] = None
    """Reads on from here, as `cursor`; null on the last page."""


class UsagePeriod(Model):
    """The time that is reported."""

    start: DateTime
    """Its beginning. ISO 8601, in UTC."""
    end: DateTime
    """Its end. ISO 8601, in UTC."""
    current: bool
    """Whether now lies within it."""


class UsageBalance(Model):
    """Of now, and of all time."""

    current_cents: float
    """The balance with what open requests hold, in US cents."""
    deposited_cents: float
    """All that was ever paid in, in US cents."""
    used_cents: float
    """All that was ever charged, in US cents."""


class UsageRequests(Model):
    """A request counts when it ends, which is when it is charged."""

    total: int
    """Requests that have ended in the period."""
    successful: int
    """Those that were delivered, from the cache too."""
    failed: int
    """Those that were not delivered."""
    cached: int
    """Those that your cache has answered: a part of `successful`."""


class UsageByMode(Model):
    """Requests of the period that were delivered, by how the page was read."""

    html: int
    """Pages that were read as HTML."""
    js: int
    """Pages that a browser rendered."""
    pdf: int
    """Pages that were PDFs."""
    ocr: int
    """Pages whose text was read from an image."""


class UsageRateLimits(Model):
    """Rate-limit tokens of whoever asks."""

    requests_per_minute: int
    """Most tokens in a minute."""
    current_usage: int
    """Tokens that are taken now."""
    reset_at: DateTime
    """When all tokens are back. ISO 8601, in UTC."""


class UsageSpendTier(Model):
    """What the balance gives: see `docs/reference/limits.md`."""

    current: str
    """Name of the tier: `free`, `basic`, `growth`, `scale`, `high_volume` or `enterprise`."""
    rolling_30d_spend_cents: float
    """What was charged in the last 30 days, in US cents."""
    next_tier_at_cents: Optional[float] = None
    """Balance from which the next tier holds, in US cents; null at the top."""


class Usage(Model):
    """What `GET /usage` answers."""

    period: UsagePeriod
    """The time that is reported."""
    balance: UsageBalance
    """Of now, and of all time."""
    requests: UsageRequests
    """A request counts when it ends, which is when it is charged."""
    by_mode: UsageByMode
    """Requests of the period that were delivered, by how the page was read."""
    by_tier: Dict[str, int]
    """Requests of the period by the tier that delivered; answers from the cache are of none."""
    rate_limits: UsageRateLimits
    """Rate-limit tokens of whoever asks."""
    spend_tier: UsageSpendTier
    """What the balance gives: see `docs/reference/limits.md`."""
    period_start: DateTime
    """The same as `period.start`; this and the next five are there for published clients. ISO 8601, in UTC."""
    period_end: DateTime
    """The same as `period.end`. ISO 8601, in UTC."""
    requests_month: int
    """The same as `requests.total`."""
    credits_used_month: float
    """Credits charged in the period."""
    balance_dollars: float
    """The same as `balance.current_cents`, in dollars."""
    credits_available: float
    """The balance, in spite of its name in microcents, not in credits: 1,000,000 are a dollar."""


class UsageCap(Model):
    """What requests would have come to under a cap."""

    max_tier: Union[Literal["1", "2", "3", "4", "5"], str]
    """The `cost_controls.max_tier` that is supposed."""
    delivered: int
    """Requests that would have been delivered as they were."""
    lost: int
    """Requests that were delivered, and would have failed: all allowed tiers were tried."""
    failed: int
    """Requests that failed, and would have failed."""
    unknown: int
    """Requests of which an allowed tier was not tried: nobody knows."""
    credits: float
    """Credits that `delivered` would have cost."""
    unknown_credits_at_most: float
    """Credits that `unknown` would have cost besides, if the dearest allowed tier had delivered all."""


class UsageCapsPeriod(Model):
    """The time whose jobs are replayed, as far as they are kept."""

    start: DateTime
    """Its beginning. ISO 8601, in UTC."""
    end: DateTime
    """Its end. ISO 8601, in UTC."""


class UsageCapsAsItWas(Model):
    """What became of these requests."""

    delivered: int
    """Requests that were delivered."""
    failed: int
    """Those that were not."""
    credits: float
    """Credits that they cost."""


class UsageCaps(Model):
    """What `GET /usage/caps` answers."""

    period: UsageCapsPeriod
    """The time whose jobs are replayed, as far as they are kept."""
    requests: int
    """Jobs that have ended by fetching. Those of test keys and answers from the cache are not counted."""
    is_cut: bool
    """There are more: the latest 20,000 are replayed."""
    as_it_was: UsageCapsAsItWas
    """What became of these requests."""
    caps: List[UsageCap]
    """By `max_tier`, the lowest first."""


class UsageReportPeriod(Model):
    """By whole quarters of an hour; by domain and kind by whole days in UTC."""

    start: DateTime
    """Its beginning. ISO 8601, in UTC."""
    end: DateTime
    """Its end. ISO 8601, in UTC."""


class UsageReport(Model):
    """What `GET /usage/report` answers."""

    period: UsageReportPeriod
    """By whole quarters of an hour; by domain and kind by whole days in UTC."""
    rows: List[UsageReportRow]
    """In the order of their groups."""
    is_cut: bool
    """There are more rows than `limit`."""


class UsageReportRow(Model):
    """What was asked for within one group."""

    day: Optional[Date] = None
    """The day, in UTC; with `group_by=day`. An ISO 8601 date."""
    hour: Optional[DateTime] = None
    """The beginning of the hour; with `group_by=hour`. ISO 8601, in UTC."""
    key: Optional[str] = None
    """The key that asked, with `group_by=key`; null for work without one. A UUID."""
    tier: Optional[str] = None
    """The tier that delivered, with `group_by=tier`; null for what no tier delivered."""
    domain: Optional[str] = None
    """The host, with `group_by=domain`; null for calls, and pages that you have sent."""
    kind: Optional[str] = None
    """With `group_by=kind`: `scrape`, `batch`, `crawl` or `search`, by what a page was scraped for; else the
    kind of the call.
    """
    requests: int
    """Requests that have ended: the sum of the next three."""
    completed: int
    """Those that were delivered by a fetch."""
    failed: int
    """Those that were not delivered."""
    cached: int
    """Those that your cache has answered."""
    credits: float
    """Credits charged."""


class User(Model):
    """A person who has an account."""

    id: str
    """Names the person. A UUID."""
    email: str
    """By which they sign in."""
    name: Optional[str] = None
    """What they are called; null where they have not said."""
    created_at: DateTime
    """When the account was opened. ISO 8601, in UTC."""


class Webhook(Model):
    """An address of yours that is told what happens."""

    id: str
    """Stands for `{webhook_id}` in paths. A UUID."""
    name: Optional[str] = None
    """What it was called; null: nothing."""
    url: str
    """Where the events go."""
    events: List[str]
    """Which events are sent."""
    header_names: List[str]
    """Names of the headers of your own that go with each request; their values are not shown."""
    is_active: bool
    """Whether anything is sent."""
    failure_count: int
    """Deliveries that have failed since the last success."""
    failing_since: Optional[DateTime] = None
    """When the first of these deliveries failed; null where there is none. ISO 8601, in UTC."""
    disabled_at: Optional[DateTime] = None
    """When it was switched off because nothing had succeeded for 5 days; null where it was not. ISO 8601, in
    UTC.
    """
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""


class WebhookAttempt(Model):
    """One attempt to deliver an event."""

    attempt: int
    """Number of the attempt at its delivery, 1 to 3."""
    status_code: Optional[int] = None
    """HTTP status of the answer; null when none came."""
    error: Optional[str] = None
    """Why it failed; null when it was delivered."""
    timestamp: DateTime
    """When it was tried. ISO 8601, in UTC."""
    job_id: Optional[str] = None
    """The job that the event is about; null where it is about the whole batch. A UUID."""
    event: str
    """What it told: `job.completed`, `job.failed` or `batch.completed`."""


class WebhookCreated(Model):
    """What `POST /webhooks` answers."""

    id: str
    """Stands for `{webhook_id}` in paths. A UUID."""
    name: Optional[str] = None
    """What it was called; null: nothing."""
    url: str
    """Where the events go."""
    events: List[str]
    """Which events are sent."""
    header_names: List[str]
    """Names of the headers of your own that go with each request; their values are not shown."""
    is_active: bool
    """Whether anything is sent."""
    failure_count: int
    """Deliveries that have failed since the last success."""
    failing_since: Optional[DateTime] = None
    """When the first of these deliveries failed; null where there is none. ISO 8601, in UTC."""
    disabled_at: Optional[DateTime] = None
    """When it was switched off because nothing had succeeded for 5 days; null where it was not. ISO 8601, in
    UTC.
    """
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""
    secret: str
    """Signs what is sent; the same for all webhooks of the account."""


class WebhookDelivery(Model):
    """One event for one receiver, and how its last attempt ended."""

    id: str
    """Stands for `{delivery_id}` in paths."""
    event_id: str
    """The `webhook-id` of its requests: its own id, or of a replay that of the first delivery."""
    replay_of: Optional[str] = None
    """Of a replay: the delivery that it sends again; null of others."""
    webhook_id: Optional[str] = None
    """The endpoint that is told; null where a request, or a rule of alerts, named the address. A UUID."""
    url: str
    """Where it goes; of an address that is a secret only where that is."""
    event: str
    """What it tells."""
    job_id: Optional[str] = None
    """The job that it is about; null where it is about none. A UUID."""
    batch_id: Optional[str] = None
    """The batch that it is about, or the job is an item of; null where there is none."""
    crawl_id: Optional[str] = None
    """The crawl that it is about, or the job is a page of; absent where there is none. A UUID."""
    status: Union[Literal["pending", "retrying", "delivered", "failed", "cancelled"], str]
    """`pending`: not tried yet; `retrying`: tried, and tried again later; `delivered`: the receiver has taken
    it; `failed`: given up; `cancelled`: nobody is to be told any more.
    """
    attempts: int
    """How often it was tried."""
    status_code: Optional[int] = None
    """HTTP status of the last answer; null where none came."""
    error: Optional[str] = None
    """Why the last attempt failed; null where it did not, or there was none."""
    duration_ms: Optional[int] = None
    """How long the last attempt took, in milliseconds; null where there was none."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    ended_at: Optional[DateTime] = None
    """When it was delivered or given up; null before. ISO 8601, in UTC."""
    next_attempt_at: Optional[DateTime] = None
    """When it is tried next; null once it has ended. ISO 8601, in UTC."""


class WebhookDeliveryDetail(Model):
    """What `GET /webhooks/deliveries/{delivery_id}` answers."""

    id: str
    """Stands for `{delivery_id}` in paths."""
    event_id: str
    """The `webhook-id` of its requests: its own id, or of a replay that of the first delivery."""
    replay_of: Optional[str] = None
    """Of a replay: the delivery that it sends again; null of others."""
    webhook_id: Optional[str] = None
    """The endpoint that is told; null where a request, or a rule of alerts, named the address. A UUID."""
    url: str
    """Where it goes; of an address that is a secret only where that is."""
    event: str
    """What it tells."""
    job_id: Optional[str] = None
    """The job that it is about; null where it is about none. A UUID."""
    batch_id: Optional[str] = None
    """The batch that it is about, or the job is an item of; null where there is none."""
    crawl_id: Optional[str] = None
    """The crawl that it is about, or the job is a page of; absent where there is none. A UUID."""
    status: Union[Literal["pending", "retrying", "delivered", "failed", "cancelled"], str]
    """`pending`: not tried yet; `retrying`: tried, and tried again later; `delivered`: the receiver has taken
    it; `failed`: given up; `cancelled`: nobody is to be told any more.
    """
    attempts: int
    """How often it was tried."""
    status_code: Optional[int] = None
    """HTTP status of the last answer; null where none came."""
    error: Optional[str] = None
    """Why the last attempt failed; null where it did not, or there was none."""
    duration_ms: Optional[int] = None
    """How long the last attempt took, in milliseconds; null where there was none."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    ended_at: Optional[DateTime] = None
    """When it was delivered or given up; null before. ISO 8601, in UTC."""
    next_attempt_at: Optional[DateTime] = None
    """When it is tried next; null once it has ended. ISO 8601, in UTC."""
    body: Optional[str] = None
    """The body as it was sent, byte for byte; null above 64 KB, where `body_url` has it, where nothing was
    sent yet, and once it cannot be made as it was: the result is not kept any more.
    """
    body_url: Optional[str] = None
    """The body by itself, to be fetched with your key; null where there is none."""
    body_bytes: Optional[int] = None
    """Size of the body that was sent, in bytes; null where none was."""
    tries: List[WebhookTry]
    """Each attempt, the first one first."""


class WebhookDeliveryList(Model):
    """What `GET /webhooks/deliveries` answers."""

    deliveries: List[WebhookDelivery]
    """The newest first."""
    next_cursor: Optional[str] = None
    """Where the list goes on; null at its end. A page may hold fewer than `limit`, or none, before it: only
    so many are looked through at once.
    """


class WebhookDetail(Model):
    """What `GET /webhooks/{webhook_id}` answers."""

    id: str
    """Stands for `{webhook_id}` in paths. A UUID."""
    name: Optional[str] = None
    """What it was called; null: nothing."""
    url: str
    """Where the events go."""
    events: List[str]
    """Which events are sent."""
    header_names: List[str]
    """Names of the headers of your own that go with each request; their values are not shown."""
    is_active: bool
    """Whether anything is sent."""
    failure_count: int
    """Deliveries that have failed since the last success."""
    failing_since: Optional[DateTime] = None
    """When the first of these deliveries failed; null where there is none. ISO 8601, in UTC."""
    disabled_at: Optional[DateTime] = None
    """When it was switched off because nothing had succeeded for 5 days; null where it was not. ISO 8601, in
    UTC.
    """
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    updated_at: DateTime
    """When it was changed last; until then, when it was made. ISO 8601, in UTC."""
    webhook: Webhook
    """The same once more, for clients that look here."""
    recent_deliveries: List[WebhookDelivery]
    """The latest 20, the newest first."""
    stats: WebhookStats


class WebhookList(Model):
    """What `GET /webhooks` answers."""

    webhooks: List[Webhook]
    """The oldest first."""
    total: int
    """How many entries there are in all, beyond this page too."""
    limit: int
    """Most entries of a page, as it was asked for."""
    offset: int
    """Entries that were passed over, as it was asked for."""


class WebhookLog(Model):
    """What `GET /batch/{batch_id}/webhook-log` answers."""

    batch_id: str
    """The batch, which `GET /batch/{batch_id}` reads."""
    webhook_url: Optional[str] = None
    """Who is told of its end, as `webhook_url` of the request; null where nobody is."""
    webhook_status: Optional[Union[Literal["pending", "retrying", "delivered", "failed", "cancelled"], str]] = None
    """Of all deliveries to `webhook_url` together; null without one."""
    attempts: List[WebhookAttempt]
    """Each attempt at each delivery, the newest last."""
    next_retry_at: Optional[DateTime] = None
    """When the next delivery is tried; null where none waits. ISO 8601, in UTC."""


class WebhookReplayResult(Model):
    """What `POST /webhooks/deliveries/replay` answers."""

    replayed: int
    """How many are sent again: at most 1,000 by one call."""
    skipped: int
    """Of those that were asked for: how many are not, as their endpoint is gone or switched off, or what they
    told is not kept any more.
    """


class WebhookReplayed(Model):
    """What `POST /webhooks/deliveries/{delivery_id}/replay` answers."""

    id: str
    """Stands for `{delivery_id}` in paths."""
    event_id: str
    """The `webhook-id` of its requests: its own id, or of a replay that of the first delivery."""
    replay_of: Optional[str] = None
    """Of a replay: the delivery that it sends again; null of others."""
    webhook_id: Optional[str] = None
    """The endpoint that is told; null where a request, or a rule of alerts, named the address. A UUID."""
    url: str
    """Where it goes; of an address that is a secret only where that is."""
    event: str
    """What it tells."""
    job_id: Optional[str] = None
    """The job that it is about; null where it is about none. A UUID."""
    batch_id: Optional[str] = None
    """The batch that it is about, or the job is an item of; null where there is none."""
    crawl_id: Optional[str] = None
    """The crawl that it is about, or the job is a page of; absent where there is none. A UUID."""
    status: Union[Literal["pending", "retrying", "delivered", "failed", "cancelled"], str]
    """`pending`: not tried yet; `retrying`: tried, and tried again later; `delivered`: the receiver has taken
    it; `failed`: given up; `cancelled`: nobody is to be told any more.
    """
    attempts: int
    """How often it was tried."""
    status_code: Optional[int] = None
    """HTTP status of the last answer; null where none came."""
    error: Optional[str] = None
    """Why the last attempt failed; null where it did not, or there was none."""
    duration_ms: Optional[int] = None
    """How long the last attempt took, in milliseconds; null where there was none."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    ended_at: Optional[DateTime] = None
    """When it was delivered or given up; null before. ISO 8601, in UTC."""
    next_attempt_at: Optional[DateTime] = None
    """When it is tried next; null once it has ended. ISO 8601, in UTC."""
    delivery_id: str
    """The new delivery: the same as `id`."""
    poll_url: PollUrl


class WebhookSecret(Model):
    """What `GET /webhooks/secret` answers."""

    secret: str
    """Signs what is sent: `whsec_` and base64, as Standard Webhooks have it."""
    created_at: DateTime
    """When it was made. ISO 8601, in UTC."""
    previous_expires_at: Optional[DateTime] = None
    """Until when secrets before this one sign as well; null where there are none. ISO 8601, in UTC."""


class WebhookStats(Model):
    """What became of the latest deliveries."""

    deliveries: int
    """The latest ones, 1,000 at most; the others count these."""
    delivered: int
    """Those that the receiver has taken."""
    failed: int
    """Those that were given up."""
    pending: int
    """Those that are still tried."""
    success_rate: Optional[float] = None
    """Percent that were delivered, of those that were or have failed; null of none."""


class WebhookTestResult(Model):
    """What `POST /webhooks/{webhook_id}/test` answers as 200."""

    delivery_id: str
    """The webhook-id of its request."""
    event: Literal["webhook.test"]
    """What was sent."""
    success: bool
    """Whether the receiver has taken it."""
    status: Union[Literal["pending", "retrying", "delivered", "failed", "cancelled"], str]
    """`pending`: not tried yet; `retrying`: tried, and tried again later; `delivered`: the receiver has taken
    it; `failed`: given up; `cancelled`: nobody is to be told any more.
    """
    status_code: Optional[int] = None
    """HTTP status of the last answer; null where none came."""
    error: Optional[str] = None
    """Why the last attempt failed; null where it did not, or there was none."""
    duration_ms: Optional[int] = None
    """How long the last attempt took, in milliseconds; null where there was none."""


class WebhookTry(Model):
    """One attempt to deliver."""

    attempt: int
    """Its number, from 1 on."""
    status_code: Optional[int] = None
    """HTTP status of the answer; null where none came."""
    error: Optional[str] = None
    """Why it failed; null where it did not."""
    duration_ms: int
    """How long it took, in milliseconds."""
    created_at: DateTime
    """When it began. ISO 8601, in UTC."""
    headers: Optional[Dict[str, str]] = None
    """What our headers held, those of the signature among them; null where nothing was sent."""
    header_names: List[str]
    """Names of the headers of your own that were sent; their values are not shown."""
    signature: Optional[str] = None
    """The same as `webhook-signature` of `headers`; null where it was not signed."""
    answer: Optional[str] = None
    """The first 1,024 characters of the answer, in which values of headers of your own are starred out; null
    where it was empty, or none came.
    """


class ExtractAccepted1(Model):
    extract_id: str
    """The extraction, which `GET /jobs/{job_id}` reads by the same id. A UUID."""
    job_id: str
    """The job, which `GET /jobs/{job_id}` reads. A UUID."""
    status: Union[Literal["pending", "running"], str]
    """How far it is: `pending` until a worker begins, then `running`."""
    poll_url: PollUrl


class ExtractAcceptedPending(Model):
    batch_id: str
    """A batch as `POST /batch` makes one, whose items are the extractions."""
    status: Literal["pending"]
    """Nothing of it has begun."""
    total_jobs: int
    """Extractions that were taken on, one for each page."""
    job_ids: List[str]
    """The job of each page: UUIDs."""
    estimated_credits: float
    """Credits that it will probably cost, by the tier that each page is expected to need; a dollar has 5,000."""
    total_pages: int
    """Archived pages of the batch or crawl altogether."""
    poll_url: PollUrl


class PageTableWithin(Model):
    """Of a table in a cell: where that cell stands; rows count those of the header."""

    table: int
    """Its place in this list, from 0."""
    row: int
    """The row, from 0."""
    column: int
    """The column, from 0."""


class PageTable(Model):
    caption: str
    """Its caption; empty where it has none."""
    heading: str
    """The nearest heading before it."""
    header: List[List[str]]
    """Rows of column names; empty where there are none."""
    rows: List[List[str]]
    """All as wide as the widest; a cell that spans several places stands in each."""
    within: Optional[PageTableWithin] = None
    """Of a table in a cell: where that cell stands; rows count those of the header."""


BetaFeatureSlug = str
PollUrl = str
ExtractAccepted = Union[ExtractAccepted1, ExtractAcceptedPending]
GetExtractReply200 = Union[ExtractResult, ExtractHistory]
GetExtractReply202 = Union[ExtractAccepted, ExtractHistory]
GivenRole = Union[Literal["admin", "member"], str]
LlmProviderName = Union[Literal["openai", "anthropic", "openrouter", "groq", "custom"], str]
PageTables = List[PageTable]
SingleSignOnReply202 = Union[SecondFactorAsked, ConnectionAsked]
WebhookUrl = str

__all__ = [
    "AccountBlocked",
    "AccountDeleted",
    "AccountLimits",
    "ActionOutcome",
    "Alert",
    "AlertFiredWebhook",
    "AlertHistory",
    "AlertNotification",
    "AlertResolvedWebhook",
    "AlertRule",
    "AlertRuleDetail",
    "AlertRules",
    "AlertTestResult",
    "AlertTestResultChannel",
    "ApiKey",
    "ApiKeyLimits",
    "ApiKeyList",
    "AskedJob",
    "AuditLog",
    "AuditLogEntry",
    "AuditPage",
    "AuthorizeReply",
    "Batch",
    "BatchAccepted",
    "BatchAnalytics",
    "BatchAnalyticsDailyStat",
    "BatchAnalyticsDomainBreakdownItem",
    "BatchAnalyticsSummary",
    "BatchAnalyticsTierDistribution",
    "BatchCompleteEvent",
    "BatchCompletedWebhook",
    "BatchItemStatusReply",
    "BatchList",
    "BatchListEntry",
    "BatchProgressEvent",
    "BatchResults",
    "BatchSkipped",
    "BetaFeatureList",
    "BetaFeatureListFeature",
    "BetaFeatureOffered",
    "BetaFeatureSlug",
    "BetaFeatureSlugs",
    "BetaFeatureSwitched",
    "Billing",
    "BillingBalance",
    "BillingUsage",
    "BillingUsageTopDomain",
    "BlockedDomain",
    "BlockedDomainList",
    "ChangeTracking",
    "ChangeTrackingDiff",
    "Checkout",
    "CheckoutCreated",
    "ClientRegistrationReply",
    "ConnectionAsked",
    "ContentTruncated",
    "Crawl",
    "CrawlAccepted",
    "CrawlCompleteEvent",
    "CrawlCompletedWebhook",
    "CrawlCompletedWebhookTrap",
    "CrawlEstimate",
    "CrawlList",
    "CrawlListEntry",
    "CrawlPage",
    "CrawlTrap",
    "CreditGranted",
    "DeadLetter",
    "DeadLetters",
    "DeviceAuthorization",
    "DeviceDecisionReply",
    "DeviceQuestionReply",
    "DomainBlocked",
    "Done",
    "ErrorReply",
    "ErrorReplyDetails",
    "ErrorReplyDetailsIssue",
    "Escalation",
    "Estimate",
    "EstimateTier",
    "EventReceived",
    "ExportDestination",
    "ExportDestinationList",
    "ExportObject",
    "ExportRequest",
    "ExportRun",
    "ExportRunList",
    "ExportTestResult",
    "ExtractAccepted",
    "ExtractAccepted1",
    "ExtractAcceptedPending",
    "ExtractHistory",
    "ExtractHistoryRow",
    "ExtractHistoryVersions",
    "ExtractResult",
    "ExtractionMetadata",
    "FeedBatchEvent",
    "FeedCrawlEvent",
    "FeedJobEvent",
    "FeedSubscribedEvent",
    "FleetHealth",
    "FleetHealthBrowser",
    "FleetHealthReader",
    "GetExtractReply200",
    "GetExtractReply202",
    "GivenRole",
    "HealthCheck",
    "Introspection",
    "Invitation",
    "InvitationList",
    "Job",
    "JobAccepted",
    "JobCompletedWebhook",
    "JobFailedWebhook",
    "JobList",
    "JobListCounts",
    "JobListEntry",
    "LedgerState",
    "LedgerStateDiscrepancy",
    "LettersMoved",
    "LettersMovedLetter",
    "LlmKey",
    "LlmKeyList",
    "LlmKeyTestResult",
    "LlmProviderName",
    "MailPromised",
    "ManualLogin",
    "ManualLoginBegun",
    "ManualLoginBegunError",
    "ManualLoginError",
    "ManualLoginList",
    "ManualLoginTicket",
    "MapEntry",
    "MapUnderWay",
    "Me",
    "Member",
    "MemberList",
    "Monitor",
    "MonitorChange",
    "MonitorChangeChange",
    "MonitorChangeList",
    "MonitorChangedWebhook",
    "MonitorChangedWebhookChange",
    "MonitorCheck",
    "MonitorCheckError",
    "MonitorCheckList",
    "MonitorField",
    "MonitorFieldHistory",
    "MonitorFieldHistoryValue",
    "MonitorFieldMinChange1",
    "MonitorFieldMinChange2",
    "MonitorFilters",
    "MonitorFiltersConditions",
    "MonitorFiltersIgnoreItem1",
    "MonitorFiltersIgnoreItem2",
    "MonitorGroup",
    "MonitorGroupList",
    "MonitorList",
    "MonitorPage",
    "MonitorPageList",
    "MonitorPages",
    "MonitorSettings",
    "MonitorSnapshot",
    "MonitorSnapshotList",
    "MonitorSnapshotListSnapshot",
    "OAuthClientDeleted",
    "OAuthClientInfo",
    "OAuthClientList",
    "OAuthClientSecret",
    "OAuthErrorReply",
    "OperatedAccount",
    "OperatedAccountCreated",
    "OperatedAccountList",
    "OperatedJob",
    "OperatedJobAttempt",
    "OperatedJobWebhook",
    "OperatedJobs",
    "OperatedProxy",
    "OperatedQueues",
    "OperatedQueuesBacklog",
    "OperatedQueuesMessage",
    "OperatedQueuesTier",
    "OperatedSite",
    "OperatedSiteHour",
    "OperatedSites",
    "OperatedSitesSite",
    "OperatedSitesSiteVerdict",
    "OperatedTicket",
    "OperatedTicketList",
    "OperatorAudit",
    "OperatorAuditEntry",
    "Organization",
    "OrganizationList",
    "PageArchive",
    "PageBytes",
    "PageContent",
    "PageTable",
    "PageTableWithin",
    "PageTables",
    "Passkey",
    "PasskeyList",
    "PasskeyOptions",
    "PasswordChanged",
    "PollUrl",
    "ProxyIntegration",
    "ProxyList",
    "ProxyTestResult",
    "PublicTicketAccepted",
    "QualityWarning",
    "Receipt",
    "ReceiptList",
    "ReceivedInvitation",
    "ReceivedInvitationList",
    "ReceivedInvitationOrganization",
    "RecoveryCodes",
    "Redriven",
    "RedrivenJob",
    "Schedule",
    "ScheduleCompletedWebhook",
    "ScheduleCompletedWebhookError",
    "ScheduleCompletedWebhookExportError",
    "ScheduleList",
    "ScheduleRun",
    "ScheduleRunError",
    "ScheduleRunExportError",
    "ScheduleRunList",
    "ScrapeResult",
    "ScrapeResultRedirectChainItem",
    "Search",
    "SearchCostBreakdown",
    "SearchFeaturedSnippet",
    "SearchResult",
    "SearchResultScrape",
    "SearchScrapes",
    "SecondFactor",
    "SecondFactorAsked",
    "SelectorFinds",
    "Server",
    "ServerDemo",
    "ServerSingleSignOn",
    "ServiceHealth",
    "ServiceInstance",
    "Session",
    "SessionAudit",
    "SessionAuditEntry",
    "SessionDeleted",
    "SessionList",
    "SessionValidation",
    "SessionValidationIndicatorsFound",
    "ShownAlertChannel",
    "SignIn",
    "SignInList",
    "SignInsEnded",
    "SignedIn",
    "SingleSignOnBegun",
    "SingleSignOnReply202",
    "SiteMap",
    "SiteMapRobotsTxt",
    "SpendLimit",
    "SpendLimitUsage",
    "Template",
    "TemplateField",
    "TemplateList",
    "TemplateListField",
    "TemplateTestResult",
    "Templates",
    "TestWebhook",
    "Ticket",
    "TicketAnswered",
    "TicketDetail",
    "TicketMessage",
    "Tickets",
    "TierCapWarning",
    "TierInfo",
    "TokenReply",
    "TopAccounts",
    "TopAccountsAccount",
    "TotpEnrolment",
    "Transaction",
    "TransactionList",
    "Usage",
    "UsageBalance",
    "UsageByMode",
    "UsageCap",
    "UsageCaps",
    "UsageCapsAsItWas",
    "UsageCapsPeriod",
    "UsagePeriod",
    "UsageRateLimits",
    "UsageReport",
    "UsageReportPeriod",
    "UsageReportRow",
    "UsageRequests",
    "UsageSpendTier",
    "User",
    "Webhook",
    "WebhookAttempt",
    "WebhookCreated",
    "WebhookDelivery",
    "WebhookDeliveryDetail",
    "WebhookDeliveryList",
    "WebhookDetail",
    "WebhookList",
    "WebhookLog",
    "WebhookReplayResult",
    "WebhookReplayed",
    "WebhookSecret",
    "WebhookStats",
    "WebhookTestResult",
    "WebhookTry",
    "WebhookUrl",
]

#: What each event of a webhook holds.
WEBHOOK_EVENTS: Dict[str, Type[Model]] = {
    "job.completed": JobCompletedWebhook,
    "job.failed": JobFailedWebhook,
    "batch.completed": BatchCompletedWebhook,
    "crawl.completed": CrawlCompletedWebhook,
    "monitor.changed": MonitorChangedWebhook,
    "schedule.completed": ScheduleCompletedWebhook,
    "alert.fired": AlertFiredWebhook,
    "alert.resolved": AlertResolvedWebhook,
    "webhook.test": TestWebhook,
}

__all__ += ["WEBHOOK_EVENTS"]

complete(globals())
