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
  using _watched = onAbort(signal, () => reject(reason()))
  return await Promise.race([aborted, work])
}

/** Calls `act` once: when `signal` aborts, at once where it has. Until the result is disposed of. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): Disposable {
  const acts = () => act()
  if (signal?.aborted) acts()
  else signal?.addEventListener('abort', acts, { once: true })
  return { [Symbol.dispose]: () => signal?.removeEventListener('abort', acts) }
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
  using _watched = onAbort(signal, end)
  try {
    return await Promise.race([woken, over])
  } finally {
    clearTimeout(timer)
  }
}
