import { sleep } from '@gleaner/runtime'
import type { OpenPage } from '../browser/page/open-page.ts'

const MAX_MS = 1_000
const POLL_MS = 50

/** Waits until the main frame gets a new response, at most a second. */
export async function waitForNavigation({ interceptor }: OpenPage, signal: AbortSignal): Promise<void> {
  const before = interceptor.response()
  const until = Date.now() + MAX_MS
  while (Date.now() < until && interceptor.response() === before) await sleep(POLL_MS, signal)
}
