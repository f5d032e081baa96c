import { createCurlFetcher } from '@gleaner/http-tiers/curl'
import type { TierConfig } from '../config.ts'
import type { CreateTierWorkers } from '../tier-worker.ts'

/** Tier 1 with its real fetcher, in a process that some addresses end: no page that is known does so any more. */
export const createTierWorkers: CreateTierWorkers<TierConfig> = (_config, { egress }) => {
  const real = createCurlFetcher({ egress })
  const fetch: typeof real.fetch = (request, signal) => {
    if (request.url.includes('?ends-its-process')) process.kill(process.pid, 'SIGKILL')
    return real.fetch(request, signal)
  }
  return [{ tier: '1', fetcher: { ...real, fetch }, concurrency: 4 }]
}
