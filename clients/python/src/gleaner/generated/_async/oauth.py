# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `oauth`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncOauthApi(AsyncGroup):
    async def consent_page(
        self,
        *,
        response_type: Optional[str] = OMIT,
        client_id: Optional[str] = OMIT,
        redirect_uri: Optional[str] = OMIT,
        state: Optional[str] = OMIT,
        scope: Optional[str] = OMIT,
        source: Optional[str] = OMIT,
        code_challenge: Optional[str] = OMIT,
        code_challenge_method: Optional[str] = OMIT,
        resource: Optional[Union[str, List[str]]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """The page on which a person allows a tool to use their account.

        Where a tool sends the browser (RFC 6749 section 4.1.1). It is left to the `redirect_uri`, with
        `code`, `state` and `iss` or with `error`.

        At most 300 requests per minute from one IP address.

        `GET /oauth/authorize`

        Args:
            response_type: Always `code`.
            client_id: The tool: its `client_id`, or the address of its metadata document where the server
                takes such.
            redirect_uri: One of those that are registered for the tool.
            state: Comes back with the code, as it is.
            scope: `scrape`, the only one; also where it is left out.
            source: A label for the name of the key.
            code_challenge: PKCE (RFC 7636), S256 only.
            code_challenge_method: With `code_challenge`: `S256`.
            resource: RFC 8707: an address of this API, as its protected resource metadata names it.
        """
        reply: httpx.Response = await self._transport.call(o.SHOW_CONSENT_PAGE, request_options, query={"response_type": response_type, "client_id": client_id, "redirect_uri": redirect_uri, "state": state, "scope": scope, "source": source, "code_challenge": code_challenge, "code_challenge_method": code_challenge_method, "resource": resource})
        return reply

    async def authorize(
        self,
        client_id: str,
        redirect_uri: str,
        state: str,
        *,
        scope: Optional[str] = OMIT,
        source: Optional[str] = OMIT,
        code_challenge: Optional[str] = OMIT,
        code_challenge_method: Optional[str] = OMIT,
        resource: Optional[Union[str, List[str]]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AuthorizeReply:
        """Allow a tool to get an API key of yours.

        For web apps of the operator’s. Gives the code that the tool exchanges, to be passed on to its
        `redirect_uri` together with `state`.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 60 requests per minute for one account.

        `POST /oauth/authorize`

        Args:
            client_id: The tool: its `client_id`, or the address of its metadata document where the server
                takes such.
            redirect_uri: One of those that are registered for the tool.
            state: Returned as it is.
            scope: `scrape`, the only one; also where it is left out.
            source: A label for the name of the key.
            code_challenge: PKCE (RFC 7636), S256 only.
            code_challenge_method: With `code_challenge`: `S256`.
            resource: RFC 8707: an address of this API, as its protected resource metadata names it.
        """
        reply: m.AuthorizeReply = await self._transport.call(o.AUTHORIZE_CLIENT, request_options, body={"client_id": client_id, "redirect_uri": redirect_uri, "state": state, "scope": scope, "source": source, "code_challenge": code_challenge, "code_challenge_method": code_challenge_method, "resource": resource})
        return reply

    async def token(
        self,
        *,
        grant_type: Optional[str] = OMIT,
        code: Optional[str] = OMIT,
        redirect_uri: Optional[str] = OMIT,
        client_id: Optional[str] = OMIT,
        client_secret: Optional[str] = OMIT,
        code_verifier: Optional[str] = OMIT,
        device_code: Optional[str] = OMIT,
        resource: Optional[Union[str, List[str]]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.TokenReply:
        """Exchange a code for an API key.

        By `authorization_code`, or for a device by `urn:ietf:params:oauth:grant-type:device_code`. The
        client names itself in the body or by HTTP Basic. A code is good for 5 minutes and one exchange,
        also a failed one; a code that comes again revokes the key. A new password ends codes. The key does
        not expire; connecting the tool again replaces it. For an organization it ends when you leave that
        or are no admin any more.

        At most 600 requests per minute from one IP address.

        `POST /oauth/token`

        Args:
            grant_type: `authorization_code`, or `urn:ietf:params:oauth:grant-type:device_code`.
            code: With `authorization_code`: what the redirect has brought.
            redirect_uri: With `authorization_code`: the one of the authorization.
            client_id: The tool: its `client_id`, or the address of its metadata document where the server
                takes such.
            client_secret: The secret of the tool, unless it comes by HTTP Basic or has none.
            code_verifier: With `authorization_code` and PKCE: what `code_challenge` was made of.
            device_code: With a device: that of `POST /oauth/device_authorization`.
            resource: RFC 8707: an address of this API, as its protected resource metadata names it.
        """
        reply: m.TokenReply = await self._transport.call(o.EXCHANGE_OAUTH_CODE, request_options, body={"grant_type": grant_type, "code": code, "redirect_uri": redirect_uri, "client_id": client_id, "client_secret": client_secret, "code_verifier": code_verifier, "device_code": device_code, "resource": resource})
        return reply

    async def revoke(
        self,
        *,
        token: Optional[str] = OMIT,
        token_type_hint: Optional[str] = OMIT,
        client_id: Optional[str] = OMIT,
        client_secret: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Give up a key that a tool got (RFC 7009).

        The client names itself as at the token endpoint. The key ends within a second. A token that is
        none, or has ended, is 200 too; that of another client is `unauthorized_client`.

        At most 600 requests per minute from one IP address.

        `POST /oauth/revoke`

        Args:
            token: A key that the client got by OAuth.
            token_type_hint: Has no effect: there is one kind of token.
            client_id: The tool: its `client_id`, or the address of its metadata document where the server
                takes such.
            client_secret: The secret of the tool, unless it comes by HTTP Basic or has none.
        """
        await self._transport.call(o.REVOKE_OAUTH_TOKEN, request_options, body={"token": token, "token_type_hint": token_type_hint, "client_id": client_id, "client_secret": client_secret})

    async def introspect(
        self,
        *,
        token: Optional[str] = OMIT,
        token_type_hint: Optional[str] = OMIT,
        client_id: Optional[str] = OMIT,
        client_secret: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Introspection:
        """Whether a key that a tool got is good (RFC 7662).

        For clients with a secret, and about their own keys: all else is `active: false`.

        At most 600 requests per minute from one IP address.

        `POST /oauth/introspect`

        Args:
            token: A key that the client got by OAuth.
            token_type_hint: Has no effect: there is one kind of token.
            client_id: The tool: its `client_id`, or the address of its metadata document where the server
                takes such.
            client_secret: The secret of the tool, unless it comes by HTTP Basic or has none.
        """
        reply: m.Introspection = await self._transport.call(o.INTROSPECT_OAUTH_TOKEN, request_options, body={"token": token, "token_type_hint": token_type_hint, "client_id": client_id, "client_secret": client_secret})
        return reply

    async def register(
        self,
        *,
        redirect_uris: Any = OMIT,
        client_name: Any = OMIT,
        token_endpoint_auth_method: Any = OMIT,
        grant_types: Any = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ClientRegistrationReply:
        """Register a tool (RFC 7591).

        Where the operator allows it (`OAUTH_REGISTRATION`); otherwise 403. A tool that nobody uses is
        forgotten after 90 days.

        At most 10 requests per hour from one IP address.

        `POST /oauth/register`

        Args:
            redirect_uris: Addresses by https, or of native tools by http://127.0.0.1 and http://[::1].
            client_name: What people are asked about.
            token_endpoint_auth_method: `client_secret_basic`, `client_secret_post` or `none`.
            grant_types: `authorization_code`, `urn:ietf:params:oauth:grant-type:device_code`, or both.
        """
        reply: m.ClientRegistrationReply = await self._transport.call(o.REGISTER_OAUTH_CLIENT, request_options, body={"redirect_uris": redirect_uris, "client_name": client_name, "token_endpoint_auth_method": token_endpoint_auth_method, "grant_types": grant_types})
        return reply

    async def device_authorization(
        self,
        *,
        client_id: Optional[str] = OMIT,
        client_secret: Optional[str] = OMIT,
        scope: Optional[str] = OMIT,
        source: Optional[str] = OMIT,
        resource: Optional[Union[str, List[str]]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.DeviceAuthorization:
        """Ask for a key from a device without a browser (RFC 8628).

        The device shows `user_code` and `verification_uri`, and polls the token endpoint with
        `device_code` every `interval` seconds: `authorization_pending`, `slow_down` (five seconds more),
        `access_denied`, `expired_token`, or the key.

        At most 60 requests per minute from one IP address.

        `POST /oauth/device_authorization`

        Args:
            client_id: The tool: its `client_id`, or the address of its metadata document where the server
                takes such.
            client_secret: The secret of the tool, unless it comes by HTTP Basic or has none.
            scope: `scrape`, the only one; also where it is left out.
            source: A label for the name of the key.
            resource: RFC 8707: an address of this API, as its protected resource metadata names it.
        """
        reply: m.DeviceAuthorization = await self._transport.call(o.START_DEVICE_AUTHORIZATION, request_options, body={"client_id": client_id, "client_secret": client_secret, "scope": scope, "source": source, "resource": resource})
        return reply

    async def ask_about_device(
        self,
        user_code: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.DeviceQuestionReply:
        """Which tool shows a user code.

        Wrong codes are counted, for the person and for their network: ten in 15 minutes.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 60 requests per minute for one account.

        `POST /oauth/device/ask`

        Args:
            user_code: As the device shows it, in any letter case.
        """
        reply: m.DeviceQuestionReply = await self._transport.call(o.ASK_ABOUT_DEVICE, request_options, body={"user_code": user_code})
        return reply

    async def decide_about_device(
        self,
        user_code: str,
        allow: bool,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.DeviceDecisionReply:
        """Allow or deny the device that shows a user code.

        Once for a code. Wrong codes count as in `POST /oauth/device/ask`.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        At most 60 requests per minute for one account.

        `POST /oauth/device/decide`

        Args:
            user_code: As the device shows it, in any letter case.
            allow: Whether the tool gets a key.
        """
        reply: m.DeviceDecisionReply = await self._transport.call(o.DECIDE_ABOUT_DEVICE, request_options, body={"user_code": user_code, "allow": allow})
        return reply
