// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Fields, Reply, RequestOptions } from '../../types.ts'

export class OauthApi extends Group {
  /** The page on which a person allows a tool to use their account. `GET /oauth/authorize` */
  consentPage(fields: Fields<'showConsentPage'> = {}, options?: RequestOptions): Promise<Response> {
    return this.callOperation('showConsentPage', [], fields, options)
  }

  /** Allow a tool to get an API key of yours. `POST /oauth/authorize` */
  authorize(fields: Fields<'authorizeClient'>, options?: RequestOptions): Promise<Reply<'authorizeClient'>> {
    return this.callOperation('authorizeClient', [], fields, options)
  }

  /** Exchange a code for an API key. `POST /oauth/token` */
  token(fields: Fields<'exchangeOAuthCode'>, options?: RequestOptions): Promise<Reply<'exchangeOAuthCode'>> {
    return this.callOperation('exchangeOAuthCode', [], fields, options)
  }

  /** Give up a key that a tool got (RFC 7009). `POST /oauth/revoke` */
  revoke(fields: Fields<'revokeOAuthToken'>, options?: RequestOptions): Promise<void> {
    return this.callOperation('revokeOAuthToken', [], fields, options)
  }

  /** Whether a key that a tool got is good (RFC 7662). `POST /oauth/introspect` */
  introspect(
    fields: Fields<'introspectOAuthToken'>,
    options?: RequestOptions,
  ): Promise<Reply<'introspectOAuthToken'>> {
    return this.callOperation('introspectOAuthToken', [], fields, options)
  }

  /** Register a tool (RFC 7591). `POST /oauth/register` */
  register(
    fields: Fields<'registerOAuthClient'>,
    options?: RequestOptions,
  ): Promise<Reply<'registerOAuthClient'>> {
    return this.callOperation('registerOAuthClient', [], fields, options)
  }

  /** Ask for a key from a device without a browser (RFC 8628). `POST /oauth/device_authorization` */
  deviceAuthorization(
    fields: Fields<'startDeviceAuthorization'>,
    options?: RequestOptions,
  ): Promise<Reply<'startDeviceAuthorization'>> {
    return this.callOperation('startDeviceAuthorization', [], fields, options)
  }

  /** Which tool shows a user code. `POST /oauth/device/ask` */
  askAboutDevice(
    fields: Fields<'askAboutDevice'>,
    options?: RequestOptions,
  ): Promise<Reply<'askAboutDevice'>> {
    return this.callOperation('askAboutDevice', [], fields, options)
  }

  /** Allow or deny the device that shows a user code. `POST /oauth/device/decide` */
  decideAboutDevice(
    fields: Fields<'decideAboutDevice'>,
    options?: RequestOptions,
  ): Promise<Reply<'decideAboutDevice'>> {
    return this.callOperation('decideAboutDevice', [], fields, options)
  }
}
