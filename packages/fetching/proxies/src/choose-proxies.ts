import type { OperatorProxy, ProxyPool } from './operator-proxies.ts'
import type { ProxyHealth } from './proxy-health.ts'

/** What a request asks of the proxy that it goes through. */
export interface ProxyRequest {
  useOwnProxy: boolean
  usePremium: boolean
  useSystem: boolean
  /** ISO 3166-1 alpha-2. */
  country: string | undefined
}

export type ProxySource = 'own' | ProxyPool | 'direct'

/**
 * Which proxies a request goes through: the first row that applies. A row that asks for something must be served by
 * it; a country alone is a preference: where the operator has no proxy there, the request goes out directly.
 */
const PRECEDENCE: readonly { source: ProxySource; applies: (request: ProxyRequest) => boolean }[] = [
  { source: 'system', applies: (request) => request.useSystem },
  { source: 'own', applies: (request) => request.useOwnProxy },
  { source: 'premium', applies: (request) => request.usePremium },
  { source: 'standard', applies: (request) => request.country !== undefined },
  { source: 'direct', applies: () => true },
]

export function sourceOf(request: ProxyRequest): ProxySource {
  return PRECEDENCE.find((row) => row.applies(request))!.source
}

/**
 * The operator's proxies of a pool for a country: those in the country, or for a pool that is paid for those without
 * a country of their own as well. Empty when there is none.
 */
export function proxiesOf(
  proxies: readonly OperatorProxy[],
  pool: ProxyPool,
  country: string | undefined,
): OperatorProxy[] {
  const inPool = proxies.filter((proxy) => proxy.pool === pool)
  if (country === undefined) return inPool
  const inCountry = inPool.filter((proxy) => proxy.country === country)
  if (inCountry.length > 0 || pool === 'standard') return inCountry
  return inPool.filter((proxy) => proxy.country === undefined)
}

/**
 * The order in which proxies are tried for a job: paused ones last. The job's id decides where in the list it begins,
 * so that jobs spread over the pool and all attempts of one job begin at the same proxy.
 */
export function orderForJob(
  jobId: string,
  proxies: readonly OperatorProxy[],
  health: ProxyHealth,
): OperatorProxy[] {
  const start = proxies.length === 0 ? 0 : seed(jobId) % proxies.length
  const rotated = [...proxies.slice(start), ...proxies.slice(0, start)]
  return [
    ...rotated.filter((proxy) => !health.isPaused(proxy)),
    ...rotated.filter((proxy) => health.isPaused(proxy)),
  ]
}

/** The random tail of a UUID as a number. */
function seed(jobId: string): number {
  return Number.parseInt(jobId.slice(-8), 16)
}
