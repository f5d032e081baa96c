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

/**
 * A signal that aborts after `ms`, or as soon as one of `signals` does. To be disposed of when the work has ended: work
 * that ends long before its deadline would otherwise leave a timer behind, as `AbortSignal.timeout` does.
 */
export function deadlineSignal(
  ms: number,
  signals: readonly AbortSignal[],
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DeadlineExceeded(`${ms} ms have passed`)), ms)
  const follow = () => controller.abort(signals.find((signal) => signal.aborted)?.reason)
  for (const signal of signals) signal.addEventListener('abort', follow, { once: true })
  if (signals.some((signal) => signal.aborted)) follow()
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', follow)
    },
  }
}
