export interface Blocking {
  /** CPU time of the event loop's thread, milliseconds: what other work on the machine does not change. */
  cpuMs: number
  wallMs: number
}

/**
 * Watches this process's event loop from inside: every turn of the loop notes how much CPU time its thread took since
 * the turn before. `longest` returns the longest turn since the last call. Keeps the loop turning, so it costs a core.
 */
export function watchEventLoop(): { longest(): Blocking; stop(): void } {
  let cpu = threadCpuMs()
  let wall = performance.now()
  let worst: Blocking = { cpuMs: 0, wallMs: 0 }
  let stopped = false
  const turn = () => {
    const [cpuNow, wallNow] = [threadCpuMs(), performance.now()]
    worst = { cpuMs: Math.max(worst.cpuMs, cpuNow - cpu), wallMs: Math.max(worst.wallMs, wallNow - wall) }
    cpu = cpuNow
    wall = wallNow
    if (!stopped) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    longest() {
      const longest = worst
      worst = { cpuMs: 0, wallMs: 0 }
      return longest
    },
    stop: () => {
      stopped = true
    },
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
