import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { freePort } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { config } from '../../config.ts'
import { createService } from '../../service.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../../testing/fixture.ts'

const REVISION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

test('whoever listens over MCP is let go when the gateway stops', async () => {
  const port = await freePort()
  const settings = loadConfig(config, { ...fixture.env, PORT: String(port) })
  const gateway = createService(settings, {
    logger: silentLogger(),
    metrics: createMetrics({ service: 'gateway' }),
  })
  await gateway.start()
  const reply = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': account.key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { _meta: META, notifications: { toolsListChanged: true } },
    }),
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const events = reply.body!.getReader()
  const first = new TextDecoder().decode((await events.read()).value)
  expect(first).toContain('notifications/subscriptions/acknowledged')
  // It would go on for ever.
  const [rest] = await Promise.all([events.read(), gateway.stop()])
  expect(rest.done).toBe(true)
})
