import type { Logger } from './logger.ts'
import { sleep } from './time.ts'

export interface Loop {
  start(): void
  /** Aborts the pause or what runs, and resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * Calls `run` again and again with a pause of `everyMs` between the end of one and the start of the next, so runs
 * never overlap. The pause varies by a tenth, so that several processes do not run at the same moments. A run that
 * throws is logged and the loop goes on.
 */
export function createLoop(options: {
  name: string
  everyMs: number
  logger: Logger
  run: (signal: AbortSignal) => Promise<void>
}): Loop {
  const { name, everyMs, logger, run } = options
  const controller = new AbortController()
  const { signal } = controller
  let running: Promise<void> | undefined

  async function go(): Promise<void> {
    while (!signal.aborted) {
      try {
        await sleep(everyMs * (0.9 + Math.random() * 0.2), signal)
        await run(signal)
      } catch (error) {
        if (!signal.aborted) logger.error({ err: error, loop: name }, 'a run of the loop failed')
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
