/** What Redis answers, or undefined when it does not in time. */
export interface Responsive {
  ask<T>(command: () => Promise<T>): Promise<T | undefined>
}

export interface ResponsiveOptions {
  /** How long an answer is waited for. */
  deadlineMs: number
  /** Called when answers stay out, and when they come again (with undefined). */
  onChange(error: Error | undefined): void
}

/**
 * Asks what may be away or hang, without hanging with it. After an answer that stays out nothing is asked for a moment, and then
 * by one at a time: requests do not pile up before it.
 */
export function createResponsive(
  { deadlineMs, onChange }: ResponsiveOptions,
  now: () => number = () => performance.now(),
): Responsive {
  let isAway = false
  let silentUntil = 0

  return {
    async ask(command) {
      const at = now()
      if (isAway && at < silentUntil) return undefined
      if (isAway) silentUntil = at + deadlineMs
      try {
        const answer = await inTime(command(), deadlineMs)
        if (isAway) onChange(undefined)
        isAway = false
        return answer
      } catch (error) {
        silentUntil = now() + deadlineMs
        if (!isAway) onChange(error as Error)
        isAway = true
        return undefined
      }
    },
  }
}

function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const giveUp = () => reject(new Error(`no answer within ${ms} ms`))
  // Where this process was busy for so long, the answer has come meanwhile: it is read before a `setImmediate` runs.
  const timer = setTimeout(() => setImmediate(giveUp), ms)
  answer.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}
