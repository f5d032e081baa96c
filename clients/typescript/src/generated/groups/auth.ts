// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class AuthApi extends Group {
  /** Who is calling, with balance and limits. `GET /auth/me` */
  me(options?: RequestOptions): Promise<Reply<'getMe'>> {
    return this.callOperation('getMe', [], {}, options)
  }

  /** Change the name of the user. `PATCH /auth/me` */
  updateMe(fields: Fields<'updateMe'>, options?: RequestOptions): Promise<Reply<'updateMe'>> {
    return this.callOperation('updateMe', [], fields, options)
  }

  /** Open an account and sign in. `POST /auth/register` */
  register(fields: Fields<'register'>, options?: RequestOptions): Promise<Reply<'register'>> {
    return this.callOperation('register', [], fields, options)
  }

  /** Open the account that was asked for, and sign in. `POST /auth/confirm-registration` */
  confirmRegistration(
    fields: Fields<'confirmRegistration'>,
    options?: RequestOptions,
  ): Promise<Reply<'confirmRegistration'>> {
    return this.callOperation('confirmRegistration', [], fields, options)
  }

  /** Sign in with an e-mail address and a password. `POST /auth/login` */
  login(fields: Fields<'login'>, options?: RequestOptions): Promise<Reply<'login'>> {
    return this.callOperation('login', [], fields, options)
  }

  /** Finish a sign-in with a code of the authenticator app, or a recovery code. `POST /auth/login/second-factor` */
  loginSecondFactor(
    fields: Fields<'loginSecondFactor'>,
    options?: RequestOptions,
  ): Promise<Reply<'loginSecondFactor'>> {
    return this.callOperation('loginSecondFactor', [], fields, options)
  }

  /** What `navigator.credentials.get()` takes to sign in with a passkey. `POST /auth/login/passkey/options` */
  loginPasskeyOptions(options?: RequestOptions): Promise<Reply<'loginPasskeyOptions'>> {
    return this.callOperation('loginPasskeyOptions', [], {}, options)
  }

  /** Where the browser goes to sign in by the provider. `POST /auth/login/sso/options` */
  beginSingleSignOn(options?: RequestOptions): Promise<Reply<'beginSingleSignOn'>> {
    return this.callOperation('beginSingleSignOn', [], {}, options)
  }

  /** Sign in with the answer of the provider. `POST /auth/login/sso` */
  singleSignOn(fields: Fields<'singleSignOn'>, options?: RequestOptions): Promise<Reply<'singleSignOn'>> {
    return this.callOperation('singleSignOn', [], fields, options)
  }

  /** Connect an account with the provider by its password, and sign in. `POST /auth/login/sso/connect` */
  connectSingleSignOn(
    fields: Fields<'connectSingleSignOn'>,
    options?: RequestOptions,
  ): Promise<Reply<'connectSingleSignOn'>> {
    return this.callOperation('connectSingleSignOn', [], fields, options)
  }

  /** Sign in with a passkey: it is both factors. `POST /auth/login/passkey` */
  loginPasskey(fields: Fields<'loginPasskey'>, options?: RequestOptions): Promise<Reply<'loginPasskey'>> {
    return this.callOperation('loginPasskey', [], fields, options)
  }

  /** Exchange a refresh token for a new access token and the next refresh token. `POST /auth/refresh` */
  refresh(fields: Fields<'refresh'>, options?: RequestOptions): Promise<Reply<'refresh'>> {
    return this.callOperation('refresh', [], fields, options)
  }

  /** Sign out: the access token and its refresh tokens end. `POST /auth/logout` */
  logout(options?: RequestOptions): Promise<void> {
    return this.callOperation('logout', [], {}, options)
  }

  /** The devices that are signed in. `GET /auth/sign-ins` */
  signIns(options?: RequestOptions): Promise<Reply<'listSignIns'>> {
    return this.callOperation('listSignIns', [], {}, options)
  }

  /** Sign one device out. `DELETE /auth/sign-ins/{sign_in_id}` */
  endSignIn(sign_in_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('endSignIn', [sign_in_id], {}, options)
  }

  /** Sign all other devices out. `DELETE /auth/sign-ins` */
  endSignIns(fields: Fields<'endSignIns'> = {}, options?: RequestOptions): Promise<Reply<'endSignIns'>> {
    return this.callOperation('endSignIns', [], fields, options)
  }

  /** Who did what to your account, newest first. `GET /auth/audit-log` */
  auditLog(
    fields: Fields<'getOwnAuditLog'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'getOwnAuditLog'>> {
    return this.callOperation('getOwnAuditLog', [], fields, options)
  }

  /** Every entry of `auditLog`, page by page as they are asked for. */
  allAuditLog(
    fields: Fields<'getOwnAuditLog'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'getOwnAuditLog', 'entries'>, void, undefined> {
    return this.turnPages('getOwnAuditLog', [], fields, options, { by: 'cursor', entries: 'entries' })
  }

  /** Set a new password. Signs out everywhere, and in again here. `POST /auth/change-password` */
  changePassword(
    fields: Fields<'changePassword'>,
    options?: RequestOptions,
  ): Promise<Reply<'changePassword'>> {
    return this.callOperation('changePassword', [], fields, options)
  }

  /** Ask for a mail with a link to set a new password. `POST /auth/forgot-password` */
  forgotPassword(
    fields: Fields<'forgotPassword'>,
    options?: RequestOptions,
  ): Promise<Reply<'forgotPassword'>> {
    return this.callOperation('forgotPassword', [], fields, options)
  }

  /** Set a new password with the token of a mail. Signs out everywhere. `POST /auth/reset-password` */
  resetPassword(fields: Fields<'resetPassword'>, options?: RequestOptions): Promise<Reply<'resetPassword'>> {
    return this.callOperation('resetPassword', [], fields, options)
  }

  /** Ask for another e-mail address. `POST /auth/email` */
  changeEmail(fields: Fields<'changeEmail'>, options?: RequestOptions): Promise<Reply<'changeEmail'>> {
    return this.callOperation('changeEmail', [], fields, options)
  }

  /** Take the new e-mail address, with the token of the mail. `POST /auth/confirm-email` */
  confirmEmail(fields: Fields<'confirmEmail'>, options?: RequestOptions): Promise<Reply<'confirmEmail'>> {
    return this.callOperation('confirmEmail', [], fields, options)
  }

  /** Take the old e-mail address back, with the token of the mail. Signs out everywhere. `POST /auth/undo-email` */
  undoEmail(fields: Fields<'undoEmail'>, options?: RequestOptions): Promise<Reply<'undoEmail'>> {
    return this.callOperation('undoEmail', [], fields, options)
  }

  /** Whether there is an authenticator app, and how many recovery codes and passkeys. `GET /auth/second-factor` */
  secondFactor(options?: RequestOptions): Promise<Reply<'getSecondFactor'>> {
    return this.callOperation('getSecondFactor', [], {}, options)
  }

  /** Make a secret for an authenticator app (RFC 6238). `POST /auth/totp` */
  beginTotp(fields: Fields<'beginTotp'>, options?: RequestOptions): Promise<Reply<'beginTotp'>> {
    return this.callOperation('beginTotp', [], fields, options)
  }

  /** Turn the second factor on, with a code of the app. `POST /auth/totp/confirm` */
  confirmTotp(fields: Fields<'confirmTotp'>, options?: RequestOptions): Promise<Reply<'confirmTotp'>> {
    return this.callOperation('confirmTotp', [], fields, options)
  }

  /** Turn the second factor off, by password and code. `DELETE /auth/totp` */
  removeTotp(fields: Fields<'removeTotp'>, options?: RequestOptions): Promise<void> {
    return this.callOperation('removeTotp', [], fields, options)
  }

  /** Other recovery codes in place of those there are. `POST /auth/recovery-codes` */
  renewRecoveryCodes(
    fields: Fields<'renewRecoveryCodes'>,
    options?: RequestOptions,
  ): Promise<Reply<'renewRecoveryCodes'>> {
    return this.callOperation('renewRecoveryCodes', [], fields, options)
  }

  /** What `navigator.credentials.create()` takes to make a passkey. `POST /auth/passkeys/options` */
  passkeyOptions(
    fields: Fields<'passkeyOptions'>,
    options?: RequestOptions,
  ): Promise<Reply<'passkeyOptions'>> {
    return this.callOperation('passkeyOptions', [], fields, options)
  }

  /** The passkeys of the user. `GET /auth/passkeys` */
  passkeys(options?: RequestOptions): Promise<Reply<'listPasskeys'>> {
    return this.callOperation('listPasskeys', [], {}, options)
  }

  /** Store a passkey that an authenticator has made. `POST /auth/passkeys` */
  addPasskey(fields: Fields<'addPasskey'>, options?: RequestOptions): Promise<Reply<'addPasskey'>> {
    return this.callOperation('addPasskey', [], fields, options)
  }

  /** Give a passkey another name. `PATCH /auth/passkeys/{passkey_id}` */
  renamePasskey(
    passkey_id: string,
    fields: Fields<'renamePasskey'>,
    options?: RequestOptions,
  ): Promise<Reply<'renamePasskey'>> {
    return this.callOperation('renamePasskey', [passkey_id], fields, options)
  }

  /** Remove a passkey. `DELETE /auth/passkeys/{passkey_id}` */
  removePasskey(passkey_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('removePasskey', [passkey_id], {}, options)
  }

  /** Delete the account of the user, with keys, proxies, jobs and files. `DELETE /auth/account` */
  deleteAccount(
    fields: Fields<'deleteAccount'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'deleteAccount'>> {
    return this.callOperation('deleteAccount', [], fields, options)
  }
}
