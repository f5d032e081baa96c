import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { z } from 'zod'
import { loadConfig } from '../config.ts'
import { silentLogger } from '../logger.ts'
import { type OtlpReceiver, startOtlpReceiver } from '../testing/otlp-receiver.ts'
import type { SpanRecord } from './span.ts'
import { openSpanExporter } from './span-exporter.ts'
import { traceFields } from './trace-settings.ts'
import { createTracer, REQUEST, traced } from './tracer.ts'

let receiver: OtlpReceiver
beforeEach(async () => {
  receiver = await startOtlpReceiver()
})
afterEach(() => receiver.close())

const settingsOf = (env: Record<string, string>) => loadConfig(z.object(traceFields), env)
const open = (env: Record<string, string> = {}) =>
  openSpanExporter(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...env }), silentLogger())!
const span = (more: Partial<SpanRecord> = {}): SpanRecord => ({
  requestId: 'req_1',
  name: 'read',
  startedAt: 1_764_000_000_123,
  durationMs: 1.5,
  ...more,
})

test('what processes do for one request is one tree, without a word between them', async () => {
  const [gateway, worker] = [open(), open()]
  createTracer('gateway', gateway, 1).record(
    span({
      key: REQUEST,
      name: 'POST /scrape',
      kind: 'server',
      calledFrom: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    }),
  )
  const tracer = createTracer('tier-1-curl', worker, 1)
  tracer.record(span({ key: 'attempt 1', kind: 'consumer', name: 'tier 1' }))
  tracer.record(
    span({ partOf: 'attempt 1', attributes: { 'gleaner.tier': '1', count: 2, share: 0.5, ok: true } }),
  )
  await Promise.all([gateway.close(), worker.close()])
  const [root, attempt, read] = ['POST /scrape', 'tier 1', 'read'].map(
    (name) => receiver.spans.find((one) => one.name === name)!,
  )
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect([root!.parentSpanId, attempt!.parentSpanId, read!.parentSpanId]).toEqual([
    undefined,
    root!.spanId,
    attempt!.spanId,
  ])
  expect([root!.service, attempt!.service, root!.kind, attempt!.kind]).toEqual([
    'gateway',
    'tier-1-curl',
    2,
    5,
  ])
  expect(root!.links).toEqual([{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }])
  expect(read).toMatchObject({
    startTimeUnixNano: '1764000000123000000',
    endTimeUnixNano: '1764000000124500000',
    attributes: { 'gleaner.tier': '1', count: '2', share: 0.5, ok: true, 'gleaner.request_id': 'req_1' },
  })
  for (const { traceId, spanId } of receiver.spans)
    expect([traceId, spanId]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ])
})

test('the collector is asked as OpenTelemetry’s settings say', async () => {
  const below = open({ OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc, x-tenant=gleaner' })
  below.add({ ...span(), service: 'a', traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentId: undefined })
  await below.close()
  const whole = open({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/elsewhere` })
  whole.add({ ...span(), service: 'a', traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentId: undefined })
  await whole.close()
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/v1/traces', '/elsewhere'])
  expect(receiver.requests[0]!.headers).toMatchObject({ authorization: 'Basic abc', 'x-tenant': 'gleaner' })
})

test('spans wait for a collector that is away for a while, and are dropped beyond a bound', async () => {
  receiver.status = 503
  const exporter = open()
  const tracer = createTracer('gateway', exporter, 1)
  for (let count = 0; count < 3_000; count++) tracer.record(span({ requestId: `req_${count}` }))
  await exporter.close()
  expect([receiver.requests.length, receiver.spans.length]).toEqual([2, 0])
  receiver.status = 200
  await exporter.close()
  expect(receiver.spans).toHaveLength(2_048)
})

test('a share of the requests is traced, the same ones in each process', () => {
  const kept = (service: string) => {
    const ids: string[] = []
    const tracer = createTracer(
      service,
      { add: ({ requestId }) => void ids.push(requestId), close: async () => {} },
      0.25,
    )
    for (let count = 0; count < 1_000; count++) tracer.record(span({ requestId: `req_${count}` }))
    return ids
  }
  expect(kept('gateway').length).toBeGreaterThan(180)
  expect(kept('gateway').length).toBeLessThan(320)
  expect(kept('tier-1-curl')).toEqual(kept('gateway'))
})

test('work that throws ends its span with the name of the fault, never with its text', async () => {
  const exporter = open()
  const tracer = createTracer('gateway', exporter, 1)
  const failing = traced(tracer, { requestId: 'req_1', name: 'settle' }, async () => {
    throw new TypeError('the secret was s3cret')
  })
  await expect(failing).rejects.toThrow('s3cret')
  await exporter.close()
  expect(receiver.spans).toMatchObject([{ name: 'settle', status: { code: 2, message: 'TypeError' } }])
  expect(JSON.stringify(receiver.spans)).not.toContain('s3cret')
})

test('without a collector nothing is made, and work runs as it would', async () => {
  expect(openSpanExporter(settingsOf({}), silentLogger())).toBeUndefined()
  expect(await traced(undefined, { requestId: 'req_1', name: 'settle' }, async () => 7)).toBe(7)
})

test.each([
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no value'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
])('%s=%s is refused', (name, value) => {
  expect(() => settingsOf({ [name]: value })).toThrow(name)
})
