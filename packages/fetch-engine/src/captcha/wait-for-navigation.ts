import { sleep } from '@gleaner/runtime'
import type { OpenPage } from '../browser/page/open-page.ts'

const MAX_MS = 1_000
const POLL_MS = 50

/** Waits a moment, and no longer than until the main frame is answered anew. */
export async function waitForNavigation({ interceptor }: OpenPage, signal: AbortSignal): Promise<void> {
  const before = interceptor.response()
  const until = Date.now() + MAX_MS
  while (Date.now() < until && interceptor.response() === before) await sleep(POLL_MS, signal)
}
