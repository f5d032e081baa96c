# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `organizations`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncOrganizationsApi(AsyncGroup):
    async def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.OrganizationList:
        """List the organizations that you are in.

        Takes 1 rate-limit token.

        `GET /organizations`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.OrganizationList = await self._transport.call(o.LIST_ORGANIZATIONS, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.Organization]:
        """Every entry of `list`, page by page as they are asked for."""
        return self._every(o.LIST_ORGANIZATIONS, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="organizations")

    async def create(
        self,
        name: str,
        *,
        description: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Organization:
        """Create an organization with a balance, keys and proxies of its own. You become its owner.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        At most 20 requests per day for one account.

        Takes an `Idempotency-Key`.

        `POST /organizations`

        Args:
            name: What you call it: one line of at most 100 characters.
            description: Up to 500 characters for its members; null: none.
        """
        reply: m.Organization = await self._transport.call(o.CREATE_ORGANIZATION, request_options, body={"name": name, "description": description})
        return reply

    async def get(
        self,
        organization_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Organization:
        """Read an organization that you are in.

        Takes 1 rate-limit token.

        `GET /organizations/{organization_id}`
        """
        reply: m.Organization = await self._transport.call(o.GET_ORGANIZATION, request_options, path=[("organization_id", organization_id)])
        return reply

    async def update(
        self,
        organization_id: str,
        *,
        name: Optional[str] = OMIT,
        description: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Organization:
        """Change the name or description of an organization. For admins and the owner.

        Takes 2 rate-limit tokens.

        `PATCH /organizations/{organization_id}`

        Args:
            name: What you call it: one line of at most 100 characters.
            description: Up to 500 characters for its members; null: none.
        """
        reply: m.Organization = await self._transport.call(o.UPDATE_ORGANIZATION, request_options, path=[("organization_id", organization_id)], body={"name": name, "description": description})
        return reply

    async def delete(
        self,
        organization_id: str,
        *,
        confirm: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an organization with its keys, proxies, jobs and files. What is left of its balance is lost:
        confirm=true says that you know. For the owner.

        Takes 2 rate-limit tokens.

        `DELETE /organizations/{organization_id}`

        Args:
            confirm: Whether to give up what is left of the balance.
        """
        await self._transport.call(o.DELETE_ORGANIZATION, request_options, path=[("organization_id", organization_id)], query={"confirm": confirm})

    async def leave(
        self,
        organization_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Leave an organization. Its owner hands it over first.

        Takes 2 rate-limit tokens.

        `POST /organizations/{organization_id}/leave`
        """
        await self._transport.call(o.LEAVE_ORGANIZATION, request_options, path=[("organization_id", organization_id)])

    async def transfer(
        self,
        organization_id: str,
        user_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Organization:
        """Make another member the owner, and yourself an admin. For the owner.

        Takes 2 rate-limit tokens.

        `POST /organizations/{organization_id}/transfer`

        Args:
            user_id: The member who becomes owner; the owner becomes an admin. A UUID.
        """
        reply: m.Organization = await self._transport.call(o.TRANSFER_ORGANIZATION, request_options, path=[("organization_id", organization_id)], body={"user_id": user_id})
        return reply

    async def audit_log(
        self,
        organization_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AuditLog:
        """Who did what in an organization, newest first.

        Takes 1 rate-limit token.

        `GET /organizations/{organization_id}/audit-log`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.AuditLog = await self._transport.call(o.GET_AUDIT_LOG, request_options, path=[("organization_id", organization_id)], query={"limit": limit, "offset": offset})
        return reply

    def all_audit_log(
        self,
        organization_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.AuditLogEntry]:
        """Every entry of `audit_log`, page by page as they are asked for."""
        return self._every(o.GET_AUDIT_LOG, request_options, path=[("organization_id", organization_id)], query={"limit": limit, "offset": offset}, by="offset", entries="entries")

    async def members(
        self,
        organization_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MemberList:
        """List who is in an organization.

        Takes 1 rate-limit token.

        `GET /organizations/{organization_id}/members`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.MemberList = await self._transport.call(o.LIST_MEMBERS, request_options, path=[("organization_id", organization_id)], query={"limit": limit, "offset": offset})
        return reply

    def all_members(
        self,
        organization_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.Member]:
        """Every entry of `members`, page by page as they are asked for."""
        return self._every(o.LIST_MEMBERS, request_options, path=[("organization_id", organization_id)], query={"limit": limit, "offset": offset}, by="offset", entries="members")

    async def update_member(
        self,
        organization_id: str,
        user_id: str,
        role: p.GivenRole,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Member:
        """Make a member an admin, or an admin a member. For the owner.

        Takes 2 rate-limit tokens.

        `PATCH /organizations/{organization_id}/members/{user_id}`
        """
        reply: m.Member = await self._transport.call(o.UPDATE_MEMBER, request_options, path=[("organization_id", organization_id), ("user_id", user_id)], body={"role": role})
        return reply

    async def remove_member(
        self,
        organization_id: str,
        user_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove somebody from an organization: admins remove members, the owner admins too. Yourself: leave.

        Takes 2 rate-limit tokens.

        `DELETE /organizations/{organization_id}/members/{user_id}`
        """
        await self._transport.call(o.REMOVE_MEMBER, request_options, path=[("organization_id", organization_id), ("user_id", user_id)])

    async def invitations(
        self,
        organization_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.InvitationList:
        """List the open invitations of an organization. For admins and the owner.

        Takes 1 rate-limit token.

        `GET /organizations/{organization_id}/invitations`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.InvitationList = await self._transport.call(o.LIST_INVITATIONS, request_options, path=[("organization_id", organization_id)], query={"limit": limit, "offset": offset})
        return reply

    def all_invitations(
        self,
        organization_id: str,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.Invitation]:
        """Every entry of `invitations`, page by page as they are asked for."""
        return self._every(o.LIST_INVITATIONS, request_options, path=[("organization_id", organization_id)], query={"limit": limit, "offset": offset}, by="offset", entries="invitations")

    async def invite(
        self,
        organization_id: str,
        email: p.Email,
        *,
        role: Optional[p.GivenRole] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Invitation:
        """Invite an e-mail address by a mail whose link works for 7 days. For admins and the owner.

        A second invitation of the same address replaces the link. Admins are invited by the owner. A
        person may send 50 invitations a day, 3 of them to one address.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        Takes an `Idempotency-Key`.

        `POST /organizations/{organization_id}/invitations`

        Args:
            email: Who is invited; the mail goes there.
            role: What the invited person will be. Default: "member".
        """
        reply: m.Invitation = await self._transport.call(o.CREATE_INVITATION, request_options, path=[("organization_id", organization_id)], body={"email": email, "role": role})
        return reply

    async def withdraw_invitation(
        self,
        organization_id: str,
        invitation_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Withdraw an invitation: its link works no more. For admins and the owner.

        Takes 2 rate-limit tokens.

        `DELETE /organizations/{organization_id}/invitations/{invitation_id}`
        """
        await self._transport.call(o.DELETE_INVITATION, request_options, path=[("organization_id", organization_id), ("invitation_id", invitation_id)])
