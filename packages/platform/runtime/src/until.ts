/**
 * What `work` comes to, or a rejection (with the signal's reason, if no other is given) as soon as `signal` aborts. Work that is left behind
 * fails unheard.
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  reason: () => unknown = () => signal.reason,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(reason())
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([aborted, work])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** What `woken` resolves to; undefined when `ms` have passed or `signal` has aborted before. */
export async function untilWoken<T>(
  woken: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  const end = () => resolve(undefined)
  const timer = setTimeout(end, Math.max(0, ms))
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([woken, over])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}
