import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '@gleaner/devstack/testing/fair/api'
import type { HostileSite } from '@gleaner/devstack/testing/fair/hostile-site'
import type { Started } from '@gleaner/devstack/testing/fair/kinds-of-work'
import type { WorkKind } from '@gleaner/queue/work'

/** Measured fewer times in a window: each takes a second and more. */
export const SLOW: ReadonlySet<WorkKind> = new Set([
  'browser-page',
  'crawl-discovery',
  'crawl-feeds',
  'crawl-step',
  'delivery',
  'validation-in-browser',
])
const LANES = 5
const GIVEN_UP_MS = 45_000
const GIVEN_UP = 'given up'
const LOOK_EVERY_MS = 500
/** From a flood of work that no site holds until it is under way. */
const FLOOD_BEGINS_MS = 1_500

export interface Sample {
  ms: number
  failure?: string
}
export type Samples = Map<WorkKind, Sample[]>

/** The small work of each kind, some times each, as accounts that take turns. */
export async function watch(
  ways: ReadonlyMap<WorkKind, Started>,
  times: { fast: number; slow: number },
  next: () => Api,
  site: HostileSite,
): Promise<Samples> {
  const samples: Samples = new Map([...ways.keys()].map((kind) => [kind, []]))
  const round = (n: number) =>
    [...ways.keys()].filter((kind) => n < (SLOW.has(kind) ? times.slow : times.fast))
  const todo = Array.from({ length: Math.max(times.fast, times.slow) }, (_, n) => round(n)).flat()
  const lane = async () => {
    for (let kind = todo.shift(); kind; kind = todo.shift())
      samples.get(kind)!.push(await measure(() => ways.get(kind!)!.once(next(), site)))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return samples
}

async function measure(work: () => Promise<void>): Promise<Sample> {
  const startedAt = performance.now()
  const stop = new AbortController()
  const givenUp = sleep(GIVEN_UP_MS, undefined, { signal: stop.signal }).then(
    () => GIVEN_UP,
    () => undefined,
  )
  const failure = await Promise.race([work().then(() => undefined, String), givenUp])
  const ms = performance.now() - startedAt
  stop.abort()
  // Whoever waits so long has been kept waiting; what was refused has not been measured.
  return failure === undefined || failure === GIVEN_UP ? { ms } : { ms, failure }
}

/** Floods a kind as an account until it is stopped; what the site lets go in time is poured again. Says when nothing of it was held. */
export async function startFlood(
  kind: WorkKind,
  { flood }: Started,
  api: Api,
  site: HostileSite,
  isHeld: boolean,
): Promise<{ stop(): void; most(): number }> {
  const stopped = new AbortController()
  const { signal } = stopped
  site.holdAgain(kind)
  flood(api, site, signal)
  let most = 0
  async function keepHeld(): Promise<void> {
    for (let quiet = 0; !signal.aborted; ) {
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
      const held = site.held(kind)
      most = Math.max(most, held)
      quiet = held === 0 ? quiet + 1 : 0
      if (isHeld && quiet === 4) {
        quiet = 0
        flood(api, site, signal)
      }
    }
  }
  void keepHeld()
  const deadline = Date.now() + (isHeld ? 15_000 : FLOOD_BEGINS_MS)
  while (site.held(kind) === 0 && Date.now() < deadline) await sleep(100)
  return {
    most: () => most,
    stop() {
      stopped.abort()
      site.release(kind)
    },
  }
}
