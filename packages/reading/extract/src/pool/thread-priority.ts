import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority

/** Linux knows priorities of threads; elsewhere one would be the whole process's. */
const HAS_THREAD_PRIORITIES = process.platform === 'linux'

/** The bit of CAP_SYS_NICE, capabilities(7). */
const SYS_NICE = 1n << 23n
const HAS_SYS_NICE = HAS_THREAD_PRIORITIES && (effectiveCapabilities() & SYS_NICE) !== 0n

function effectiveCapabilities(): bigint {
  const hex = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return BigInt(`0x${hex ?? '0'}`)
}

/** Does `work` while the calling thread has the lowest priority: with the processor time that no other thread wants. */
export async function atLowPriority<T>(work: () => Promise<T>): Promise<T> {
  if (!HAS_THREAD_PRIORITIES) return await work()
  // 0 is the thread that asks.
  setPriority(0, PRIORITY_LOW)
  try {
    return await work()
  } finally {
    // At once: what comes next may be awaited, and a thread of low priority would be late to hear of it.
    if (mayRaisePriority()) setPriority(0, PRIORITY_NORMAL)
  }
}

/** Whether a thread that took a low priority may take its own back, which the system grants to few. */
export function mayRaisePriority(): boolean {
  return !HAS_THREAD_PRIORITIES || HAS_SYS_NICE
}
