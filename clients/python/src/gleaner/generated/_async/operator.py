# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `operator`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncOperatorApi(AsyncGroup):
    async def accounts(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        search: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OperatedAccountList:
        """List accounts, the newest first.

        Takes 1 rate-limit token.

        `GET /operator/accounts`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
            search: A part of the name, or of the address of a user.
        """
        reply: m.OperatedAccountList = await self._transport.call(o.LIST_OPERATED_ACCOUNTS, request_options, query={"limit": limit, "offset": offset, "search": search})
        return reply

    def all_accounts(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        search: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.OperatedAccount]:
        """Every entry of `accounts`, page by page as they are asked for."""
        return self._every(o.LIST_OPERATED_ACCOUNTS, request_options, query={"limit": limit, "offset": offset, "search": search}, by="offset", entries="accounts")

    async def create_account(
        self,
        email: p.Email,
        *,
        name: Optional[str] = OMIT,
        credits: Optional[float] = OMIT,
        enterprise: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OperatedAccountCreated:
        """Open an account with its first user, a balance and an API key.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        At most 60 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /operator/accounts`

        Args:
            email: Address by which its first user signs in.
            name: What the account is called. Default: the address.
            credits: Credits that its balance begins with. Default: what every new account gets.
            enterprise: Whether it has the enterprise tier, whatever the balance. Default: false.
        """
        reply: m.OperatedAccountCreated = await self._transport.call(o.OPEN_OPERATED_ACCOUNT, request_options, body={"email": email, "name": name, "credits": credits, "enterprise": enterprise})
        return reply

    async def get_account(
        self,
        account_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OperatedAccount:
        """Read an account.

        Takes 1 rate-limit token.

        `GET /operator/accounts/{account_id}`
        """
        reply: m.OperatedAccount = await self._transport.call(o.GET_OPERATED_ACCOUNT, request_options, path=[("account_id", account_id)])
        return reply

    async def create_key(
        self,
        account_id: str,
        name: str,
        *,
        test: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ApiKey:
        """Make an API key for an account. It is shown in this reply only.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        At most 60 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /operator/accounts/{account_id}/api-keys`

        Args:
            name: What you call it: one line of at most 100 characters.
            test: A test key answers from built-in sample pages and costs nothing. Default: false.
        """
        reply: m.ApiKey = await self._transport.call(o.CREATE_OPERATED_KEY, request_options, path=[("account_id", account_id)], body={"name": name, "test": test})
        return reply

    async def block_account(
        self,
        account_id: str,
        *,
        reason: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AccountBlocked:
        """Refuse every request of an account, within a second. Its running jobs end as usual.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `POST /operator/accounts/{account_id}/block`

        Args:
            reason: Why, for the audit log.
        """
        reply: m.AccountBlocked = await self._transport.call(o.BLOCK_ACCOUNT, request_options, path=[("account_id", account_id)], body={"reason": reason})
        return reply

    async def unblock_account(
        self,
        account_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AccountBlocked:
        """Let a blocked account in again.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `POST /operator/accounts/{account_id}/unblock`
        """
        reply: m.AccountBlocked = await self._transport.call(o.UNBLOCK_ACCOUNT, request_options, path=[("account_id", account_id)])
        return reply

    async def grant_credits(
        self,
        account_id: str,
        credits: float,
        *,
        note: Optional[str] = OMIT,
        reference: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.CreditGranted:
        """Add credits to a balance, as a deposit in its ledger.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `POST /operator/accounts/{account_id}/credits`

        Args:
            credits: Credits that its balance gets.
            note: For the ledger. Default: "by the operator".
            reference: Such as an invoice number: the same one adds its credits once.
        """
        reply: m.CreditGranted = await self._transport.call(o.GRANT_CREDITS, request_options, path=[("account_id", account_id)], body={"credits": credits, "note": note, "reference": reference})
        return reply

    async def set_limits(
        self,
        account_id: str,
        *,
        enterprise: Optional[bool] = OMIT,
        requests_per_minute: Optional[int] = OMIT,
        concurrent_requests: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OperatedAccount:
        """Set limits of one account in place of its tier's. What is not named stays.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `PUT /operator/accounts/{account_id}/limits`

        Args:
            enterprise: The enterprise tier, whatever the balance.
            requests_per_minute: Rate-limit tokens a minute; null: those of its tier.
            concurrent_requests: Slots for requests; null: those of its tier.
        """
        reply: m.OperatedAccount = await self._transport.call(o.SET_OPERATED_LIMITS, request_options, path=[("account_id", account_id)], body={"enterprise": enterprise, "requests_per_minute": requests_per_minute, "concurrent_requests": concurrent_requests})
        return reply

    async def audit_log(
        self,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        account_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OperatorAudit:
        """Who did what, newest first: of all accounts and of operators, or of one account.

        Takes 1 rate-limit token.

        `GET /operator/audit-log`

        Args:
            limit: Most entries of the reply.
            cursor: The `next_cursor` of the page before.
            account_id: Only acts that concern this account. A UUID.
        """
        reply: m.OperatorAudit = await self._transport.call(o.LIST_OPERATOR_AUDIT, request_options, query={"limit": limit, "cursor": cursor, "account_id": account_id})
        return reply

    def all_audit_log(
        self,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        account_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.OperatorAuditEntry]:
        """Every entry of `audit_log`, page by page as they are asked for."""
        return self._every(o.LIST_OPERATOR_AUDIT, request_options, query={"limit": limit, "cursor": cursor, "account_id": account_id}, by="cursor", entries="entries")

    async def offer_beta_feature(
        self,
        slug: str,
        name: str,
        description: str,
        status: Literal["hidden", "beta", "ga"],
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BetaFeatureOffered:
        """Offer a feature to accounts as a beta, or change what is said of it.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `PUT /operator/beta-features/{slug}`

        Args:
            name: What it is called: one line of at most 100 characters.
            description: What it does: one line of at most 200 characters.
            status: `hidden`: nobody sees it; `beta`: off until an account switches it on; `ga`: on for
                everybody.
        """
        reply: m.BetaFeatureOffered = await self._transport.call(o.OFFER_BETA_FEATURE, request_options, path=[("slug", slug)], body={"name": name, "description": description, "status": status})
        return reply

    async def blocked_domains(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BlockedDomainList:
        """List the domains that nobody may have fetched.

        Takes 1 rate-limit token.

        `GET /operator/blocked-domains`
        """
        reply: m.BlockedDomainList = await self._transport.call(o.LIST_BLOCKED_DOMAINS, request_options)
        return reply

    async def block_domain(
        self,
        domain: str,
        *,
        reason: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.DomainBlocked:
        """Refuse a domain and its subdomains as targets, in all services within seconds.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `PUT /operator/blocked-domains/{domain}`

        Args:
            reason: Why, for the audit log.
        """
        reply: m.DomainBlocked = await self._transport.call(o.BLOCK_DOMAIN, request_options, path=[("domain", domain)], body={"reason": reason})
        return reply

    async def unblock_domain(
        self,
        domain: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.DomainBlocked:
        """Let a domain be fetched again. What `EGRESS_BLOCKED_DOMAINS` names stays refused.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `DELETE /operator/blocked-domains/{domain}`
        """
        reply: m.DomainBlocked = await self._transport.call(o.UNBLOCK_DOMAIN, request_options, path=[("domain", domain)])
        return reply

    async def redrive_jobs(
        self,
        *,
        account_id: Optional[str] = OMIT,
        host: Optional[str] = OMIT,
        error: Optional[str] = OMIT,
        since: Optional[Union[str, DateTime]] = OMIT,
        until: Optional[Union[str, DateTime]] = OMIT,
        limit: Optional[int] = OMIT,
        dry_run: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Redriven:
        """Run failed jobs again as new ones, at the cost of their accounts.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `POST /operator/jobs/redrive`

        Args:
            account_id: Only jobs of this account. A UUID.
            host: Only jobs at this host.
            error: Only jobs that ended with this code, such as `ALL_TIERS_FAILED`.
            since: Accepted at or after; by default a day ago. ISO 8601.
            until: Accepted before; by default now. ISO 8601.
            limit: Most jobs, the oldest first. Default: 100.
            dry_run: Only tell which. Else balances are charged for what is delivered. Default: true.
        """
        reply: m.Redriven = await self._transport.call(o.REDRIVE_JOBS, request_options, body={"account_id": account_id, "host": host, "error": error, "since": since, "until": until, "limit": limit, "dry_run": dry_run})
        return reply

    async def oauth_clients(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OAuthClientList:
        """List the tools that may ask for keys by OAuth, the oldest first.

        Takes 1 rate-limit token.

        `GET /operator/oauth-clients`
        """
        reply: m.OAuthClientList = await self._transport.call(o.LIST_OAUTH_CLIENTS, request_options)
        return reply

    async def create_oauth_client(
        self,
        name: str,
        *,
        redirect_uris: Optional[List[str]] = OMIT,
        public: Optional[bool] = OMIT,
        first_party: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OAuthClientInfo:
        """Register a tool. Its secret is shown in this reply only.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        At most 60 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /operator/oauth-clients`

        Args:
            name: What people are asked about.
            redirect_uris: Where people are sent back to, exactly as the tool names it: by https, or of
                native tools by http on loopback. Default: [].
            public: It cannot keep a secret: it has none, and must use PKCE. Default: false.
            first_party: Its keys are named "<name> Integration". Default: false.
        """
        reply: m.OAuthClientInfo = await self._transport.call(o.CREATE_OAUTH_CLIENT, request_options, body={"name": name, "redirect_uris": redirect_uris, "public": public, "first_party": first_party})
        return reply

    async def update_oauth_client(
        self,
        client_id: str,
        redirect_uris: List[str],
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OAuthClientInfo:
        """Change where a tool may send people.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `PATCH /operator/oauth-clients/{client_id}`

        Args:
            redirect_uris: Replaces them all.
        """
        reply: m.OAuthClientInfo = await self._transport.call(o.UPDATE_OAUTH_CLIENT, request_options, path=[("client_id", client_id)], body={"redirect_uris": redirect_uris})
        return reply

    async def delete_oauth_client(
        self,
        client_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OAuthClientDeleted:
        """Remove a tool, and revoke every key that it was given.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `DELETE /operator/oauth-clients/{client_id}`
        """
        reply: m.OAuthClientDeleted = await self._transport.call(o.DELETE_OAUTH_CLIENT, request_options, path=[("client_id", client_id)])
        return reply

    async def rotate_oauth_secret(
        self,
        client_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OAuthClientSecret:
        """Give a tool another secret. The old one ends at once; keys go on working.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `POST /operator/oauth-clients/{client_id}/rotate-secret`
        """
        reply: m.OAuthClientSecret = await self._transport.call(o.ROTATE_OAUTH_SECRET, request_options, path=[("client_id", client_id)])
        return reply

    async def tickets(
        self,
        *,
        status: Optional[Literal["open", "answered", "closed"]] = OMIT,
        limit: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OperatedTicketList:
        """List support tickets, those that have waited longest first.

        Takes 1 rate-limit token.

        `GET /operator/tickets`

        Args:
            status: Without it, all that are not closed.
            limit: Most entries of the reply.
        """
        reply: m.OperatedTicketList = await self._transport.call(o.LIST_OPERATED_TICKETS, request_options, query={"status": status, "limit": limit})
        return reply

    async def get_ticket(
        self,
        ticket_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.TicketDetail:
        """Read all that was written in a ticket.

        Takes 1 rate-limit token.

        `GET /operator/tickets/{ticket_id}`
        """
        reply: m.TicketDetail = await self._transport.call(o.GET_OPERATED_TICKET, request_options, path=[("ticket_id", ticket_id)])
        return reply

    async def answer_ticket(
        self,
        ticket_id: str,
        message: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.TicketAnswered:
        """Answer a ticket: in it, and by mail to whoever has asked.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `POST /operator/tickets/{ticket_id}/reply`

        Args:
            message: The answer, in up to 10,000 characters of plain text.
        """
        reply: m.TicketAnswered = await self._transport.call(o.ANSWER_TICKET, request_options, path=[("ticket_id", ticket_id)], body={"message": message})
        return reply

    async def close_ticket(
        self,
        ticket_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Ticket:
        """Close a ticket. Nobody is mailed.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `POST /operator/tickets/{ticket_id}/close`
        """
        reply: m.Ticket = await self._transport.call(o.END_TICKET, request_options, path=[("ticket_id", ticket_id)])
        return reply

    async def health(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.FleetHealth:
        """Tell whether anything is down: every service with its reason, what they need, browsers, readers and
        proxies.

        Takes 1 rate-limit token.

        `GET /operator/health`
        """
        reply: m.FleetHealth = await self._transport.call(o.GET_FLEET_HEALTH, request_options)
        return reply

    async def queues(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OperatedQueues:
        """Tell what waits, and how old the oldest is.

        Takes 1 rate-limit token.

        `GET /operator/queues`
        """
        reply: m.OperatedQueues = await self._transport.call(o.GET_OPERATED_QUEUES, request_options)
        return reply

    async def sites(
        self,
        *,
        hours: Optional[int] = OMIT,
        sort: Optional[Literal["failed", "attempts"]] = OMIT,
        search: Optional[str] = OMIT,
        limit: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OperatedSites:
        """List sites by how attempts at them end.

        Takes 1 rate-limit token.

        `GET /operator/sites`

        Args:
            hours: How far back, in hours.
            sort: `failed`: most failed attempts first; `attempts`: busiest first.
            search: A part of the host.
            limit: Most entries of the reply.
        """
        reply: m.OperatedSites = await self._transport.call(o.LIST_OPERATED_SITES, request_options, query={"hours": hours, "sort": sort, "search": search, "limit": limit})
        return reply

    async def site(
        self,
        domain: str,
        *,
        hours: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OperatedSite:
        """Read how attempts at one host ended, hour by hour.

        Takes 1 rate-limit token.

        `GET /operator/sites/{domain}`

        Args:
            hours: How far back, in hours.
        """
        reply: m.OperatedSite = await self._transport.call(o.GET_OPERATED_SITE, request_options, path=[("domain", domain)], query={"hours": hours})
        return reply

    async def top_accounts(
        self,
        *,
        hours: Optional[int] = OMIT,
        limit: Optional[int] = OMIT,
        account_id: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.TopAccounts:
        """List the accounts that take the most.

        Takes 1 rate-limit token.

        `GET /operator/top-accounts`

        Args:
            hours: How far back, in hours.
            limit: Most entries of the reply.
            account_id: This account alone. A UUID.
        """
        reply: m.TopAccounts = await self._transport.call(o.LIST_TOP_ACCOUNTS, request_options, query={"hours": hours, "limit": limit, "account_id": account_id})
        return reply

    async def find_jobs(
        self,
        job_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OperatedJobs:
        """Find a job of any account, by its id or by that of the request that asked for it.

        Takes 1 rate-limit token.

        `GET /operator/jobs/{job_id}`
        """
        reply: m.OperatedJobs = await self._transport.call(o.GET_OPERATED_JOBS, request_options, path=[("job_id", job_id)])
        return reply

    async def dead_letters(
        self,
        *,
        kind: Optional[Literal["job", "webhook", "mail"]] = OMIT,
        limit: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.DeadLetters:
        """List what the service has given up.

        Takes 1 rate-limit token.

        `GET /operator/dead-letters`

        Args:
            kind: Only letters of this kind.
            limit: Most entries of the reply.
        """
        reply: m.DeadLetters = await self._transport.call(o.LIST_DEAD_LETTERS, request_options, query={"kind": kind, "limit": limit})
        return reply

    async def retry_dead_letters(
        self,
        ids: List[str],
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.LettersMoved:
        """Put dead letters back: jobs run again as new ones, at the cost of their accounts; webhooks and
        mails are sent again.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `POST /operator/dead-letters/retry`

        Args:
            ids: Which ones, 100 at most.
        """
        reply: m.LettersMoved = await self._transport.call(o.RETRY_DEAD_LETTERS, request_options, body={"ids": ids})
        return reply

    async def discard_dead_letters(
        self,
        ids: List[str],
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.LettersMoved:
        """Put dead letters aside: they are not listed any more. A mail is deleted.

        Takes 2 rate-limit tokens.

        At most 60 requests per minute for one account.

        `POST /operator/dead-letters/discard`

        Args:
            ids: Which ones, 100 at most.
        """
        reply: m.LettersMoved = await self._transport.call(o.DISCARD_DEAD_LETTERS, request_options, body={"ids": ids})
        return reply

    async def ledger(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.LedgerState:
        """Tell whether the ledger adds up.

        Takes 1 rate-limit token.

        `GET /operator/ledger`
        """
        reply: m.LedgerState = await self._transport.call(o.GET_LEDGER_STATE, request_options)
        return reply
