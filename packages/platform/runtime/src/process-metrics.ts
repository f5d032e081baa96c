import { performance } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'
import { clockSkewMs } from './clock.ts'
import { METRICS, type ProcessMetricName } from './metric-catalog.ts'
import { VERSION } from './version.ts'

/**
 * Figures of the process, read only when they are asked for: prom-client's own default set keeps an event-loop timer
 * of 10 ms running, which a fleet of idle processes would pay for.
 */
export function addProcessMetrics(registry: Registry): void {
  let loopBefore = performance.eventLoopUtilization()
  const figures: Record<Exclude<ProcessMetricName, (typeof OTHERS)[number]>, () => number> = {
    gleaner_clock_skew_seconds: () => clockSkewMs() / 1000,
    process_resident_memory_bytes: () => process.memoryUsage.rss(),
    process_start_time_seconds: () => performance.timeOrigin / 1000,
    nodejs_heap_size_used_bytes: () => process.memoryUsage().heapUsed,
    nodejs_active_resources: () => process.getActiveResourcesInfo().length,
    nodejs_eventloop_utilization: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, loopBefore)
      loopBefore = now
      return utilization
    },
  }
  for (const [name, read] of Object.entries(figures)) {
    new Gauge({
      name,
      help: METRICS[name as ProcessMetricName].meaning,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  addOthers(registry)
}

/** No mere figures. */
const OTHERS = ['gleaner_build_info', 'process_cpu_seconds_total'] as const

function addOthers(registry: Registry): void {
  const [build, cpu] = OTHERS.map((name) => ({ name, help: METRICS[name].meaning, registers: [registry] }))
  new Gauge({ ...build!, labelNames: ['version', 'node'] }).set(
    { version: VERSION, node: process.version },
    1,
  )
  new Counter({
    ...cpu!,
    collect() {
      this.reset()
      this.inc(cpuSeconds())
    },
  })
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
