import { type Budget, excess } from './budget.ts'
import type { PageWorker } from './page-worker.ts'

/**
 * Samples what a worker uses, from outside, for as long as it reads; resolves with the reason why it has to end.
 * To be disposed of when the read has ended.
 */
export function watchRead(
  worker: PageWorker,
  budget: Budget,
  sampleMs: number,
): Disposable & { readonly exceeded: Promise<string> } {
  const exceeded = Promise.withResolvers<string>()
  let isOver = false
  let timer: NodeJS.Timeout
  /** CPU time that earlier pages took. */
  let before: number | undefined

  const sample = async () => {
    const usage = await worker.usage()
    if (isOver) return
    if (usage) {
      before ??= usage.cpuMs
      const reason = excess({ ...usage, cpuMs: usage.cpuMs - before }, budget)
      if (reason) return exceeded.resolve(reason)
    }
    timer = setTimeout(sample, sampleMs)
  }
  timer = setTimeout(sample, sampleMs)

  return {
    exceeded: exceeded.promise,
    [Symbol.dispose]: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
