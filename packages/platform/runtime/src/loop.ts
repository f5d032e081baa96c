import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { sleep } from './time.ts'

export interface Loop {
  start(): void
  /** Aborts the pause or what runs, and resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * Calls `run` again and again with a pause of `everyMs` between the end of one and the start of the next, so runs
 * never overlap. The pause varies by a tenth, so that several processes do not run at the same moments. A run that
 * throws is logged and the loop goes on. `metrics` are told of failures, and of the last success: an alert watches both. They are undefined
 * for loops that live as long as one piece of work.
 */
export function createLoop(options: {
  name: string
  everyMs: number
  logger: Logger
  metrics: Metrics | undefined
  run: (signal: AbortSignal) => Promise<void>
}): Loop {
  const { name, everyMs, logger, metrics, run } = options
  const succeeded = metrics?.gauge('gleaner_loop_success_timestamp_seconds')
  const failed = metrics?.counter('gleaner_loop_failures_total')
  const controller = new AbortController()
  const { signal } = controller
  let running: Promise<void> | undefined

  const noteSuccess = () => succeeded?.set(Date.now() / 1000, { loop: name })

  async function go(): Promise<void> {
    // One that never succeeds is late from now on.
    noteSuccess()
    while (!signal.aborted) {
      try {
        await sleep(everyMs * (0.9 + Math.random() * 0.2), signal)
        await run(signal)
        noteSuccess()
      } catch (error) {
        if (signal.aborted) return
        failed?.inc({ loop: name })
        logger.error({ err: error, loop: name }, 'a run of the loop failed')
      }
    }
  }

  return {
    start: () => {
      running ??= go()
    },
    stop: async () => {
      controller.abort()
      await running
    },
  }
}
