# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `sessions`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncSessionsApi(AsyncGroup):
    async def create(
        self,
        name: str,
        domain: str,
        cookies: Union[Dict[str, str], List[Dict[str, Any]], p.SessionCreateCookies, str],
        *,
        headers: Optional[p.RequestHeaders] = OMIT,
        expires_at: Optional[str] = OMIT,
        notes: Optional[str] = OMIT,
        user_agent: Optional[p.HeaderValue] = OMIT,
        consent: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Session:
        """Store a login session: the cookies, and headers, of somebody who is signed in at a website.

        Values are sealed and never shown again: replies name cookies and headers only. They are sent to
        the `domain` and its subdomains, and nowhere else. Cookies of other sites and expired ones are left
        out. A domain that strangers share (`co.uk`, `github.io`) is a 400.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        At most 10 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /sessions`

        Args:
            name: What you call it: one line of at most 100 characters.
            domain: The host that the cookies belong to, or an address there. They are sent to it and its
                subdomains, and to nothing else. To validate a site on a port, name the port:
                `http://localhost:3000`.
            cookies: At most 100 cookies that fit the domain: an object of names and values; the list of
                cookies that a browser extension or a test tool exports (`domain`, `path`, `expires` ...
                are
                kept), also as its text; the text of a cookies.txt; a `Cookie` header, or lines of
                `Set-Cookie:`. Of a storage state (Playwright) the `localStorage` of the domain's `origins`
                is
                kept as well, and `sessionStorage` where it stands beside: at most 20 origins and 512 KB.
                An
                import may have 1,000 entries, as a text 512 KB.
            headers: Sent to the same hosts: at most 50, none that the transport sets, and no `Cookie`.
            expires_at: When the session is to end.
            notes: What you want to note: at most 1,000 characters.
            user_agent: Kept among the headers, as `User-Agent`.
            consent: Has no effect.
        """
        reply: m.Session = await self._transport.call(o.CREATE_SESSION, request_options, body={"name": name, "domain": domain, "cookies": cookies, "headers": headers, "expires_at": expires_at, "notes": notes, "user_agent": user_agent, "consent": consent})
        return reply

    async def list(
        self,
        *,
        include_shared: Optional[bool] = OMIT,
        domain: Optional[str] = OMIT,
        status: Optional[Literal["active", "expired", "invalid", "pending_validation"]] = OMIT,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SessionList:
        """List the account's login sessions, newest first.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        At most 30 requests per minute for one account.

        `GET /sessions`

        Args:
            include_shared: Whether sessions that others share with you are listed too.
            domain: Only sessions of this domain.
            status: Only sessions of this status.
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.SessionList = await self._transport.call(o.LIST_SESSIONS, request_options, query={"include_shared": include_shared, "domain": domain, "status": status, "limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        include_shared: Optional[bool] = OMIT,
        domain: Optional[str] = OMIT,
        status: Optional[Literal["active", "expired", "invalid", "pending_validation"]] = OMIT,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.Session]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_SESSIONS, request_options, query={"include_shared": include_shared, "domain": domain, "status": status, "limit": limit, "offset": offset}, by="offset", entries="sessions")

    async def get(
        self,
        session_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Session:
        """Read a login session without its values, also after it was deleted.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        At most 30 requests per minute for one account.

        `GET /sessions/{session_id}`
        """
        reply: m.Session = await self._transport.call(o.GET_SESSION, request_options, path=[("session_id", session_id)])
        return reply

    async def update(
        self,
        session_id: str,
        *,
        name: Optional[str] = OMIT,
        cookies: Optional[Union[Dict[str, str], List[Dict[str, Any]], p.SessionUpdateCookies, str]] = OMIT,
        headers: Optional[p.RequestHeaders] = OMIT,
        expires_at: Optional[str] = OMIT,
        notes: Optional[str] = OMIT,
        user_agent: Optional[p.HeaderValue] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Session:
        """Change the named fields of a login session.

        `cookies` and `headers` replace all that there are, make it `active` again and forget its failures.
        A later `expires_at` makes an expired session `active`. Null clears `headers`, `expires_at`,
        `notes` and `user_agent`.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 30 requests per minute for one account.

        `PATCH /sessions/{session_id}`

        Args:
            name: What you call it: one line of at most 100 characters.
            cookies: At most 100 cookies that fit the domain: an object of names and values; the list of
                cookies that a browser extension or a test tool exports (`domain`, `path`, `expires` ...
                are
                kept), also as its text; the text of a cookies.txt; a `Cookie` header, or lines of
                `Set-Cookie:`. Of a storage state (Playwright) the `localStorage` of the domain's `origins`
                is
                kept as well, and `sessionStorage` where it stands beside: at most 20 origins and 512 KB.
                An
                import may have 1,000 entries, as a text 512 KB.
            headers: Replaces all headers, `User-Agent` included.
            expires_at: When the session is to end; null: no time.
            notes: What you want to note: at most 1,000 characters; null: nothing.
            user_agent: Kept among the headers, as `User-Agent`. Null takes it off.
        """
        reply: m.Session = await self._transport.call(o.UPDATE_SESSION, request_options, path=[("session_id", session_id)], body={"name": name, "cookies": cookies, "headers": headers, "expires_at": expires_at, "notes": notes, "user_agent": user_agent})
        return reply

    async def delete(
        self,
        session_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Optional[m.SessionDeleted]:
        """Delete a login session. Its values are gone at once; its audit can still be read.

        A published client that reads a body in each reply, told by its User-Agent, is answered 200.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 30 requests per minute for one account.

        `DELETE /sessions/{session_id}`
        """
        reply: Optional[m.SessionDeleted] = await self._transport.call(o.DELETE_SESSION, request_options, path=[("session_id", session_id)])
        return reply

    async def audit(
        self,
        session_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SessionAudit:
        """Who did what with a login session, newest first, each use included.

        Takes 1 rate-limit token.

        At most 30 requests per minute for one account.

        `GET /sessions/{session_id}/audit`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.SessionAudit = await self._transport.call(o.GET_SESSION_AUDIT, request_options, path=[("session_id", session_id)], query={"limit": limit, "offset": offset})
        return reply

    def all_audit(
        self,
        session_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.SessionAuditEntry]:
        """Every entry of `audit`, page by page as they are asked for."""
        return self._every(o.GET_SESSION_AUDIT, request_options, path=[("session_id", session_id)], query={"limit": limit, "offset": offset}, by="offset", entries="entries")

    async def refresh(
        self,
        session_id: str,
        *,
        cookies: Optional[Union[Dict[str, str], List[Dict[str, Any]], p.SessionRefreshCookies, str]] = OMIT,
        headers: Optional[p.RequestHeaders] = OMIT,
        expires_at: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Session:
        """Bring the cookies of a new sign-in. The session is `active` again.

        `cookies` replace all that there are; headers stay, unless others are given. An `expires_at` that
        has passed is dropped. Without a body, or with an empty one, nothing is replaced: the session is
        validated, as by `POST /sessions/{session_id}/validate`.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        At most 10 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /sessions/{session_id}/refresh`

        Args:
            cookies: Those of the new sign-in. Without them the site is asked whether the session still
                works.
            headers: Headers of the new sign-in, in place of those before.
            expires_at: When the session is to end.
        """
        reply: m.Session = await self._transport.call(o.REFRESH_SESSION, request_options, path=[("session_id", session_id)], body={"cookies": cookies, "headers": headers, "expires_at": expires_at})
        return reply

    async def share(
        self,
        session_id: str,
        organization_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Session:
        """Let the members of an organization use a login session. For admins and the owner of the
        organization.

        Members scrape with it, read and validate it; only its own account changes it. A session is shared
        with one organization: another one replaces it. Sharing ends when you leave the organization, and
        when the organization or the session is deleted; scrapes that wait then go without it. A session
        that an organization owns is its members’ anyway (409).

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 30 requests per minute for one account.

        `POST /sessions/{session_id}/share`

        Args:
            organization_id: An organization that you are an admin or the owner of. A UUID.
        """
        reply: m.Session = await self._transport.call(o.SHARE_SESSION, request_options, path=[("session_id", session_id)], body={"organization_id": organization_id})
        return reply

    async def unshare(
        self,
        session_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Session:
        """End the sharing of a login session. For its own account, and for admins and the owner of the
        organization.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 30 requests per minute for one account.

        `POST /sessions/{session_id}/unshare`
        """
        reply: m.Session = await self._transport.call(o.UNSHARE_SESSION, request_options, path=[("session_id", session_id)])
        return reply

    async def validate(
        self,
        session_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SessionValidation:
        """Ask the website whether a login session still works.

        Makes a few requests to the site with the session and, to compare, without; in a browser where
        plain requests show nothing. Free of charge. Where the site does not answer, answers 5xx or takes
        the service for a robot, nothing is known: the session stays as it is, `confidence` is 50, and
        `details` says why. Requests at the same time get the same answer. 503: it takes longer than 100
        seconds and goes on; `GET /sessions/{session_id}` shows the end. The site is not asked about an
        expired session, nor with a test key, where only the expiry counts. A session whose last three uses
        ended at a sign-in page is validated without being asked for.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        At most 5 requests per minute for one account.

        `POST /sessions/{session_id}/validate`
        """
        reply: m.SessionValidation = await self._transport.call(o.VALIDATE_SESSION, request_options, path=[("session_id", session_id)])
        return reply
