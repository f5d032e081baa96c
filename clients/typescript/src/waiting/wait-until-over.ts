import { TimeoutError } from '../errors.ts'
import { openDeadline } from '../transport/deadline.ts'
import type { Transport } from '../transport/transport.ts'
import type { RequestOptions } from '../types.ts'
import type { LiveMessage, Subject } from './live-socket.ts'

/** Work that is waited for takes as long as this, where nothing else is said. */
export const WAIT_TIMEOUT_MS = 600_000

/** How far work is. Of a batch or crawl with counts of its items or pages. */
export interface Progress {
  status: string
  /** Of a job: percent. */
  progress?: number
  total?: number
  completed?: number
  failed?: number
  cancelled?: number
  pending?: number
}

export interface WaitOptions extends RequestOptions {
  /** Most milliseconds that are waited. Default: 600,000. The work itself goes on. */
  timeout?: number
  /** Is told how far it is, at each change that is noticed. */
  onProgress?: (progress: Progress) => void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
/** While news come by themselves, this is only for the one that was lost. */
const PAUSE_WHEN_LIVE_MS = 15_000

const OVER = new Set(['completed', 'partially_failed', 'failed', 'cancelled', 'succeeded'])

export function isOver({ status }: { status?: string }): boolean {
  return OVER.has(status!)
}

/** Reads the state of some work until it is over: at once when the WebSocket says so, and now and then anyway. */
export async function waitUntilOver<State extends { status: string }>(
  transport: Transport,
  /** Without one it is polled alone. */
  subject: Subject | undefined,
  read: (options: RequestOptions) => Promise<State>,
  { onProgress, ...options }: WaitOptions = {},
): Promise<State> {
  const deadline = openDeadline(options.timeout ?? WAIT_TIMEOUT_MS, options.signal, 'Waiting')
  const tell = teller(onProgress)
  const alarm = createAlarm()
  const following =
    subject &&
    transport.live.follow(subject, (message) => {
      // The end is read, with all that belongs to it.
      if (isOver(message)) alarm.ring()
      else alarm.guard(() => tell(message))
    })
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      alarm.reset()
      const state = await read({ ...options, signal: deadline.signal, timeout: Math.max(1, deadline.left()) })
      tell(state)
      if (isOver(state)) return state
      await alarm.wait(following?.isLive() ? PAUSE_WHEN_LIVE_MS : pause, deadline.signal)
    }
  } catch (error) {
    throw named(error, subject)
  } finally {
    following?.stop()
    deadline.close()
  }
}

/** News say less than what is read: what they leave out stays as it was. */
function teller(onProgress: WaitOptions['onProgress']) {
  let last: Progress = { status: '' }
  return (state: { status?: string } | LiveMessage) => {
    if (!onProgress || state.status === undefined) return
    const said = FIELDS.filter((field) => (state as LiveMessage)[field] !== undefined)
    const now = {
      ...last,
      ...Object.fromEntries(said.map((field) => [field, (state as LiveMessage)[field]])),
    }
    if (JSON.stringify(now) === JSON.stringify(last)) return
    last = now
    onProgress(now)
  }
}

const FIELDS = ['status', 'progress', 'total', 'completed', 'failed', 'cancelled', 'pending'] as const

/** What rings while nobody waits is not lost, and what fails neither. */
function createAlarm() {
  let rings = false
  let error: { reason: unknown } | undefined
  let wake = () => {}
  return {
    /** What the work throws is thrown to who waits. */
    guard(work: () => void) {
      try {
        work()
      } catch (reason) {
        error = { reason }
        wake()
      }
    },
    ring() {
      rings = true
      wake()
    },
    reset() {
      rings = false
    },
    wait(ms: number, signal: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        if (error) return reject(error.reason)
        if (rings) return resolve()
        const end = (settle: () => void) => () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', abort)
          settle()
        }
        const abort = end(() => reject(signal.reason))
        wake = end(() => (error ? reject(error.reason) : resolve()))
        const timer = setTimeout(wake, ms)
        signal.addEventListener('abort', abort, { once: true })
      })
    },
  }
}

/** The caller can go on waiting for what was not over in time. */
function named(error: unknown, subject: Subject | undefined): unknown {
  if (!(error instanceof TimeoutError) || !subject || !('job_id' in subject)) return error
  return new TimeoutError(error.message, { jobId: subject.job_id })
}
