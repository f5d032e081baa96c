# Written by `npm run docs` from the OpenAPI document. Do not edit.
"""Calls of `auth`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, AsyncIterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._async.group import AsyncGroup
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class AsyncAuthApi(AsyncGroup):
    async def me(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Me:
        """Who is calling, with balance and limits.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /auth/me`
        """
        reply: m.Me = await self._transport.call(o.GET_ME, request_options)
        return reply

    async def update_me(
        self,
        *,
        name: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Me:
        """Change the name of the user.

        Takes 2 rate-limit tokens.

        `PATCH /auth/me`

        Args:
            name: What you are called: one line of at most 100 characters.
        """
        reply: m.Me = await self._transport.call(o.UPDATE_ME, request_options, body={"name": name})
        return reply

    async def register(
        self,
        email: p.Email,
        password: p.NewPassword,
        *,
        name: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.SecondFactorAsked, m.SignedIn, m.MailPromised]:
        """Open an account and sign in.

        Where the operator wants addresses confirmed (`REGISTRATION=confirm`) the answer is 202 for every
        address, and a mail brings what opens the account. Otherwise it is 201 with tokens, and 409 for an
        address that has an account with another password. A new account begins with one dollar of credits,
        once for a mailbox.

        At most 3 requests per hour from one IP address.

        `POST /auth/register`

        Args:
            email: By which you sign in, and where mails go.
            password: At least 10 characters, to sign in with.
            name: What you call it: one line of at most 100 characters.
        """
        reply: Union[m.SecondFactorAsked, m.SignedIn, m.MailPromised] = await self._transport.call(o.REGISTER, request_options, body={"email": email, "password": password, "name": name})
        return reply

    async def confirm_registration(
        self,
        token: str,
        password: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SignedIn:
        """Open the account that was asked for, and sign in.

        Takes the token of the mail and the password of the registration, once, within 24 hours. The link
        in the mail opens a page that does this.

        At most 10 requests per hour from one IP address.

        `POST /auth/confirm-registration`

        Args:
            token: From the mail.
            password: The one that was chosen when the account was asked for.
        """
        reply: m.SignedIn = await self._transport.call(o.CONFIRM_REGISTRATION, request_options, body={"token": token, "password": password})
        return reply

    async def login(
        self,
        email: p.Email,
        password: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.SignedIn, m.SecondFactorAsked]:
        """Sign in with an e-mail address and a password.

        After 10 wrong passwords in 15 minutes, networks that the account has not signed in from get 429; a
        password reset lets its owner in at once. Who has a second factor gets 202 with a `challenge` for
        `POST /auth/login/second-factor`. 403 for an address that is not confirmed yet.

        At most 5 requests per 15 minutes from one IP address.

        `POST /auth/login`

        Args:
            email: That of your account.
            password: Your password, to show that it is you.
        """
        reply: Union[m.SignedIn, m.SecondFactorAsked] = await self._transport.call(o.LOGIN, request_options, body={"email": email, "password": password})
        return reply

    async def login_second_factor(
        self,
        challenge: str,
        code: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SignedIn:
        """Finish a sign-in with a code of the authenticator app, or a recovery code.

        A wrong code is 400 and leaves the challenge. Ten wrong codes in 15 minutes for an account: 429.

        At most 30 requests per 15 minutes from one IP address.

        `POST /auth/login/second-factor`

        Args:
            challenge: That of the reply to `POST /auth/login`.
            code: Of the authenticator app, or a recovery code.
        """
        reply: m.SignedIn = await self._transport.call(o.LOGIN_SECOND_FACTOR, request_options, body={"challenge": challenge, "code": code})
        return reply

    async def login_passkey_options(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.PasskeyOptions:
        """What `navigator.credentials.get()` takes to sign in with a passkey.

        At most 60 requests per 15 minutes from one IP address.

        `POST /auth/login/passkey/options`
        """
        reply: m.PasskeyOptions = await self._transport.call(o.LOGIN_PASSKEY_OPTIONS, request_options)
        return reply

    async def begin_single_sign_on(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SingleSignOnBegun:
        """Where the browser goes to sign in by the provider.

        404 where the operator has set none (`SSO_ISSUER`); `GET /server` tells.

        At most 60 requests per 15 minutes from one IP address.

        `POST /auth/login/sso/options`
        """
        reply: m.SingleSignOnBegun = await self._transport.call(o.BEGIN_SINGLE_SIGN_ON, request_options)
        return reply

    async def single_sign_on(
        self,
        ticket: str,
        answer: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.SignedIn, m.SingleSignOnReply202]:
        """Sign in with the answer of the provider.

        Whom the provider names for the first time gets an account. 202 asks for more: the code of a second
        factor, or the password of an account that has this address already.

        At most 30 requests per 15 minutes from one IP address.

        `POST /auth/login/sso`

        Args:
            ticket: That of `POST /auth/login/sso/options`.
            answer: The query that the provider sent the browser back with, to the letter.
        """
        reply: Union[m.SignedIn, m.SingleSignOnReply202] = await self._transport.call(o.SINGLE_SIGN_ON, request_options, body={"ticket": ticket, "answer": answer})
        return reply

    async def connect_single_sign_on(
        self,
        ticket: str,
        password: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[m.SignedIn, m.SecondFactorAsked]:
        """Connect an account with the provider by its password, and sign in.

        A wrong password is 400 and leaves the ticket. The owner of the account is mailed.

        At most 5 requests per 15 minutes from one IP address.

        `POST /auth/login/sso/connect`

        Args:
            ticket: That of the reply to `POST /auth/login/sso`.
            password: Of the account that has this address.
        """
        reply: Union[m.SignedIn, m.SecondFactorAsked] = await self._transport.call(o.CONNECT_SINGLE_SIGN_ON, request_options, body={"ticket": ticket, "password": password})
        return reply

    async def login_passkey(
        self,
        credential: p.PasskeyCredential,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SignedIn:
        """Sign in with a passkey: it is both factors.

        At most 30 requests per 15 minutes from one IP address.

        `POST /auth/login/passkey`

        Args:
            credential: What `navigator.credentials.get()` gave, by its `toJSON()`.
        """
        reply: m.SignedIn = await self._transport.call(o.LOGIN_PASSKEY, request_options, body={"credential": credential})
        return reply

    async def refresh(
        self,
        refresh_token: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SignedIn:
        """Exchange a refresh token for a new access token and the next refresh token.

        A refresh token that is shown a second time ends the sign-in that it belongs to.

        At most 60 requests per minute from one IP address.

        `POST /auth/refresh`

        Args:
            refresh_token: The one of the last sign-in or refresh; it is good once.
        """
        reply: m.SignedIn = await self._transport.call(o.REFRESH, request_options, body={"refresh_token": refresh_token})
        return reply

    async def logout(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Sign out: the access token and its refresh tokens end.

        Takes 2 rate-limit tokens.

        `POST /auth/logout`
        """
        await self._transport.call(o.LOGOUT, request_options)

    async def sign_ins(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SignInList:
        """The devices that are signed in.

        Takes 1 rate-limit token.

        `GET /auth/sign-ins`
        """
        reply: m.SignInList = await self._transport.call(o.LIST_SIGN_INS, request_options)
        return reply

    async def end_sign_in(
        self,
        sign_in_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Sign one device out.

        Takes 2 rate-limit tokens.

        `DELETE /auth/sign-ins/{sign_in_id}`
        """
        await self._transport.call(o.END_SIGN_IN, request_options, path=[("sign_in_id", sign_in_id)])

    async def end_sign_ins(
        self,
        *,
        current: Optional[bool] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SignInsEnded:
        """Sign all other devices out.

        Takes 2 rate-limit tokens.

        `DELETE /auth/sign-ins`

        Args:
            current: Whether the sign-in that asks ends too.
        """
        reply: m.SignInsEnded = await self._transport.call(o.END_SIGN_INS, request_options, query={"current": current})
        return reply

    async def audit_log(
        self,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AuditPage:
        """Who did what to your account, newest first.

        Sign-ins, passwords, keys, settings, exports and what the operator does. An organization has its
        own log. Entries are kept for two years.

        Takes 1 rate-limit token.

        `GET /auth/audit-log`

        Args:
            limit: Most entries of the reply.
            cursor: The `next_cursor` of the page before.
        """
        reply: m.AuditPage = await self._transport.call(o.GET_OWN_AUDIT_LOG, request_options, query={"limit": limit, "cursor": cursor})
        return reply

    def all_audit_log(
        self,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[m.AuditLogEntry]:
        """Every entry of `audit_log`, page by page as they are asked for."""
        return self._every(o.GET_OWN_AUDIT_LOG, request_options, query={"limit": limit, "cursor": cursor}, by="cursor", entries="entries")

    async def change_password(
        self,
        current_password: str,
        new_password: p.NewPassword,
        *,
        code: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.PasswordChanged:
        """Set a new password. Signs out everywhere, and in again here.

        Takes 2 rate-limit tokens.

        At most 5 requests per 15 minutes for one account.

        `POST /auth/change-password`

        Args:
            current_password: The one before.
            new_password: The new one: at least 10 characters.
            code: Of the authenticator app, or a recovery code; required of who has a second factor.
        """
        reply: m.PasswordChanged = await self._transport.call(o.CHANGE_PASSWORD, request_options, body={"current_password": current_password, "new_password": new_password, "code": code})
        return reply

    async def forgot_password(
        self,
        email: p.Email,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MailPromised:
        """Ask for a mail with a link to set a new password.

        At most 3 requests per hour from one IP address.

        `POST /auth/forgot-password`

        Args:
            email: Where the mail goes, if it is that of an account.
        """
        reply: m.MailPromised = await self._transport.call(o.FORGOT_PASSWORD, request_options, body={"email": email})
        return reply

    async def reset_password(
        self,
        token: str,
        password: p.NewPassword,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Done:
        """Set a new password with the token of a mail. Signs out everywhere.

        At most 10 requests per hour from one IP address.

        `POST /auth/reset-password`

        Args:
            token: From the mail.
            password: The new password: at least 10 characters.
        """
        reply: m.Done = await self._transport.call(o.RESET_PASSWORD, request_options, body={"token": token, "password": password})
        return reply

    async def change_email(
        self,
        email: p.Email,
        password: str,
        *,
        code: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.MailPromised:
        """Ask for another e-mail address.

        A mail to the new address brings what confirms it; until then nothing changes. The answer is the
        same whether or not the address has an account.

        Takes 2 rate-limit tokens.

        At most 10 requests per 15 minutes for one account.

        `POST /auth/email`

        Args:
            email: The new address, which a mail is sent to.
            password: Your password, to show that it is you.
            code: Of the authenticator app, or a recovery code; required of who has a second factor.
        """
        reply: m.MailPromised = await self._transport.call(o.CHANGE_EMAIL, request_options, body={"email": email, "password": password, "code": code})
        return reply

    async def confirm_email(
        self,
        token: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Done:
        """Take the new e-mail address, with the token of the mail.

        The old address is told, with a link that undoes it within seven days and signs everybody out.

        At most 10 requests per hour from one IP address.

        `POST /auth/confirm-email`

        Args:
            token: From the mail.
        """
        reply: m.Done = await self._transport.call(o.CONFIRM_EMAIL, request_options, body={"token": token})
        return reply

    async def undo_email(
        self,
        token: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Done:
        """Take the old e-mail address back, with the token of the mail. Signs out everywhere.

        At most 10 requests per hour from one IP address.

        `POST /auth/undo-email`

        Args:
            token: From the mail.
        """
        reply: m.Done = await self._transport.call(o.UNDO_EMAIL, request_options, body={"token": token})
        return reply

    async def second_factor(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.SecondFactor:
        """Whether there is an authenticator app, and how many recovery codes and passkeys.

        Takes 1 rate-limit token.

        `GET /auth/second-factor`
        """
        reply: m.SecondFactor = await self._transport.call(o.GET_SECOND_FACTOR, request_options)
        return reply

    async def begin_totp(
        self,
        password: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.TotpEnrolment:
        """Make a secret for an authenticator app (RFC 6238).

        Nothing asks for codes before `POST /auth/totp/confirm`. 409 where an app is set up.

        Takes 2 rate-limit tokens.

        At most 10 requests per 15 minutes for one account.

        `POST /auth/totp`

        Args:
            password: Your password, to show that it is you.
        """
        reply: m.TotpEnrolment = await self._transport.call(o.BEGIN_TOTP, request_options, body={"password": password})
        return reply

    async def confirm_totp(
        self,
        code: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.RecoveryCodes:
        """Turn the second factor on, with a code of the app.

        Takes 2 rate-limit tokens.

        At most 10 requests per 15 minutes for one account.

        `POST /auth/totp/confirm`

        Args:
            code: One that the app shows now.
        """
        reply: m.RecoveryCodes = await self._transport.call(o.CONFIRM_TOTP, request_options, body={"code": code})
        return reply

    async def remove_totp(
        self,
        password: str,
        *,
        code: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Turn the second factor off, by password and code.

        Takes 2 rate-limit tokens.

        At most 10 requests per 15 minutes for one account.

        `DELETE /auth/totp`

        Args:
            password: Your password, to show that it is you.
            code: Of the authenticator app, or a recovery code; required of who has a second factor.
        """
        await self._transport.call(o.REMOVE_TOTP, request_options, body={"password": password, "code": code})

    async def renew_recovery_codes(
        self,
        code: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.RecoveryCodes:
        """Other recovery codes in place of those there are.

        Takes 2 rate-limit tokens.

        At most 10 requests per 15 minutes for one account.

        `POST /auth/recovery-codes`

        Args:
            code: One that the app shows now.
        """
        reply: m.RecoveryCodes = await self._transport.call(o.RENEW_RECOVERY_CODES, request_options, body={"code": code})
        return reply

    async def passkey_options(
        self,
        password: str,
        *,
        code: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.PasskeyOptions:
        """What `navigator.credentials.create()` takes to make a passkey.

        Takes 2 rate-limit tokens.

        At most 10 requests per 15 minutes for one account.

        `POST /auth/passkeys/options`

        Args:
            password: Your password, to show that it is you.
            code: Of the authenticator app, or a recovery code; required of who has a second factor.
        """
        reply: m.PasskeyOptions = await self._transport.call(o.PASSKEY_OPTIONS, request_options, body={"password": password, "code": code})
        return reply

    async def passkeys(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.PasskeyList:
        """The passkeys of the user.

        Takes 1 rate-limit token.

        `GET /auth/passkeys`
        """
        reply: m.PasskeyList = await self._transport.call(o.LIST_PASSKEYS, request_options)
        return reply

    async def add_passkey(
        self,
        credential: p.PasskeyCredential,
        *,
        name: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Passkey:
        """Store a passkey that an authenticator has made.

        Of the service’s own domain, or that of `PASSKEY_DOMAIN`. The authenticator has to verify its user.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        At most 10 requests per 15 minutes for one account.

        `POST /auth/passkeys`

        Args:
            name: What you call it: one line of at most 100 characters. Default: "Passkey".
            credential: What `navigator.credentials.create()` gave, by its `toJSON()`.
        """
        reply: m.Passkey = await self._transport.call(o.ADD_PASSKEY, request_options, body={"name": name, "credential": credential})
        return reply

    async def rename_passkey(
        self,
        passkey_id: str,
        name: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Passkey:
        """Give a passkey another name.

        Takes 2 rate-limit tokens.

        `PATCH /auth/passkeys/{passkey_id}`

        Args:
            name: What you call it: one line of at most 100 characters.
        """
        reply: m.Passkey = await self._transport.call(o.RENAME_PASSKEY, request_options, path=[("passkey_id", passkey_id)], body={"name": name})
        return reply

    async def remove_passkey(
        self,
        passkey_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove a passkey.

        Takes 2 rate-limit tokens.

        `DELETE /auth/passkeys/{passkey_id}`
        """
        await self._transport.call(o.REMOVE_PASSKEY, request_options, path=[("passkey_id", passkey_id)])

    async def delete_account(
        self,
        *,
        password: Optional[str] = OMIT,
        confirm: Optional[bool] = OMIT,
        code: Optional[str] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.AccountDeleted:
        """Delete the account of the user, with keys, proxies, jobs and files.

        Its balance is lost and open jobs end. Owners hand their organizations over first (409). Takes
        `password` and `confirm: true`, in the body or in the query.

        Takes 2 rate-limit tokens.

        At most 5 requests per 15 minutes for one account.

        `DELETE /auth/account`

        Args:
            password: Your password, to show that it is you.
            confirm: Whether to give up what is left of the balance.
            code: Of the authenticator app, or a recovery code; required of who has a second factor.
        """
        reply: m.AccountDeleted = await self._transport.call(o.DELETE_ACCOUNT, request_options, body={"password": password, "confirm": confirm, "code": code})
        return reply
