/** Most connections to Postgres that the pool of a process has, by what it does: `tier` is each of the tiers. */
export const POOL_SIZES = {
  gateway: 20,
  realtime: 6,
  webhooks: 5,
  scheduler: 5,
  crawler: 10,
  exporter: 5,
  tier: 10,
} as const

/** Beside its pool a process may ask on one more whether a silent connection is lost. */
const PROBES = 1

/** Most connections that one process of a service (a folder of services/) has at once. */
export function connectionsOf(service: string): number {
  const kind = (service.startsWith('tier-') ? 'tier' : service) as keyof typeof POOL_SIZES
  return POOL_SIZES[kind] + PROBES
}
