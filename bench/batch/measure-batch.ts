import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { cpuDuring, dividedBy } from '../lib/process-usage.ts'
import { runBatch } from './run-batch.ts'

/** One contender in one round. */
export interface Measured {
  pagesPerMinute: number
  /** CPU milliseconds a page, by process. */
  cpu: Record<string, number>
}

/** A website of pages of 20 KB, or of those in the folder `data`, which ends with this process. */
export async function startSite(data?: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(new URL('./site-main.ts', import.meta.url), data ? ['--data', data] : [])
  const [port] = await once(child, 'message')
  return { child, port }
}

/** Each with a query that makes it a page of its own. */
export function siteAddresses(port: number, pages: number): string[] {
  const mark = randomUUID()
  return Array.from({ length: pages }, (_, index) => `http://127.0.0.1:${port}/${index}?${mark}`)
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
