// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Fields, Reply, RequestOptions } from '../../types.ts'

export class UsageApi extends Group {
  /** Balance, request counts and rate-limit state of the account. `GET /usage` */
  get(fields: Fields<'getUsage'> = {}, options?: RequestOptions): Promise<Reply<'getUsage'>> {
    return this.callOperation('getUsage', [], fields, options)
  }

  /** Requests and credits by day, hour, key, tier, domain or kind, as JSON or CSV. `GET /usage/report` */
  report(fields: Fields<'getUsageReport'> & { format: 'csv' }, options?: RequestOptions): Promise<Response>
  report(fields?: Fields<'getUsageReport'>, options?: RequestOptions): Promise<Reply<'getUsageReport'>>
  report(
    fields: Fields<'getUsageReport'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'getUsageReport'> | Response> {
    return this.callOperation('getUsageReport', [], fields, options)
  }

  /** What other caps would have cost: the attempts of jobs replayed under each `max_tier`. `GET /usage/caps` */
  caps(fields: Fields<'getUsageCaps'> = {}, options?: RequestOptions): Promise<Reply<'getUsageCaps'>> {
    return this.callOperation('getUsageCaps', [], fields, options)
  }
}
