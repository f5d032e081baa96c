import { setImmediate as nextTurn } from 'node:timers/promises'
import { watchEventLoop } from './event-loop-blocking.ts'

/** Does something, and tells the processor time of the longest turn of the event loop meanwhile, in ms. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const watch = watchEventLoop()
  try {
    await nextTurn()
    watch.longest()
    await work()
    await nextTurn()
    return watch.longest().cpuMs
  } finally {
    watch.stop()
  }
}
