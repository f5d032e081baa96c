# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `manual_logins`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class ManualLoginsApi(Group):
    def create(
        self,
        url: p.HttpUrl,
        *,
        name: Optional[str] = OMIT,
        domain: Optional[str] = OMIT,
        notes: Optional[str] = OMIT,
        mobile: Optional[bool] = OMIT,
        location: Optional[p.ManualLoginCreateLocation] = OMIT,
        proxy_integration_id: Optional[str] = OMIT,
        origin: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ManualLoginBegun:
        """Open a browser to sign in by hand.

        The reply has a ticket for the WebSocket on which the browser is shown and worked with: JPEGs and
        keystrokes pass sealed, and are stored nowhere. An account has two at once. One ends after 3
        minutes without a hand and after 15 in all. Its price is held, taken when it ends, and given back
        where no browser came or the service lost it. Test keys cannot: their pages have no sign-in.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        At most 10 requests per minute for one account.

        Takes an `Idempotency-Key`.

        `POST /manual-logins`

        Args:
            url: Where the browser begins: the page to sign in at.
            name: Of the session that is kept. Default: its domain.
            domain: Of the session: the host that its cookies belong to, or an address there. Default: the
                host of `url`.
            notes: Notes of the session.
            mobile: Show the page as on a phone. Default: false.
            location: Where the browser seems to be.
            proxy_integration_id: A proxy of your own, of `GET /proxies`, for all its traffic. A UUID.
            origin: The page that will show the browser, where that is not the one that asks:
                `https://app.example.com`.
        """
        reply: m.ManualLoginBegun = self._transport.call(o.CREATE_MANUAL_LOGIN, request_options, body={"url": url, "name": name, "domain": domain, "notes": notes, "mobile": mobile, "location": location, "proxy_integration_id": proxy_integration_id, "origin": origin})
        return reply

    def list(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ManualLoginList:
        """List the logins by hand that you have begun and that have not ended.

        Whoever lost sight of one goes on with it by another ticket.

        Takes 1 rate-limit token.

        In an organization: for admins and the owner.

        `GET /manual-logins`
        """
        reply: m.ManualLoginList = self._transport.call(o.LIST_MANUAL_LOGINS, request_options)
        return reply

    def get(
        self,
        manual_login_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ManualLogin:
        """Read how a login by hand stands, for a day.

        Takes 1 rate-limit token.

        In an organization: for admins and the owner.

        `GET /manual-logins/{manual_login_id}`
        """
        reply: m.ManualLogin = self._transport.call(o.GET_MANUAL_LOGIN, request_options, path=[("manual_login_id", manual_login_id)])
        return reply

    def ticket(
        self,
        manual_login_id: str,
        *,
        origin: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ManualLoginTicket:
        """Get a ticket for another viewer, who takes the place of the one before.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 60 requests per minute for one account.

        `POST /manual-logins/{manual_login_id}/tickets`

        Args:
            origin: The page that will show the browser, where that is not the one that asks:
                `https://app.example.com`.
        """
        reply: m.ManualLoginTicket = self._transport.call(o.CREATE_MANUAL_LOGIN_TICKET, request_options, path=[("manual_login_id", manual_login_id)], body={"origin": origin})
        return reply

    def keep(
        self,
        manual_login_id: str,
        *,
        name: Optional[str] = OMIT,
        domain: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Session:
        """Keep what the browser is signed in with as a session, and end the login.

        Its cookies for the domain are sealed as those of `POST /sessions` are, and so is what its origins
        have stored for their scripts (`localStorage`, `sessionStorage`): at most 512 KB, the smallest
        items first. Where they make no session, the error says why and the browser stays open. Repeated,
        it answers the same session.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 30 requests per minute for one account.

        `POST /manual-logins/{manual_login_id}/keep`

        Args:
            name: Of the session, in place of the name that was given before.
            domain: Of the session, in place of the one that was given before.
        """
        reply: m.Session = self._transport.call(o.KEEP_MANUAL_LOGIN, request_options, path=[("manual_login_id", manual_login_id)], body={"name": name, "domain": domain})
        return reply

    def end(
        self,
        manual_login_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """End a login by hand without a session. Its browser is closed and forgotten.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `DELETE /manual-logins/{manual_login_id}`
        """
        self._transport.call(o.END_MANUAL_LOGIN, request_options, path=[("manual_login_id", manual_login_id)])
