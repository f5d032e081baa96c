# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `invitations`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class InvitationsApi(Group):
    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ReceivedInvitationList:
        """List the open invitations to your e-mail address. The links that answer them are in their mails.

        Takes 1 rate-limit token.

        `GET /invitations`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.ReceivedInvitationList = self._transport.call(o.LIST_RECEIVED_INVITATIONS, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.ReceivedInvitation]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_RECEIVED_INVITATIONS, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="invitations")

    def preview(
        self,
        token: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ReceivedInvitation:
        """Read an invitation by the token of its link.

        At most 30 requests per minute from one IP address.

        `POST /invitations/preview`

        Args:
            token: From the link of the mail.
        """
        reply: m.ReceivedInvitation = self._transport.call(o.PREVIEW_INVITATION, request_options, body={"token": token})
        return reply

    def accept(
        self,
        token: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Organization:
        """Become a member by the token of an invitation to your e-mail address.

        Takes 2 rate-limit tokens.

        `POST /invitations/accept`

        Args:
            token: From the link of the mail.
        """
        reply: m.Organization = self._transport.call(o.ACCEPT_INVITATION, request_options, body={"token": token})
        return reply

    def decline(
        self,
        token: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Decline an invitation by the token of its link. Takes no account.

        At most 30 requests per minute from one IP address.

        `POST /invitations/decline`

        Args:
            token: From the link of the mail.
        """
        self._transport.call(o.DECLINE_INVITATION, request_options, body={"token": token})
