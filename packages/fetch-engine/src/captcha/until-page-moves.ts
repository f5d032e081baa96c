import { sleep } from '@gleaner/runtime'
import type { OpenPage } from '../browser/open-page.ts'

const MAX_MS = 1_000
const POLL_MS = 50

/** Waits a moment, and no longer than until the main frame is answered anew. */
export async function untilPageMoves({ tap }: OpenPage, signal: AbortSignal): Promise<void> {
  const before = tap.answer()
  const until = Date.now() + MAX_MS
  while (Date.now() < until && tap.answer() === before) await sleep(POLL_MS, signal)
}
