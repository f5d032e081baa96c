/**
 * The same values, until `signal` aborts: `next` then rejects with its reason at once, whatever the source waits for. What it still reads
 * is dropped.
 */
export function untilAborted<T, Result>(
  source: AsyncGenerator<T, Result, undefined>,
  signal: AbortSignal,
): Pick<AsyncGenerator<T, Result, undefined>, 'next'> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => {})
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return {
    next() {
      const next = source.next()
      next.catch(() => {})
      return Promise.race([next, aborted])
    },
  }
}
