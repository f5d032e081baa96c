// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Fields, Reply, RequestOptions } from '../../types.ts'

export class SearchesApi extends Group {
  /** Search for pages, and scrape them if you like. `POST /search` */
  create(fields: Fields<'createSearch'>, options?: RequestOptions): Promise<Reply<'createSearch'>> {
    return this.callOperation('createSearch', [], fields, options)
  }

  /** Read a search again, and how far the scraping of its results is. `GET /search/{search_id}` */
  get(search_id: string, options?: RequestOptions): Promise<Reply<'getSearch'>> {
    return this.callOperation('getSearch', [search_id], {}, options)
  }
}
