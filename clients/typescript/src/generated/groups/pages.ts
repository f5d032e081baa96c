// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Fields, RequestOptions } from '../../types.ts'

export class PagesApi extends Group {
  /** Fetch one page and answer with the page itself. `GET /scrape` */
  get(fields: Fields<'getPage'>, options?: RequestOptions): Promise<Response> {
    return this.callOperation('getPage', [], fields, options)
  }

  /** The same with the address as the rest of the path. `GET /r/{url}` */
  read(url: string, options?: RequestOptions): Promise<Response> {
    return this.callOperation('readAddress', [url], {}, options)
  }
}
