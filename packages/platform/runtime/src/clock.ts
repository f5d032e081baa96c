import { HOUR_MS } from './units.ts'

/**
 * Time in this process is the database's: deadlines, leases and expiries are written by one process and read by another, and the machines' clocks
 * may differ. Once learned it goes on by the machine's monotonic clock, which nobody sets. The process's `Date` is corrected, so that libraries tell
 * the same time as we do (the queue's library reads it on its own).
 */

/** Differences below this are left alone: no wait of ours is shorter. */
const TOLERATED_MS = 250
/** Beyond this a machine is not ready: what does not run in this process, as browsers and certificate checks, goes by its clock. */
const SKEW_MAX_MS = HOUR_MS

const system = Date
const systemNow = Date.now.bind(Date)
/** What the time was when the monotonic clock said `at`; the system's until it is learned. */
let known: { at: number; time: number } | undefined
let skewMs = 0

/** How far the clock of this machine is ahead of the database's, in milliseconds; 0 until it was measured. */
export function clockSkewMs(): number {
  return skewMs
}

/** A readiness check: the clock of this machine is near the database's. */
export async function checkClock(): Promise<void> {
  if (Math.abs(skewMs) <= SKEW_MAX_MS) return
  const direction = skewMs > 0 ? 'ahead of' : 'behind'
  throw new Error(
    `the clock of this machine is ${Math.round(Math.abs(skewMs) / 1000)} s ${direction} the database's: set it, by NTP`,
  )
}

/**
 * Learns what `read` says the time is (ms since 1970), and corrects this process's `Date` by it. An answer that took long says little: only
 * what the time cannot be any more is corrected.
 */
export async function learnTime(read: () => Promise<number>): Promise<void> {
  const [at, time, systemTime] = [performance.now(), correctedNow(), systemNow()]
  const theirs = await read()
  const tookMs = performance.now() - at
  // They read their clock when ours said something between `time` and `time + tookMs`.
  skewMs = -middleOf(theirs - systemTime - tookMs, theirs - systemTime)
  const behindMs = middleOf(theirs - time - tookMs, theirs - time, TOLERATED_MS)
  if (known && behindMs === 0) return
  if (!known) install()
  known = { at, time: time + behindMs }
}

/** The middle of what a difference may be; 0 when it may be none, or little. */
function middleOf(least: number, most: number, toleratedMs = 0): number {
  return least <= toleratedMs && most >= -toleratedMs ? 0 : (least + most) / 2
}

function correctedNow(): number {
  return known ? Math.floor(known.time + performance.now() - known.at) : systemNow()
}

/** Replaces `Date`: what is made without a time, and `now`, are corrected; all else is the system's. */
function install(): void {
  system.now = correctedNow
  globalThis.Date = new Proxy(system, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [correctedNow()] : args, newTarget),
    apply: () => new system(correctedNow()).toString(),
  })
  system.prototype.constructor = globalThis.Date
}
