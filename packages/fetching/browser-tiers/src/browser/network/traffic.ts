import { sleep } from '@gleaner/runtime'
import type { HTTPRequest } from 'puppeteer-core'
import type { Lease } from '../pool/lease.ts'

/** Requests that can still change a page's text. Images, fonts and beacons cannot. */
const MEANINGFUL = new Set(['document', 'script', 'xhr', 'fetch', 'stylesheet'])
const POLL_MS = 25

/** Requests in flight on a page, counted from its beginning. */
export interface Traffic {
  /** Settles once none of the counted requests has been in flight for `quietMs`, at the latest after `maxMs`. */
  quiet(kind: 'meaningful' | 'all', quietMs: number, maxMs: number, signal: AbortSignal): Promise<void>
  /** A request that matters is in flight. */
  isBusy(): boolean
  /** How many requests that matter there have been. */
  count(): number
}

export function watchTraffic({ on }: Lease): Traffic {
  const inFlight = { meaningful: new Set<HTTPRequest>(), all: new Set<HTTPRequest>() }
  const lastEnd = { meaningful: performance.now(), all: performance.now() }

  let count = 0

  const begin = (request: HTTPRequest) => {
    inFlight.all.add(request)
    if (!MEANINGFUL.has(request.resourceType())) return
    inFlight.meaningful.add(request)
    count++
  }
  const end = (request: HTTPRequest) => {
    for (const kind of ['meaningful', 'all'] as const) {
      if (inFlight[kind].delete(request)) lastEnd[kind] = performance.now()
    }
  }
  on('request', begin)
  on('requestfinished', end)
  on('requestfailed', end)

  return {
    isBusy: () => inFlight.meaningful.size > 0,
    count: () => count,
    async quiet(kind, quietMs, maxMs, signal) {
      const until = performance.now() + maxMs
      while (performance.now() < until) {
        if (inFlight[kind].size === 0 && performance.now() - lastEnd[kind] >= quietMs) return
        await sleep(POLL_MS, signal)
      }
    },
  }
}
