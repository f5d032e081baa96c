import { describe, expect, test } from '@jest/globals'
import { createMetrics, createRegistry, type Metrics } from './metrics.ts'

describe('createMetrics', () => {
  test('lets services of one process report the same metric, told apart by a label', async () => {
    const registry = createRegistry()
    for (const service of ['tier-1-curl', 'tier-2-http']) {
      const mails = createMetrics({ service, registry }).counter('gleaner_mails_total')
      mails.inc({ result: 'sent' })
      mails.inc({ result: 'sent' }, 2)
    }
    const text = await registry.metrics()
    expect(text).toContain('gleaner_mails_total{service="tier-1-curl",result="sent"} 3')
    expect(text).toContain('gleaner_mails_total{service="tier-2-http",result="sent"} 3')
    expect(text.match(/# TYPE gleaner_mails_total/g)).toHaveLength(1)
  })

  test('counts observations into buckets of seconds', async () => {
    const metrics = createMetrics({ service: 'webhooks' })
    const seconds = metrics.histogram('gleaner_webhook_attempt_seconds')
    seconds.observe(0.02)
    seconds.observe(0.2)
    const text = await metrics.registry.metrics()
    expect(text).toContain('gleaner_webhook_attempt_seconds_bucket{le="0.025",service="webhooks"} 1')
    expect(text).toContain('gleaner_webhook_attempt_seconds_bucket{le="0.25",service="webhooks"} 2')
  })

  test('reports no value of a gauge that was cleared', async () => {
    const metrics = createMetrics({ service: 'realtime' })
    const open = metrics.gauge('gleaner_streams_open')
    open.set(3)
    expect(await metrics.registry.metrics()).toContain('gleaner_streams_open{service="realtime"} 3')
    open.clear()
    expect(await metrics.registry.metrics()).not.toContain('gleaner_streams_open{')
  })

  test('compiles with metrics and labels of the catalog alone', () => {
    const asked = (metrics: Metrics) => {
      // @ts-expect-error: no such metric
      metrics.counter('gleaner_page_total')
      // @ts-expect-error: a histogram
      metrics.counter('gleaner_http_request_seconds')
      // @ts-expect-error: a figure of the process
      metrics.gauge('process_resident_memory_bytes')
      // @ts-expect-error: without its label
      metrics.counter('gleaner_mails_total').inc()
      // @ts-expect-error: no such label
      metrics.counter('gleaner_mails_total').inc({ outcome: 'sent' })
      metrics.counter('gleaner_mails_total').inc({ result: 'sent' })
      metrics.counter('gleaner_jobs_requeued_total').inc({}, 2)
    }
    expect(asked).toBeInstanceOf(Function)
  })

  test('tells memory, CPU and event-loop load of the process', async () => {
    const text = await createRegistry().metrics()
    const memory = /^process_resident_memory_bytes (\d+)$/m.exec(text)
    expect(Number(memory?.[1])).toBeGreaterThan(10_000_000)
    expect(text).toMatch(/^nodejs_eventloop_utilization [01]/m)
    expect(text).toMatch(/^process_cpu_seconds_total [\d.]+/m)
  })
})
