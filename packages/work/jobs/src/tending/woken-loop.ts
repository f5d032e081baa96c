import { type Logger, sleep } from '@gleaner/runtime'
import type { JobsContext } from '../context.ts'
import { WAKE_CHANNEL } from '../ending/announce.ts'

export interface WokenLoop {
  /** Aborts when the loop is stopped. */
  readonly signal: AbortSignal
  /** Makes the next turn begin now, or after the one that runs. */
  wake(): void
  start(): Promise<void>
  stop(): Promise<void>
}

export interface WokenLoopOptions {
  ctx: Pick<JobsContext, 'pubSub'>
  /** One of `WAKE`. */
  key: string
  onMessage(message: string): void
  /** Does what there is to do, and returns when (ms since 1970) the next turn begins without a message: messages may be lost. */
  turn(): Promise<number>
  logger: Logger
  /** What is logged when a turn throws; the next one follows a little later. */
  failed: string
}

const AFTER_FAILURE_MS = 1_000

/** Works through what Postgres holds, turn by turn, woken over Redis. */
export function createWokenLoop({ ctx, key, onMessage, turn, logger, failed }: WokenLoopOptions): WokenLoop {
  const controller = new AbortController()
  const { signal } = controller
  let woken = Promise.withResolvers<void>()
  let running: Promise<void> | undefined
  let unsubscribe: (() => void) | undefined

  async function go(): Promise<void> {
    while (!signal.aborted) {
      try {
        await wokenOr(await turn())
      } catch (error) {
        if (signal.aborted) return
        logger.warn({ err: error }, failed)
        await sleep(AFTER_FAILURE_MS, signal).catch(() => {})
      }
    }
  }

  async function wokenOr(nextAt: number): Promise<void> {
    const timer = setTimeout(woken.resolve, Math.max(1, nextAt - Date.now()))
    await woken.promise
    clearTimeout(timer)
    woken = Promise.withResolvers()
  }

  return {
    signal,
    wake: () => woken.resolve(),
    async start() {
      unsubscribe = await ctx.pubSub.subscribe(WAKE_CHANNEL, key, (message) => {
        onMessage(message)
        woken.resolve()
      })
      running = go()
    },
    async stop() {
      controller.abort()
      unsubscribe?.()
      woken.resolve()
      await running
    },
  }
}
