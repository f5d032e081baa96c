// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Fields, Reply, RequestOptions } from '../../types.ts'

export class ArchiveApi extends Group {
  /** Read whether delivered pages are kept, and how many are. `GET /archive` */
  get(options?: RequestOptions): Promise<Reply<'getArchive'>> {
    return this.callOperation('getArchive', [], {}, options)
  }

  /** Keep delivered pages as they were fetched, or keep no more. `PUT /archive` */
  set(fields: Fields<'setArchive'>, options?: RequestOptions): Promise<Reply<'setArchive'>> {
    return this.callOperation('setArchive', [], fields, options)
  }

  /** Delete all pages that are kept. `DELETE /archive` */
  empty(options?: RequestOptions): Promise<void> {
    return this.callOperation('emptyArchive', [], {}, options)
  }
}
