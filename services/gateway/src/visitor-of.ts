import type { Visitor } from '@gleaner/accounts'
import { networkKeyOf } from '@gleaner/rate-limits'
import type { Request } from 'express'

/** Where a request to sign in comes from. */
export function visitorOf(request: Request): Visitor {
  const { ip } = request
  return { network: networkKeyOf(ip ?? ''), address: ip, userAgent: request.get('User-Agent') }
}
