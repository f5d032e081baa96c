import type { WebhookStatus } from '@gleaner/contracts'
import { type Pool, retryWhileUnavailable, takeApart } from '@gleaner/db'
import { type DeliveryAttempt, recordAttempts } from '@gleaner/outgoing-webhooks'
import { type Logger, sleep } from '@gleaner/runtime'

export interface Recorder {
  /** Resolves once the attempt is noted, or given up. */
  record(attempt: DeliveryAttempt): Promise<void>
}

export interface RecorderOptions {
  pool: Pool
  logger: Logger
  /** Attempts that end within such a span are written by one statement, in milliseconds. */
  gatherMs: number
  /** How long Postgres may be away before an attempt is given up: its delivery is then sent again. */
  patienceMs: number
  onRecorded(states: readonly WebhookStatus[]): void
}

/** Most attempts in one statement. */
const MOST = 500

/** Notes attempts in groups. */
export function createRecorder({
  pool,
  logger,
  gatherMs,
  patienceMs,
  onRecorded,
}: RecorderOptions): Recorder {
  let waiting: DeliveryAttempt[] = []
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    await sleep(gatherMs)
    const group = waiting
    waiting = []
    flushing = undefined
    for (let at = 0; at < group.length; at += MOST) await write(group.slice(at, at + MOST))
  }

  async function write(attempts: readonly DeliveryAttempt[]): Promise<void> {
    try {
      const stuck = await takeApart(attempts, async (group) => {
        const states = await retryWhileUnavailable(() => recordAttempts(pool, group), patienceMs)
        onRecorded([...states.values()])
      })
      for (const { item, fault } of stuck) giveUp(fault, [item])
    } catch (error) {
      giveUp(error, attempts)
    }
  }

  /** Their claims run out, and they are sent again under the same ids. */
  function giveUp(error: unknown, { length }: readonly DeliveryAttempt[]): void {
    logger.error({ err: error, attempts: length }, 'attempts to send webhooks could not be noted')
  }

  return {
    record(attempt) {
      waiting.push(attempt)
      flushing ??= flush()
      return flushing
    },
  }
}
