import { once } from 'node:events'
import { createServer } from 'node:http'
import { eventually } from '@gleaner/testkit/eventually'
import { expect, test } from '@jest/globals'
import type { StackUnderTest } from './stack-under-test.ts'

/** One request, over all processes, as a collector of the operator sees it. */
export function describeTraces(stack: () => StackUnderTest, receiverPort: () => number): void {
  test('a scrape is one trace, from the POST over the attempt to the webhook', async () => {
    const { fleet, traces } = stack()
    const receiver = createServer((request, response) => request.resume().on('end', () => response.end()))
    receiver.listen(receiverPort(), '127.0.0.1')
    await once(receiver, 'listening')
    try {
      const requestId = `trace-of-a-scrape-${Date.now()}`
      const response = await fetch(`${fleet.info.base_url}/scrape`, {
        method: 'POST',
        headers: {
          'X-API-Key': fleet.info.api_key,
          'X-Request-Id': requestId,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({
          url: `${fleet.info.sample_site}/article?traced`,
          webhook_url: `http://127.0.0.1:${receiverPort()}/hook`,
        }),
      })
      const reply = await response.text()
      expect(response.ok ? undefined : reply).toBeUndefined()
      const spans = await eventually(
        () => {
          const own = traces.spans.filter(({ attributes }) => attributes['gleaner.request_id'] === requestId)
          expect(own.map(({ name }) => name)).toEqual(
            expect.arrayContaining(['POST /scrape', 'webhook', 'settle']),
          )
          return own
        },
        { timeoutMs: 60_000 },
      )
      expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
      const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name
      const edges = spans.map(({ name, parentSpanId }) => `${nameOf(parentSpanId)} > ${name}`)
      expect(edges.sort()).toEqual([
        'POST /scrape > tier 1',
        'POST /scrape > webhook',
        'tier 1 > fetch',
        'tier 1 > read',
        'tier 1 > settle',
        'undefined > POST /scrape',
      ])
      // Nothing of what was asked for, or came: ids alone.
      expect(JSON.stringify(spans)).not.toMatch(/traced|\/hook|Lamp/)
    } finally {
      receiver.closeAllConnections()
      await new Promise((resolve) => receiver.close(resolve))
    }
  })
}
