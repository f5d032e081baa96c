// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Reply, RequestOptions, Upload } from '../../types.ts'

export class ParsesApi extends Group {
  /** Read a file or page that you send: HTML, PDF, Office documents, images, data. `POST /parse` */
  create(fields: Upload<'postParse'>, options?: RequestOptions): Promise<Reply<'postParse'>> {
    return this.callOperation('postParse', [], fields, options)
  }
}
