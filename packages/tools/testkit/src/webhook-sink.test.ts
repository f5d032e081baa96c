import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { startWebhookSink, type WebhookSink } from './webhook-sink.ts'

let sink: WebhookSink
beforeEach(async () => {
  sink = await startWebhookSink()
})
afterEach(() => sink.close())

const deliver = (body: string) => fetch(sink.url, { method: 'POST', body, headers: { 'X-Mark': 'one' } })

test('deliveries are kept with their exact body and their headers', async () => {
  expect((await deliver('{"a": 1}')).status).toBe(200)
  expect(sink.deliveries).toMatchObject([{ path: '/hook', body: '{"a": 1}', headers: { 'x-mark': 'one' } }])
})

test('the next deliveries fail as told, and then they succeed', async () => {
  sink.answerNext({ kind: 'status', status: 503, headers: { 'retry-after': '1' } }, { kind: 'reset' })
  const first = await deliver('1')
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1'])
  await expect(deliver('2')).rejects.toThrow('fetch failed')
  expect((await deliver('3')).status).toBe(200)
  expect(sink.deliveries.map(({ body }) => body)).toEqual(['1', '2', '3'])
})

test('a slow answer keeps the sender waiting', async () => {
  sink.answerNext({ kind: 'slow', delayMs: 120 })
  const started = Date.now()
  await deliver('1')
  expect(Date.now() - started).toBeGreaterThanOrEqual(115)
})
