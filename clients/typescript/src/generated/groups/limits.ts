// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Fields, Reply, RequestOptions } from '../../types.ts'

export class LimitsApi extends Group {
  /** Read the spend limit of the account and what is used of it. `GET /account/limits` */
  get(options?: RequestOptions): Promise<Reply<'getAccountLimits'>> {
    return this.callOperation('getAccountLimits', [], {}, options)
  }

  /** Limit what the account may spend in a day, a week or a month. `PUT /account/limits` */
  set(fields: Fields<'setAccountLimits'>, options?: RequestOptions): Promise<Reply<'setAccountLimits'>> {
    return this.callOperation('setAccountLimits', [], fields, options)
  }

  /** Remove the spend limit of the account. `DELETE /account/limits` */
  delete(options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteAccountLimits', [], {}, options)
  }
}
