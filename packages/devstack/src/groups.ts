/** Every service of the fleet, by the name of its package under services/. */
export const SERVICES = [
  'gateway',
  'realtime',
  'webhooks',
  'scheduler',
  'tier-1-curl',
  'tier-2-http',
  'tier-3-stealth',
  'tier-4-browser',
  'tier-5-captcha',
] as const
export type ServiceName = (typeof SERVICES)[number]

export interface ProcessGroup {
  readonly name: string
  readonly services: readonly ServiceName[]
}

/** Light services share a process. A browser that brings its process down takes no plain fetch with it. */
export const GROUPS: readonly ProcessGroup[] = [
  { name: 'front', services: ['gateway', 'realtime', 'webhooks', 'scheduler'] },
  { name: 'fetch', services: ['tier-1-curl', 'tier-2-http', 'tier-3-stealth'] },
  { name: 'browser', services: ['tier-4-browser', 'tier-5-captcha'] },
]

/** One process per service, as in production. */
export const SPLIT: readonly ProcessGroup[] = SERVICES.map((name) => ({ name, services: [name] }))

/** Whoever talks to callers stops first, while those that do the work still answer it. */
export function isFront(group: ProcessGroup): boolean {
  return group.services.includes('gateway') || group.services.includes('realtime')
}
