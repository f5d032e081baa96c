/** Thrown when something did not finish in time; `message` names it. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/**
 * Runs `work` for at most `ms` milliseconds, then aborts its signal and rejects with DeadlineExceeded. Work that
 * ignores its signal is left behind, and its later failure is dropped.
 */
export async function withTimeout<T>(
  what: string,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new DeadlineExceeded(`${what} took longer than ${ms} ms`)
    controller.abort(error)
    reject(error)
  }, ms)
  try {
    return await Promise.race([work(controller.signal), expired])
  } finally {
    clearTimeout(timer)
  }
}
