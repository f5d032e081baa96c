# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `alerts`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AlertsApi(Group):
    def create(
        self,
        name: str,
        type: Literal["credit_threshold", "domain_failure_rate", "job_consecutive_failures", "response_time_spike", "daily_failure_count", "schedule_failure"],
        threshold: float,
        channels: List[p.AlertChannel],
        *,
        unit: Optional[Literal["credits", "days"]] = OMIT,
        domain: Optional[str] = OMIT,
        window_minutes: Optional[int] = OMIT,
        min_jobs: Optional[int] = OMIT,
        cooldown_minutes: Optional[int] = OMIT,
        notify_resolved: Optional[bool] = OMIT,
        is_active: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AlertRule:
        """Make a rule that tells you when money runs low or jobs go wrong.

        It fires once, and again only after it was resolved. Jobs of test keys and answers from the cache
        do not count, nor do jobs that ended before the rule was made.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        Takes an `Idempotency-Key`.

        `POST /alerts/rules`

        Args:
            name: What you call it: one line of at most 100 characters.
            type: What the rule measures.
            threshold: What the value is compared with, by type. `credit_threshold`: credits or, with unit
                "days", days that the balance lasts at the present pace; `domain_failure_rate`: percent of
                the
                jobs at the domain that have failed; `job_consecutive_failures`: jobs that have failed one
                after
                the other; `response_time_spike`: how many times as long as in the day before the jobs take
                that
                are delivered; `daily_failure_count`: jobs that have failed since midnight (UTC);
                `schedule_failure`: runs of one schedule that have failed one after the other.
            unit: Of credit_threshold. days: at the pace of the last day, or of the last 7 days where that
                is higher.
            domain: Jobs at this domain and its subdomains. Default: all jobs.
            window_minutes: Of domain_failure_rate and response_time_spike: how many minutes it looks back.
                Default: 60.
            min_jobs: Of domain_failure_rate and response_time_spike: with fewer jobs in this time nothing
                is concluded. Default: 10.
            channels: Who is told. Webhooks of the account that want `alert.fired` are told in any case.
            cooldown_minutes: Minutes before it fires again, however often it is resolved. Default: 60.
            notify_resolved: Whether its end is told as well. Default: true.
            is_active: Whether it is looked at. Default: true.
        """
        reply: m.AlertRule = self._transport.call(o.CREATE_ALERT_RULE, request_options, body={"name": name, "type": type, "threshold": threshold, "unit": unit, "domain": domain, "window_minutes": window_minutes, "min_jobs": min_jobs, "channels": channels, "cooldown_minutes": cooldown_minutes, "notify_resolved": notify_resolved, "is_active": is_active})
        return reply

    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AlertRules:
        """List the account's alert rules.

        Takes 1 rate-limit token.

        `GET /alerts/rules`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.AlertRules = self._transport.call(o.LIST_ALERT_RULES, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.AlertRule]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_ALERT_RULES, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="rules")

    def get(
        self,
        rule_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AlertRuleDetail:
        """Read an alert rule, with its latest alerts.

        Takes 1 rate-limit token.

        `GET /alerts/rules/{rule_id}`
        """
        reply: m.AlertRuleDetail = self._transport.call(o.GET_ALERT_RULE, request_options, path=[("rule_id", rule_id)])
        return reply

    def update(
        self,
        rule_id: str,
        *,
        name: Optional[str] = OMIT,
        threshold: Optional[float] = OMIT,
        unit: Optional[Literal["credits", "days"]] = OMIT,
        domain: Optional[str] = OMIT,
        window_minutes: Optional[int] = OMIT,
        min_jobs: Optional[int] = OMIT,
        channels: Optional[List[p.AlertChannel]] = OMIT,
        cooldown_minutes: Optional[int] = OMIT,
        notify_resolved: Optional[bool] = OMIT,
        is_active: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AlertRule:
        """Change the named fields of an alert rule.

        Where its condition changes, or it is switched off, an alert that stands ends silently.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `PATCH /alerts/rules/{rule_id}`

        Args:
            name: What you call it: one line of at most 100 characters.
            threshold: What the value is compared with, by type. `credit_threshold`: credits or, with unit
                "days", days that the balance lasts at the present pace; `domain_failure_rate`: percent of
                the
                jobs at the domain that have failed; `job_consecutive_failures`: jobs that have failed one
                after
                the other; `response_time_spike`: how many times as long as in the day before the jobs take
                that
                are delivered; `daily_failure_count`: jobs that have failed since midnight (UTC);
                `schedule_failure`: runs of one schedule that have failed one after the other.
            unit: Of credit_threshold. days: at the pace of the last day, or of the last 7 days where that
                is higher.
            domain: Jobs at this domain and its subdomains. Default: all jobs.
            window_minutes: Of domain_failure_rate and response_time_spike: how many minutes it looks back.
            min_jobs: Of domain_failure_rate and response_time_spike: with fewer jobs in this time nothing
                is concluded.
            channels: Replaces all of them.
            cooldown_minutes: Minutes before it fires again, however often it is resolved.
            notify_resolved: Whether its end is told as well.
            is_active: Whether it is looked at.
        """
        reply: m.AlertRule = self._transport.call(o.UPDATE_ALERT_RULE, request_options, path=[("rule_id", rule_id)], body={"name": name, "threshold": threshold, "unit": unit, "domain": domain, "window_minutes": window_minutes, "min_jobs": min_jobs, "channels": channels, "cooldown_minutes": cooldown_minutes, "notify_resolved": notify_resolved, "is_active": is_active})
        return reply

    def delete(
        self,
        rule_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an alert rule. Its history stays.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /alerts/rules/{rule_id}`
        """
        self._transport.call(o.DELETE_ALERT_RULE, request_options, path=[("rule_id", rule_id)])

    def test(
        self,
        rule_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AlertTestResult:
        """Send a test message to every channel of a rule, and report how that went.

        202: a receiver has not answered yet. A mail counts once it is on its way.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        At most 10 requests per minute for one account.

        `POST /alerts/rules/{rule_id}/test`
        """
        reply: m.AlertTestResult = self._transport.call(o.TEST_ALERT_RULE, request_options, path=[("rule_id", rule_id)])
        return reply

    def history(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AlertHistory:
        """What has fired and was resolved in the last 90 days, the newest first.

        Takes 1 rate-limit token.

        `GET /alerts/history`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.AlertHistory = self._transport.call(o.LIST_ALERT_HISTORY, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all_history(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.Alert]:
        """Every entry of `history`, page by page as they are asked for."""
        return self._every(o.LIST_ALERT_HISTORY, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="alerts")
