// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { RequestOptions } from '../../types.ts'

export class AccountApi extends Group {
  /** Download all that is stored of the account, as JSON lines. `GET /account/export` */
  export(options?: RequestOptions): Promise<Response> {
    return this.callOperation('exportAccount', [], {}, options)
  }
}
