// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Fields, Reply, RequestOptions } from '../../types.ts'

export class ExtractsApi extends Group {
  /** Extract fields from a page that you send, or that is fetched. `POST /extract` */
  create(fields: Fields<'postExtract'>, options?: RequestOptions): Promise<Reply<'postExtract'>> {
    return this.callOperation('postExtract', [], fields, options)
  }

  /** Read an extraction again, or what the versions of a monitored page say so far. `GET /extract/{extract_id}` */
  get(extract_id: string, options?: RequestOptions): Promise<Reply<'getExtract'>> {
    return this.callOperation('getExtract', [extract_id], {}, options)
  }
}
