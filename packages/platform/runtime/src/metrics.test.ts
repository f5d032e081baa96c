import { describe, expect, test } from '@jest/globals'
import { createMetrics, createRegistry } from './metrics.ts'

describe('createMetrics', () => {
  test('lets services of one process report the same metric, told apart by a label', async () => {
    const registry = createRegistry()
    for (const service of ['tier-1-curl', 'tier-2-http']) {
      const tasks = createMetrics({ service, registry }).counter('tasks_total', 'Tasks done.', ['outcome'])
      tasks.inc({ outcome: 'page' })
      tasks.inc({ outcome: 'page' }, 2)
    }
    const text = await registry.metrics()
    expect(text).toContain('tasks_total{service="tier-1-curl",outcome="page"} 3')
    expect(text).toContain('tasks_total{service="tier-2-http",outcome="page"} 3')
    expect(text.match(/# TYPE tasks_total/g)).toHaveLength(1)
  })

  test('counts observations into the buckets that were asked for', async () => {
    const metrics = createMetrics({ service: 'gateway' })
    const sizes = metrics.histogram('page_bytes', 'Size.', [], [1_000, 10_000])
    sizes.observe(500)
    sizes.observe(5_000)
    const text = await metrics.registry.metrics()
    expect(text).toContain('page_bytes_bucket{le="1000",service="gateway"} 1')
    expect(text).toContain('page_bytes_bucket{le="10000",service="gateway"} 2')
  })

  test('tells memory, CPU and event-loop load of the process', async () => {
    const text = await createRegistry().metrics()
    const memory = /^process_resident_memory_bytes (\d+)$/m.exec(text)
    expect(Number(memory?.[1])).toBeGreaterThan(10_000_000)
    expect(text).toMatch(/^nodejs_eventloop_utilization [01]/m)
    expect(text).toMatch(/^process_cpu_seconds_total [\d.]+/m)
  })
})
