import type { Endpoint } from '@gleaner/contracts'
import type { Request } from 'express'
import type { ApiContext } from '../context.ts'
import { describeWindow, rateLimited } from './rate-limited.ts'

/** Counts requests against an endpoint's limit for one source address, where it declares one; throws RATE_LIMITED above it. */
export function createAddressLimit(
  { limits }: Pick<ApiContext, 'limits'>,
  { method, path, limitPerIp: limit }: Pick<Endpoint, 'method' | 'path' | 'limitPerIp'>,
): ((request: Request) => Promise<void>) | undefined {
  if (!limit) return undefined
  const name = `${method} ${path}`
  return async (request) => {
    const wait = await limits.admitAddress(request.ip ?? '', name, limit)
    if (wait > 0) throw rateLimited(`One address may make ${describeWindow(limit)}`, wait)
  }
}
