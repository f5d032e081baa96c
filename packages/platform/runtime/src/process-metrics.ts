import { performance } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'
import { clockSkewMs } from './clock.ts'

/**
 * Figures of the process, read only when they are asked for: prom-client's own default set keeps an event-loop timer
 * of 10 ms running, which a fleet of idle processes would pay for.
 */
export function addProcessMetrics(registry: Registry): void {
  let loopBefore = performance.eventLoopUtilization()
  const figures: [name: string, help: string, read: () => number][] = [
    ['process_cpu_seconds_total', 'User and system CPU time spent, in seconds.', cpuSeconds],
    ['process_resident_memory_bytes', 'Resident memory in bytes.', () => process.memoryUsage.rss()],
    [
      'process_start_time_seconds',
      'Start time since the Unix epoch, in seconds.',
      () => performance.timeOrigin / 1000,
    ],
    [
      'gleaner_clock_skew_seconds',
      "How far this machine's clock is ahead of the database's, by which this process corrects its own, in seconds.",
      () => clockSkewMs() / 1000,
    ],
    ['nodejs_heap_size_used_bytes', 'Used heap in bytes.', () => process.memoryUsage().heapUsed],
    ['nodejs_active_resources', 'Open handles and requests.', () => process.getActiveResourcesInfo().length],
    [
      'nodejs_eventloop_utilization',
      'Share of the time since the last reading that the event loop was busy, 0 to 1.',
      () => {
        const now = performance.eventLoopUtilization()
        const { utilization } = performance.eventLoopUtilization(now, loopBefore)
        loopBefore = now
        return utilization
      },
    ],
  ]
  for (const [name, help, read] of figures) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
