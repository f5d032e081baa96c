import { sleep } from '@gleaner/runtime'
import { hasThread } from '@gleaner/runtime/process-table'
import type { CDPSession } from 'puppeteer-core'

/** Slows a page by a thousandth: enough for Chromium to start the thread that does it. */
const BARELY_SLOWER = 1.001
const UNCHANGED = 1
/** Names of threads are cut at 15 bytes. */
const THROTTLE_THREAD = 'CPUThrottlingThread'.slice(0, 15)
const LOOKS = 5
const BETWEEN_LOOKS_MS = 20

/**
 * The renderer process of a page, which the DevTools protocol does not report: the one of `candidates` that has a CPU
 * throttling thread while this page is throttled. One page of a browser at a time. Undefined when none is found.
 */
export async function findRenderer(
  session: CDPSession,
  candidates: () => readonly number[],
): Promise<number | undefined> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: BARELY_SLOWER })
  try {
    for (let look = 1; look <= LOOKS; look++) {
      const found = candidates().find((pid) => hasThread(pid, THROTTLE_THREAD))
      if (found !== undefined) return found
      await sleep(BETWEEN_LOOKS_MS)
    }
    return undefined
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: UNCHANGED })
  }
}
