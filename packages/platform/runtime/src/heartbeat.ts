import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { withTimeout } from './deadline.ts'
import type { Logger } from './logger.ts'
import { createLoop } from './loop.ts'
import { checkReadiness } from './readiness.ts'
import type { Beat, Service } from './service.ts'
import { VERSION } from './version.ts'

/** How often services say how they are. */
export const BEAT_EVERY_MS = 5_000

/** A store that does not answer keeps no process from stopping. */
const LAST_WORD_MS = 1_000

/** Has the services of a process say every few seconds how they are, and at the end that they have stopped. */
export function createHeartbeat(services: readonly Service[], logger: Logger, name: string) {
  const process_ = {
    instance: randomUUID(),
    host: hostname(),
    pid: process.pid,
    version: VERSION,
    startedAt: new Date(),
  }
  const loop = createLoop({
    name: `beat-${name}`,
    everyMs: BEAT_EVERY_MS,
    logger,
    metrics: undefined,
    run: beatAll,
  })

  async function beatAll(): Promise<void> {
    await Promise.all(services.map(beat))
  }

  async function beat(service: Service): Promise<void> {
    if (!service.report) return
    const { status, checks } = await checkReadiness(service)
    const failing = Object.fromEntries(Object.entries(checks).filter(([, result]) => result !== 'ok'))
    await service.report({
      ...process_,
      service: service.name,
      status,
      failing,
      vitals: service.vitals?.() ?? {},
    })
  }

  async function sayGoodbye(service: Service): Promise<void> {
    const last: Beat = { ...process_, service: service.name, status: 'stopped', failing: {}, vitals: {} }
    await service.report?.(last)
  }

  return {
    start() {
      // The first one at once: whoever looks after a start sees who has come.
      void beatAll().catch((error: unknown) => logger.warn({ err: error }, 'the state could not be told'))
      loop.start()
    },
    async stop() {
      await loop.stop()
      await withTimeout('the last word', LAST_WORD_MS, () => Promise.all(services.map(sayGoodbye))).catch(
        () => {},
      )
    },
  }
}
