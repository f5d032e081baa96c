# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `tickets`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class TicketsApi(Group):
    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        status: Optional[Literal["open", "answered", "closed"]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Tickets:
        """List the account's support tickets, the one that changed last first.

        Takes 1 rate-limit token.

        `GET /support/tickets`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
            status: Only tickets of this status.
        """
        reply: m.Tickets = self._transport.call(o.LIST_TICKETS, request_options, query={"limit": limit, "offset": offset, "status": status})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        status: Optional[Literal["open", "answered", "closed"]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.Ticket]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_TICKETS, request_options, query={"limit": limit, "offset": offset, "status": status}, by="offset", entries="tickets")

    def create(
        self,
        subject: str,
        message: str,
        *,
        category: Optional[Literal["question", "problem", "billing", "abuse"]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.TicketDetail:
        """Ask the operator of this service something.

        The answer comes by mail, and stands in the ticket.

        Takes 2 rate-limit tokens.

        At most 10 requests per hour for one account.

        Takes an `Idempotency-Key`.

        `POST /support/tickets`

        Args:
            subject: What it is about, in a line.
            message: What is asked, in up to 10,000 characters of plain text.
            category: What kind of question it is. Default: "question".
        """
        reply: m.TicketDetail = self._transport.call(o.CREATE_TICKET, request_options, body={"subject": subject, "message": message, "category": category})
        return reply

    def get(
        self,
        ticket_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.TicketDetail:
        """Read a support ticket with all that was written.

        Takes 1 rate-limit token.

        `GET /support/tickets/{ticket_id}`
        """
        reply: m.TicketDetail = self._transport.call(o.GET_TICKET, request_options, path=[("ticket_id", ticket_id)])
        return reply

    def reply(
        self,
        ticket_id: str,
        message: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.TicketDetail:
        """Write more to a support ticket. One that was closed is open again.

        Takes 2 rate-limit tokens.

        At most 30 requests per hour for one account.

        Takes an `Idempotency-Key`.

        `POST /support/tickets/{ticket_id}/reply`

        Args:
            message: The answer, in up to 10,000 characters of plain text.
        """
        reply: m.TicketDetail = self._transport.call(o.REPLY_TO_TICKET, request_options, path=[("ticket_id", ticket_id)], body={"message": message})
        return reply

    def close(
        self,
        ticket_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Ticket:
        """Close a support ticket. May be repeated.

        Takes 2 rate-limit tokens.

        `POST /support/tickets/{ticket_id}/close`
        """
        reply: m.Ticket = self._transport.call(o.CLOSE_TICKET, request_options, path=[("ticket_id", ticket_id)])
        return reply

    def create_public(
        self,
        subject: str,
        message: str,
        email: p.Email,
        *,
        category: Optional[Literal["question", "problem", "billing", "abuse"]] = OMIT,
        name: Optional[str] = OMIT,
        website: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.PublicTicketAccepted:
        """Ask the operator something without an account. The answer comes by mail.

        At most 3 requests per hour from one IP address.

        `POST /support/tickets/public`

        Args:
            subject: What it is about, in a line.
            message: What is asked, in up to 10,000 characters of plain text.
            category: What kind of question it is. Default: "question".
            email: Where the answer goes.
            name: Who asks; absent: the operator sees the address alone.
            website: Leave it out: forms hide this field, and only programs fill it in.
        """
        reply: m.PublicTicketAccepted = self._transport.call(o.CREATE_PUBLIC_TICKET, request_options, body={"subject": subject, "message": message, "category": category, "email": email, "name": name, "website": website})
        return reply
