import type { DevInfo } from '@gleaner/devstack/dev-info'
import { cpuDuring, dividedBy } from '../lib/process-usage.ts'
import { runBatch } from './run-batch.ts'

/** One contender in one round. */
export interface Measured {
  pagesPerMinute: number
  /** CPU milliseconds a page, by process. */
  cpu: Record<string, number>
}

/** A batch from its request to the last item's end. */
export async function measureBatch(fleet: DevInfo, key: string, urls: string[]): Promise<Measured> {
  const { supervisor: _, ...pids } = fleet.pids
  const { result: minutes, spentMs } = await cpuDuring(pids, async () => {
    const startedAt = performance.now()
    await runBatch(fleet, key, { urls, formats: ['markdown', 'json'] })
    return (performance.now() - startedAt) / 60_000
  })
  return { pagesPerMinute: urls.length / minutes, cpu: dividedBy(spentMs, urls.length) }
}
