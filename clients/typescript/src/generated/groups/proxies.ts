// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class ProxiesApi extends Group {
  /** Store a proxy of your own, to be used with advanced.use_own_proxy. `POST /proxies` */
  create(fields: Fields<'createProxy'>, options?: RequestOptions): Promise<Reply<'createProxy'>> {
    return this.callOperation('createProxy', [], fields, options)
  }

  /** List the account's own proxies. `GET /proxies` */
  list(fields: Fields<'listProxies'> = {}, options?: RequestOptions): Promise<Reply<'listProxies'>> {
    return this.callOperation('listProxies', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listProxies'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listProxies', 'proxies'>, void, undefined> {
    return this.turnPages('listProxies', [], fields, options, { by: 'offset', entries: 'proxies' })
  }

  /** Read one of your proxies. `GET /proxies/{proxy_id}` */
  get(proxy_id: string, options?: RequestOptions): Promise<Reply<'getProxy'>> {
    return this.callOperation('getProxy', [proxy_id], {}, options)
  }

  /** Change the named fields of a proxy. `PATCH /proxies/{proxy_id}` */
  update(
    proxy_id: string,
    fields: Fields<'updateProxy'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateProxy'>> {
    return this.callOperation('updateProxy', [proxy_id], fields, options)
  }

  /** Delete a proxy, and its login with it. `DELETE /proxies/{proxy_id}` */
  delete(proxy_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteProxy', [proxy_id], {}, options)
  }

  /** Fetch a page through the proxy and tell how it went. `POST /proxies/{proxy_id}/test` */
  test(proxy_id: string, options?: RequestOptions): Promise<Reply<'testProxy'>> {
    return this.callOperation('testProxy', [proxy_id], {}, options)
  }

  /** Download the certificate that clients of the proxy port trust. `GET /proxy/ca.pem` */
  certificate(options?: RequestOptions): Promise<Response> {
    return this.callOperation('getProxyCertificate', [], {}, options)
  }
}
