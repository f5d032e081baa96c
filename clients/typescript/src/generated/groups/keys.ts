// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class KeysApi extends Group {
  /** Make an API key. It is shown in this reply only. `POST /api-keys` */
  create(fields: Fields<'createApiKey'>, options?: RequestOptions): Promise<Reply<'createApiKey'>> {
    return this.callOperation('createApiKey', [], fields, options)
  }

  /** List the account's API keys. `GET /api-keys` */
  list(fields: Fields<'listApiKeys'> = {}, options?: RequestOptions): Promise<Reply<'listApiKeys'>> {
    return this.callOperation('listApiKeys', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listApiKeys'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listApiKeys', 'items'>, void, undefined> {
    return this.turnPages('listApiKeys', [], fields, options, { by: 'offset', entries: 'items' })
  }

  /** Read what is known of an API key. `GET /api-keys/{key_id}` */
  get(key_id: string, options?: RequestOptions): Promise<Reply<'getApiKey'>> {
    return this.callOperation('getApiKey', [key_id], {}, options)
  }

  /** Change an API key's name, scopes, expiry or addresses. `PATCH /api-keys/{key_id}` */
  update(
    key_id: string,
    fields: Fields<'updateApiKey'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateApiKey'>> {
    return this.callOperation('updateApiKey', [key_id], fields, options)
  }

  /** Revoke an API key. Within a second no gateway accepts it any more. `DELETE /api-keys/{key_id}` */
  delete(key_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteApiKey', [key_id], {}, options)
  }

  /** Give an API key another text. It is shown in this reply only. `POST /api-keys/{key_id}/rotate` */
  rotate(
    key_id: string,
    fields: Fields<'rotateApiKey'>,
    options?: RequestOptions,
  ): Promise<Reply<'rotateApiKey'>> {
    return this.callOperation('rotateApiKey', [key_id], fields, options)
  }

  /** End the text of an API key that a rotation has replaced, before its overlap does. `DELETE /api-keys/{key_id}/previous` */
  endOverlap(key_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('endApiKeyOverlap', [key_id], {}, options)
  }

  /** Read the spend limit of an API key and what is used of it. `GET /api-keys/{key_id}/limits` */
  limits(key_id: string, options?: RequestOptions): Promise<Reply<'getApiKeyLimits'>> {
    return this.callOperation('getApiKeyLimits', [key_id], {}, options)
  }

  /** Limit what an API key may spend in a day, a week or a month. `PUT /api-keys/{key_id}/limits` */
  setLimits(
    key_id: string,
    fields: Fields<'setApiKeyLimits'>,
    options?: RequestOptions,
  ): Promise<Reply<'setApiKeyLimits'>> {
    return this.callOperation('setApiKeyLimits', [key_id], fields, options)
  }

  /** Remove the spend limit of an API key. `DELETE /api-keys/{key_id}/limits` */
  deleteLimits(key_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteApiKeyLimits', [key_id], {}, options)
  }
}
