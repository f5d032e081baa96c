import type { FleetService } from '@gleaner/operator'
import type { ServiceDefinition } from '@gleaner/runtime'

interface ServiceModule {
  config: ServiceDefinition['config']
  createService: ServiceDefinition['create']
}

/**
 * Every service of the fleet, by the name of its package under services/: the process that it shares on one machine, and
 * its module. Light services share one; a browser that brings its process down takes no plain fetch with it.
 */
const TABLE = {
  gateway: { process: 'front', load: () => import('@gleaner/gateway/service') },
  realtime: { process: 'front', load: () => import('@gleaner/realtime/service') },
  webhooks: { process: 'front', load: () => import('@gleaner/webhooks/service') },
  scheduler: { process: 'front', load: () => import('@gleaner/scheduler/service') },
  'tier-1-curl': { process: 'fetch', load: () => import('@gleaner/tier-1-curl/service') },
  'tier-2-http': { process: 'fetch', load: () => import('@gleaner/tier-2-http/service') },
  'tier-3-stealth': { process: 'fetch', load: () => import('@gleaner/tier-3-stealth/service') },
  crawler: { process: 'fetch', load: () => import('@gleaner/crawler/service') },
  exporter: { process: 'fetch', load: () => import('@gleaner/exporter/service') },
  'tier-4-browser': { process: 'browser', load: () => import('@gleaner/tier-4-browser/service') },
  'tier-5-captcha': { process: 'browser', load: () => import('@gleaner/tier-5-captcha/service') },
} as const satisfies Record<FleetService, { process: string; load: () => Promise<unknown> }>

export type ServiceName = FleetService

export const SERVICES = Object.keys(TABLE) as ServiceName[]

export interface ProcessGroup {
  readonly name: string
  readonly services: readonly ServiceName[]
}

/** The processes of one machine. */
export const GROUPS: readonly ProcessGroup[] = [
  ...Map.groupBy(SERVICES, (service) => TABLE[service].process),
].map(([name, services]) => ({ name, services }))

/** One process per service, as in production. */
export const SPLIT: readonly ProcessGroup[] = SERVICES.map((name) => ({ name, services: [name] }))

/** Services that callers connect to stop first, while the workers that they wait for still run. */
export function isFront(group: ProcessGroup): boolean {
  return group.services.includes('gateway') || group.services.includes('realtime')
}

/** Loads a service by its name; throws for a name that is none. */
export async function loadService(name: string): Promise<ServiceDefinition> {
  if (!Object.hasOwn(TABLE, name)) throw new Error(`there is no service "${name}"`)
  const { config, createService } = (await TABLE[name as ServiceName].load()) as unknown as ServiceModule
  return { name, config, create: createService }
}
