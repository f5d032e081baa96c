import type { ServiceDefinition } from '@gleaner/runtime'
import type { ServiceName } from './groups.ts'

interface ServiceModule {
  config: ServiceDefinition['config']
  createService: ServiceDefinition['create']
}

const MODULES: Record<ServiceName, () => Promise<unknown>> = {
  gateway: () => import('@gleaner/gateway/service'),
  realtime: () => import('@gleaner/realtime/service'),
  webhooks: () => import('@gleaner/webhooks/service'),
  scheduler: () => import('@gleaner/scheduler/service'),
  'tier-1-curl': () => import('@gleaner/tier-1-curl/service'),
  'tier-2-http': () => import('@gleaner/tier-2-http/service'),
  'tier-3-stealth': () => import('@gleaner/tier-3-stealth/service'),
  'tier-4-browser': () => import('@gleaner/tier-4-browser/service'),
  'tier-5-captcha': () => import('@gleaner/tier-5-captcha/service'),
}

/** Loads a service by its name; throws for a name that is none. */
export async function loadService(name: string): Promise<ServiceDefinition> {
  const load = MODULES[name as ServiceName]
  if (!load) throw new Error(`there is no service "${name}"`)
  const { config, createService } = (await load()) as ServiceModule
  return { name, config, create: createService }
}
