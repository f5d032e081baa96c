import type { FleetHealth } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { type Checks, checkReadiness, VERSION } from '@gleaner/runtime'
import { readBeats } from './read-beats.ts'

type Check = FleetHealth['checks'][number]

/** Whether anything is down. `checks`: what the process that asks needs, and sees. */
export async function readHealth(db: Queryable, checks: Checks): Promise<FleetHealth> {
  const [{ services, vitals }, checked] = await Promise.all([readBeats(db), runChecks(checks)])
  const states = [...services, ...checked].map(({ status }) => status)
  return {
    status: states.includes('down') ? 'down' : states.includes('degraded') ? 'degraded' : 'ok',
    checked_at: new Date().toISOString(),
    version: VERSION,
    services,
    checks: checked,
    browsers: vitals.flatMap(({ service, vitals: { browsers } }) =>
      browsers ? [{ service, ...browsers }] : [],
    ),
    readers: vitals.flatMap(({ service, vitals: { readers } }) => (readers ? [{ service, ...readers }] : [])),
    proxies: vitals
      .flatMap(({ service, vitals: { proxies = [] } }) => proxies.map((proxy) => ({ service, ...proxy })))
      .sort((a, b) => b.failures - a.failures)
      .map(({ pausedUntil, ...proxy }) => ({
        ...proxy,
        paused_until: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
      })),
  }
}

/** Each with the time that it took. */
export async function runChecks(checks: Checks): Promise<Check[]> {
  return await Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<Check> => {
      const startedAt = performance.now()
      const { checks: results } = await checkReadiness({ checks: { [name]: check } })
      const isOk = results[name] === 'ok'
      return {
        name,
        status: isOk ? 'ok' : 'down',
        reason: isOk ? null : results[name]!,
        ms: Math.round(performance.now() - startedAt),
      }
    }),
  )
}
