import { type FleetWithSite, startFleetWithSite } from '@gleaner/devstack/testing/fleet-with-site'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type Built, build } from '../testing/built.ts'
import { type Delivery, startTrigger, type Trigger } from '../testing/trigger.ts'

let built: Built
let fleet: FleetWithSite
let trigger: Trigger
beforeAll(async () => {
  built = build()
  fleet = await startFleetWithSite()
  trigger = await startTrigger(new built.GleanerTrigger(), new built.GleanerApi(), {
    parameters: { events: ['crawl.completed'] },
    login: () => ({ baseUrl: new URL(fleet.info.base_url).origin, apiKey: fleet.info.api_key }),
    port: fleet.port,
  })
})
afterAll(async () => {
  built.remove()
  await fleet.close()
  await trigger.close()
})
beforeEach(async () => {
  await trigger.methods.delete()
  for (const list of [trigger.started, trigger.deliveries, trigger.answers]) list.length = 0
})

async function call<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(fleet.info.base_url + path, {
    method,
    headers: { 'x-api-key': fleet.info.api_key, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return (response.status === 204 ? undefined : await response.json()) as T
}

const crawl = () => call<{ crawl_id: string }>('/crawl', 'POST', { url: fleet.site.url, max_pages: 1 })

const knock = async ({ headers, rawBody }: Delivery) => {
  const { host: _, 'content-length': __, connection: ___, ...kept } = headers
  const sent = { method: 'POST', headers: kept as Record<string, string>, body: new Uint8Array(rawBody) }
  return (await fetch(trigger.url, sent)).status
}

test('registers on activation, starts the workflow, and is gone afterwards', async () => {
  expect(await trigger.methods.checkExists()).toBe(false)
  expect(await trigger.methods.create()).toBe(true)
  expect(await trigger.methods.checkExists()).toBe(true)
  const { webhooks } = await call<{ webhooks: unknown[] }>('/webhooks')
  expect(webhooks).toEqual([
    expect.objectContaining({ url: trigger.url, name: 'n8n: A workflow', events: ['crawl.completed'] }),
  ])
  const { crawl_id } = await crawl()
  await eventually(() => expect(trigger.answers).toEqual([200]))
  expect(trigger.started).toEqual([
    expect.objectContaining({ event: 'crawl.completed', crawl_id, status: 'completed' }),
  ])
  await trigger.methods.delete()
  expect(await call('/webhooks')).toMatchObject({ webhooks: [] })
  expect(trigger.memory).toEqual({})
  expect(await trigger.methods.checkExists()).toBe(false)
})

test('refuses what is forged, altered or old, and starts nothing', async () => {
  await trigger.methods.create()
  await crawl()
  await eventually(() => expect(trigger.answers).toEqual([200]))
  const [genuine] = trigger.deliveries as [Delivery]
  expect(await knock(genuine)).toBe(200)
  const altered = Buffer.from(genuine.rawBody.toString().replace('completed', 'finished!'))
  expect(await knock({ ...genuine, rawBody: altered })).toBe(401)
  const old = String(Number(genuine.headers['webhook-timestamp']) - 301)
  expect(await knock({ ...genuine, headers: { ...genuine.headers, 'webhook-timestamp': old } })).toBe(401)
  const bare = { 'content-type': 'application/json' }
  expect(await knock({ ...genuine, headers: bare })).toBe(401)
  const forged = { ...genuine.headers, 'webhook-signature': 'v1,aaaa v2,bbbb' }
  expect(await knock({ ...genuine, headers: forged })).toBe(401)
  expect(trigger.started).toHaveLength(2)
})

test('follows a secret that is replaced', async () => {
  await trigger.methods.create()
  await call('/webhooks/secret/rotate', 'POST', { end_previous: true })
  await crawl()
  await eventually(() => expect(trigger.answers).toEqual([200]))
})

test('registers again where somebody has deleted or switched off the endpoint', async () => {
  await trigger.methods.create()
  await call(`/webhooks/${trigger.memory.webhookId}`, 'PATCH', { is_active: false })
  expect(await trigger.methods.checkExists()).toBe(false)
  await trigger.methods.create()
  await call(`/webhooks/${trigger.memory.webhookId}`, 'DELETE')
  expect(await trigger.methods.checkExists()).toBe(false)
  expect(await trigger.methods.delete()).toBe(true)
})
