// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { RequestOptions } from '../../types.ts'

export class FilesApi extends Group {
  /** Download a file by the signed link that a result names. `GET /files/{key}` */
  get(key: string, options?: RequestOptions): Promise<Response> {
    return this.callOperation('downloadFile', [key], {}, options)
  }
}
