import { isDatabaseUnavailable } from '@gleaner/db'
import { untilWoken } from '@gleaner/runtime/until'
import type { PubSub } from '../pub-sub.ts'

/** The poll behind pub/sub: how late a lost message makes an answer at most. */
const POLL_MS = 500

/** How some work stands. */
export interface Look<End> {
  /** Undefined while it goes on. */
  end?: End | undefined
  /** There is no use in waiting for longer than so many ms; absent: not known. */
  leftMs?: number
}

/**
 * Waits for the end of work that others do: looks at it whenever `channel` has a message for `id`, and now and then. Undefined when the time
 * is up, or `signal` aborts, before it ends. Throws when Postgres stays away.
 */
export async function awaitEnd<End>(options: {
  pubSub: Pick<PubSub, 'subscribe'>
  channel: string
  id: string
  look(): Promise<Look<End>>
  /** Absent: as long as `look` allows. */
  timeoutMs?: number
  signal: AbortSignal
}): Promise<End | undefined> {
  const { pubSub, channel, id, look, timeoutMs = Number.POSITIVE_INFINITY, signal } = options
  let giveUpAt = performance.now() + timeoutMs
  let wake = () => {}
  const unsubscribe = await pubSub.subscribe(channel, id, () => wake())
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const isLate = performance.now() >= giveUpAt
      const { end, leftMs = Number.POSITIVE_INFINITY }: Look<End> = await look().catch((error: unknown) => {
        // The work goes on without us, and Postgres may come back.
        if (isLate || !isDatabaseUnavailable(error)) throw error
        return {}
      })
      if (end !== undefined || isLate || signal.aborted) return end
      giveUpAt = Math.min(giveUpAt, performance.now() + leftMs)
      await untilWoken(woken, Math.min(POLL_MS, giveUpAt - performance.now()), signal)
    }
  } finally {
    unsubscribe()
  }
}
