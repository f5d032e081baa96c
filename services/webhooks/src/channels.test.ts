import { destinationOf, type RequestChannel } from '@gleaner/alerts/channels/destinations'
import { SHAPES } from '@gleaner/alerts/channels/shapes'
import { queueToDestination } from '@gleaner/outgoing-webhooks'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWebhooksFixture, type WebhooksFixture } from './testing/fixture.ts'
import { startReceiver } from './testing/receiver.ts'

let fixture: WebhooksFixture
let account: string
beforeAll(async () => {
  fixture = await createWebhooksFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

const MESSAGE = { title: 'Alert: <shop> @everyone', text: '34 % have failed & more', isGood: false }

async function queue(channel: RequestChannel): Promise<string> {
  const { pool, ctx } = fixture
  return await queueToDestination(pool, ctx.secretBox, {
    accountId: account,
    event: 'alert.fired',
    data: channel.type === 'webhook' ? { rule_id: 'r' } : SHAPES[channel.type](MESSAGE),
    channel: channel.type,
    destination: destinationOf(channel),
  })
}
const stateOf = async (id: string) =>
  (await fixture.rows('SELECT state, attempts, destination FROM webhook_delivery WHERE id = $1', [id]))[0]

test.each<[string, (url: string) => RequestChannel, string, object]>([
  [
    'slack',
    (url) => ({ type: 'slack', url: `${url}services/T0/s3cret` }),
    '/services/T0/s3cret',
    { text: 'Alert: &lt;shop&gt; @everyone', unfurl_links: false },
  ],
  [
    'discord',
    (url) => ({ type: 'discord', url: `${url}api/webhooks/1/s3cret` }),
    '/api/webhooks/1/s3cret',
    { content: `${MESSAGE.title}\n${MESSAGE.text}`, allowed_mentions: { parse: [] } },
  ],
  [
    'ntfy',
    (url) => ({ type: 'ntfy', url: `${url}s3cret-topic`, token: 'tk_s3cret' }),
    '/',
    { topic: 's3cret-topic', title: MESSAGE.title, message: MESSAGE.text, priority: 4 },
  ],
  [
    'telegram',
    (url) => ({ type: 'telegram', bot_token: '12:s3cret', chat_id: '-100', url }),
    '/bot12:s3cret/sendMessage',
    { chat_id: '-100', text: `${MESSAGE.title}\n${MESSAGE.text}` },
  ],
])(
  'a message to %s has its shape, goes where it was said, and is not signed',
  async (_, channelOf, path, body) => {
    const paths: (string | undefined)[] = []
    await using receiver = await startReceiver((_, response, request) => {
      paths.push(request.url)
      response.writeHead(200).end('ok')
    })
    await using _dispatcher = fixture.dispatcher()
    const channel = channelOf(`http://${receiver.host}/`)
    const id = await queue(channel)
    await eventually(async () =>
      expect(await stateOf(id)).toMatchObject({ state: 'delivered', destination: null }),
    )
    expect(paths).toEqual([path])
    const { json, headers } = receiver.received[0]!
    expect(json).toMatchObject(body)
    expect(headers).not.toHaveProperty('webhook-signature')
    expect(headers.authorization).toBe(channel.type === 'ntfy' ? 'Bearer tk_s3cret' : undefined)
  },
)

test('a webhook is sent the event itself, signed', async () => {
  await using receiver = await startReceiver()
  await using _dispatcher = fixture.dispatcher()
  const id = await queue({ type: 'webhook', url: receiver.url })
  await eventually(async () => expect(await stateOf(id)).toMatchObject({ state: 'delivered' }))
  const { json, headers } = receiver.received[0]!
  expect(json).toEqual({ event: 'alert.fired', rule_id: 'r' })
  expect(headers['webhook-signature']).toMatch(/^v1,/)
})

test('what fails is tried three times, then its address is forgotten, and no error tells it', async () => {
  await using receiver = await startReceiver((_, response) => response.writeHead(500).end())
  await using _dispatcher = fixture.dispatcher()
  const ids = [
    await queue({ type: 'slack', url: `http://${receiver.host}/s3cret` }),
    await queue({ type: 'slack', url: 'http://127.0.0.1:1/s3cret' }),
    await queue({ type: 'slack', url: 'http://10.1.2.3/s3cret' }),
  ]
  for (const id of ids)
    await eventually(async () =>
      expect(await stateOf(id)).toMatchObject({ state: 'failed', attempts: 3, destination: null }),
    )
  expect(receiver.received).toHaveLength(3)
  const attempts = await fixture.rows('SELECT t::text FROM webhook_attempt AS t')
  expect(attempts.length).toBeGreaterThanOrEqual(9)
  expect(JSON.stringify(attempts)).not.toContain('s3cret')
})

test('an address that no key opens any more fails by itself', async () => {
  await using _dispatcher = fixture.dispatcher()
  const id = await queue({ type: 'slack', url: 'http://127.0.0.1:1/' })
  await fixture.rows("UPDATE webhook_delivery SET destination = 'damaged' WHERE id = $1", [id])
  await eventually(async () => expect(await stateOf(id)).toMatchObject({ state: 'failed' }))
})
