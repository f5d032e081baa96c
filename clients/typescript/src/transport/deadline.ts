import { TimeoutError } from '../errors.ts'

/** A signal that ends with the caller's own, or when the time is over. */
export interface Deadline {
  signal: AbortSignal
  /** Milliseconds until it is over. */
  left(): number
  /** Resolves after so many milliseconds; rejects when the signal ends before. */
  pause(ms: number): Promise<void>
  /** Throws the signal's reason when it has ended. */
  check(): void
  /** Ends no more by itself. */
  stopClock(): void
  /** Lets go of the caller's signal and the timer. */
  close(): void
}

/** What a timer can hold: a larger number would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** `timeout` in milliseconds, Infinity for none. `what` begins the sentence of its error. */
export function openDeadline(timeout: number, outer: AbortSignal | undefined, what: string): Deadline {
  const controller = new AbortController()
  const endsAt = Date.now() + timeout
  const end = () => controller.abort(outer?.reason)
  const over = () => controller.abort(new TimeoutError(`${what} took longer than ${timeout} ms.`))
  const timer = timeout <= LONGEST_TIMER_MS ? setTimeout(over, timeout) : undefined
  if (outer?.aborted) end()
  outer?.addEventListener('abort', end, { once: true })
  const { signal } = controller
  return {
    signal,
    left: () => endsAt - Date.now(),
    pause: (ms) => pause(ms, signal),
    check: () => signal.throwIfAborted(),
    stopClock: () => clearTimeout(timer),
    close() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', end)
    },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', end, { once: true })
  })
}
