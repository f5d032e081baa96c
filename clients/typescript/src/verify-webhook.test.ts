import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { type SharedFleet, shareFleet } from '@gleaner/devstack/testing/shared-fleet'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Gleaner, verifyWebhook, WebhookError } from './index.ts'

let fleet: SharedFleet
let client: Gleaner
const received: { body: string; headers: IncomingHttpHeaders }[] = []
const receiver = createServer(async (request, response) => {
  received.push({ body: await text(request), headers: request.headers })
  response.writeHead(204).end()
})
let address: string
beforeAll(async () => {
  fleet = await shareFleet()
  const [port] = fleet.ports
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${port}/`
  client = new Gleaner({ apiKey: fleet.info.api_key, baseUrl: fleet.url })
})
afterAll(() => void receiver.close())

async function lastReceived(event: string) {
  return eventually(() => {
    const found = received.findLast(({ body }) => JSON.parse(body).event === event)
    expect(found).toBeDefined()
    return found!
  })
}

test('a webhook of the service is verified, during a rotation of secrets by either of them', async () => {
  const { id } = await client.webhooks.create({ url: address })
  const { secret: old } = await client.webhooks.secret()
  const { job_id } = await client.scrape(`${fleet.info.sample_site}/article`)
  const { body, headers } = await lastReceived('job.completed')
  const event = await client.webhooks.verify(body, headers, old)
  expect(event).toMatchObject({ event: 'job.completed', job_id })
  if (event.event === 'job.completed') expect(event.result?.status_code).toBe(200)
  await expect(verifyWebhook(body.replace('article', 'artic1e'), headers, old)).rejects.toThrow(WebhookError)

  const { secret } = await client.webhooks.rotateSecret()
  await client.webhooks.test(id)
  const tested = await lastReceived('webhook.test')
  for (const one of [secret, old, [old, 'whsec_AAAA']])
    expect(await verifyWebhook(new TextEncoder().encode(tested.body), tested.headers, one)).toMatchObject({
      event: 'webhook.test',
    })
  await expect(verifyWebhook(tested.body, tested.headers, 'whsec_AAAA')).rejects.toThrow('No signature')
})

/** The example of the Standard Webhooks specification's reference libraries. */
const PUBLISHED = {
  body: '{"test": 2432232314}',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  headers: {
    'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'Webhook-Timestamp': '1614265330',
    'Webhook-Signature': 'v1a,AAAA v1,not* v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
}

test('the published example is genuine, and of another time', async () => {
  const { body, secret, headers } = PUBLISHED
  await expect(verifyWebhook(body, headers, secret)).rejects.toThrow('another time')
  const anyTime = { tolerance: Number.POSITIVE_INFINITY }
  expect(await verifyWebhook(body, new Headers(headers), secret, anyTime)).toEqual({ test: 2432232314 })
  for (const [missing, ...others] of [Object.keys(headers), Object.keys(headers).reverse()]) {
    const rest = Object.fromEntries(others.map((name) => [name, headers[name as keyof typeof headers]]))
    await expect(verifyWebhook(body, rest, secret, anyTime)).rejects.toThrow(missing!.toLowerCase())
  }
  await expect(verifyWebhook(body, headers, 'whsec_?', anyTime)).rejects.toThrow('The secret has to be')
})
