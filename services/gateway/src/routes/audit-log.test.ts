import { setBlocked } from '@gleaner/operator'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createGatewayFixture,
  type GatewayFixture,
  type Reply,
  type TestAccount,
} from '../testing/fixture.ts'
import { named } from '../testing/tenancy.ts'

let fixture: GatewayFixture
let ann: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1', NODE_ENV: 'development' })
})
beforeEach(async () => {
  await fixture.forgetLimits()
  ann = await fixture.account()
})
afterAll(() => fixture.close())

interface Entry {
  id: string
  actor: string
  actor_name: string | null
  action: string
  target: string | null
}

const page = (account: TestAccount, query = 'limit=100') =>
  fixture.asUser(account, 'GET', `/auth/audit-log?${query}`)
const entriesOf = async (account: TestAccount): Promise<Entry[]> => (await page(account)).body.entries
const actionsOf = async (account: TestAccount) =>
  (await entriesOf(account)).map(({ action }) => action).reverse()
const post = (path: string, body: unknown): Promise<Reply> =>
  fixture.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** What manages an account, in an order in which each can be done: the endpoint, how it is asked, and what the log says of it. */
type Ids = Record<string, string>
interface Step {
  name: string
  action: string
  body?: unknown | ((ids: Ids) => unknown)
  path?: (ids: Ids) => Ids
  /** What the reply's `id` is called by later steps. */
  keeps?: string
}
const selectors = { name: 'lamps', fields: { heading: 'h1' } }
const webhook = { name: 'hook', url: 'https://hooks.example.com/', is_active: false }
const destination = { name: 'd', type: 'webhook', url: 'https://hooks.example.com/' }
const rule = { name: 'r', type: 'credit_threshold', threshold: 1, channels: [{ type: 'email' }] }
const STEPS: Step[] = [
  { name: 'createApiKey', action: 'api_key.created', body: { name: 'k' }, keeps: 'key_id' },
  { name: 'updateApiKey', action: 'api_key.updated', body: { name: 'l' } },
  { name: 'rotateApiKey', action: 'api_key.rotated', body: {} },
  { name: 'endApiKeyOverlap', action: 'api_key.overlap_ended' },
  { name: 'setApiKeyLimits', action: 'spend_limit.set', body: { request_limit: 5 } },
  { name: 'deleteApiKeyLimits', action: 'spend_limit.removed' },
  { name: 'deleteApiKey', action: 'api_key.revoked' },
  { name: 'setAccountLimits', action: 'spend_limit.set', body: { request_limit: 5 } },
  { name: 'deleteAccountLimits', action: 'spend_limit.removed' },
  { name: 'createProxy', action: 'proxy.created', body: { name: 'p', url: 'http://u:secret@proxy.example.com:8080' }, keeps: 'proxy_id' },
  { name: 'updateProxy', action: 'proxy.updated', body: { name: 'q' } },
  { name: 'deleteProxy', action: 'proxy.deleted' },
  { name: 'createTemplate', action: 'template.created', body: selectors, keeps: 'template_id' },
  { name: 'updateTemplate', action: 'template.updated', body: { name: 'shades' } },
  { name: 'deleteTemplate', action: 'template.deleted' },
  { name: 'createManualLogin', action: 'manual_login.begun', body: { url: 'https://example.com/login' }, keeps: 'manual_login_id' },
  { name: 'endManualLogin', action: 'manual_login.ended' },
  { name: 'createLlmKey', action: 'llm_key.created', body: { name: 'm', provider: 'openai', api_key: 'sk-secret' }, keeps: 'llm_key_id' },
  { name: 'updateLlmKey', action: 'llm_key.changed', body: { name: 'n' } },
  { name: 'deleteLlmKey', action: 'llm_key.deleted' },
  { name: 'createWebhook', action: 'webhook.created', body: webhook, keeps: 'webhook_id' },
  { name: 'updateWebhook', action: 'webhook.updated', body: { name: 'other' } },
  { name: 'deleteWebhook', action: 'webhook.deleted' },
  { name: 'rotateWebhookSecret', action: 'webhook_secret.rotated' },
  { name: 'createExportDestination', action: 'export_destination.created', body: destination, keeps: 'destination_id' },
  { name: 'updateExportDestination', action: 'export_destination.changed', body: { name: 'e' } },
  { name: 'deleteExportDestination', action: 'export_destination.deleted' },
  { name: 'createAlertRule', action: 'alert_rule.created', body: rule, keeps: 'rule_id' },
  { name: 'updateAlertRule', action: 'alert_rule.updated', body: { is_active: false } },
  { name: 'deleteAlertRule', action: 'alert_rule.deleted' },
  { name: 'setArchive', action: 'archive.changed', body: { enabled: true } },
  { name: 'emptyArchive', action: 'archive.emptied' },
  { name: 'enableBetaFeature', action: 'beta_feature.switched' },
  { name: 'disableBetaFeature', action: 'beta_feature.switched' },
  { name: 'updateMe', action: 'profile.updated', body: { name: 'Ann' } },
  { name: 'changePassword', action: 'sign_in.begun', body: { current_password: 'long enough', new_password: 'another long one' } },
  { name: 'logout', action: 'sign_in.ended' },
] // biome-ignore format: a table

/** What else changes something for its account or its person, and where that is told. */
const ELSEWHERE: Record<string, string> = {
  authorizeClient: 'the key that comes of it is api_key.created',
  createCheckout: 'the ledger has what is paid',
  ...Object.fromEntries(
    ['createSession', 'updateSession', 'refreshSession', 'deleteSession'].map((name) => [name, 'GET /sessions/{id}/audit']),
  ),
  ...Object.fromEntries(
    ['shareSession', 'unshareSession', 'createOrganization', 'updateOrganization', 'deleteOrganization', 'leaveOrganization', 'transferOrganization', 'removeMember', 'updateMember', 'createInvitation', 'deleteInvitation', 'acceptInvitation'].map((name) => [name, 'the log of the organization']),
  ),
  ...Object.fromEntries(['testAlertRule', 'testExportDestination', 'testWebhook'].map((name) => [name, 'changes nothing'])),
  ...Object.fromEntries(['askAboutDevice', 'beginTotp', 'passkeyOptions', 'changeEmail'].map((name) => [name, 'changes nothing yet'])),
  decideAboutDevice: 'the key that comes of it is api_key.created',
  ...Object.fromEntries(['replayWebhookDelivery', 'replayWebhookDeliveries'].map((name) => [name, 'GET /webhooks/deliveries, which lists replays'])),
  ...Object.fromEntries(['confirmTotp', 'removeTotp', 'renewRecoveryCodes', 'addPasskey', 'renamePasskey', 'removePasskey'].map((name) => [name, 'tests of their own, which have an authenticator'])),
  ...Object.fromEntries(['endSignIn', 'endSignIns'].map((name) => [name, 'sign-ins.test.ts, which has other devices'])),
  ...Object.fromEntries(['createManualLoginTicket', 'keepManualLogin'].map((name) => [name, 'manual_login.begun, and the audit of the session that is kept'])),
  deleteAccount: 'account.deleted, which nobody is left to read',
} // biome-ignore format: a table

describe('what manages an account is in its log', () => {
  const managing = named.filter(
    ([, { method, auth, role, operator }]) =>
      method !== 'GET' && auth !== 'none' && !operator && (role !== undefined || auth === 'bearer'),
  )

  test('each endpoint stands here', () => {
    const known = [...STEPS.map(({ name }) => name), ...Object.keys(ELSEWHERE)]
    expect(managing.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  test('with who did it and to what, and without secrets', async () => {
    await fixture.pool.query(
      "INSERT INTO beta_feature (slug, name, description, status) VALUES ('live-view', 'Live', 'x', 'beta') ON CONFLICT DO NOTHING",
    )
    const ids: Ids = { slug: 'live-view' }
    for (const { name, action, body, keeps } of STEPS) {
      await fixture.forgetLimits()
      const before = (await entriesOf(ann))[0]?.id ?? '0'
      const [, endpoint] = named.find(([each]) => each === name)!
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id]!)
      const reply = await fixture.asUser(ann, endpoint.method, path, body)
      expect([name, reply.status < 300]).toEqual([name, true])
      if (keeps) ids[keeps] = reply.body.id
      if (name === 'changePassword')
        ann = { ...ann, password: 'another long one', accessToken: reply.body.access_token }
      if (name === 'logout') {
        const login = await post('/auth/login', { email: ann.email, password: ann.password })
        ann = { ...ann, accessToken: login.body.access_token }
      }
      const since = (await entriesOf(ann)).filter(({ id }) => BigInt(id) > BigInt(before))
      expect([name, since.map((entry) => entry.action)]).toEqual([name, expect.arrayContaining([action])])
      for (const entry of since)
        expect([entry.actor, entry.actor_name]).toEqual([`user:${ann.userId}`, ann.email])
    }
    const log = JSON.stringify((await page(ann)).body.entries)
    for (const secret of ['secret@', 'sk-secret', 'sk_live', ann.password]) expect(log).not.toContain(secret)
    expect(log).not.toContain('127.0.0.1')
  })
})

test('sign-ins are in it, by whatever way they begin and end', async () => {
  const email = `${ann.userId}@example.org`
  const registered = await post('/auth/register', { email, password: 'a good long password' })
  const person = { ...ann, email, accessToken: registered.body.access_token }
  expect(await actionsOf(person)).toEqual(['sign_in.begun'])
  expect((await post('/auth/login', { email, password: 'wrong wrong wrong' })).status).toBe(401)
  const { body } = await post('/auth/login', { email, password: 'a good long password' })
  await post('/auth/refresh', { refresh_token: body.refresh_token })
  const change = { current_password: 'a good long password', new_password: 'another long one' }
  const changed = await fixture.asUser(person, 'POST', '/auth/change-password', change)
  const again = { ...person, accessToken: changed.body.access_token }
  // A wrong password is in no log: one more write for the addresses that are somebody's would tell which they are.
  expect(await actionsOf(again)).toEqual(['sign_in.begun', 'sign_in.begun', 'password.changed', 'sign_in.begun'])
  const targets = new Set((await entriesOf(again)).filter(({ action }) => action === 'sign_in.begun').map(({ target }) => target))
  expect(targets.size).toBe(3)
}) // biome-ignore format: long

test('what a key and the operator do is in it, under their names', async () => {
  await fixture.request('/api/v1/account/export', { headers: { Authorization: `Bearer ${ann.accessToken}` } })
  const made = await fixture.request('/api/v1/proxies', {
    method: 'POST',
    headers: { 'X-API-Key': ann.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'p', url: 'http://proxy.example.com:8080' }),
  })
  await fixture.db.transaction((both) =>
    setBlocked(both, { accountId: ann.id, actor: 'operator:bob' }, true, 'spam'),
  )
  await fixture.db.transaction((both) =>
    setBlocked(both, { accountId: ann.id, actor: 'operator:bob' }, false),
  )
  await eventually(async () => expect((await page(ann)).status).toBe(200))
  const entries = await entriesOf(ann)
  const of = (action: string) => entries.find((entry) => entry.action === action)
  expect(of('account.exported')).toMatchObject({ actor: `user:${ann.userId}` })
  expect(of('proxy.created')).toMatchObject({ actor_name: 'live', target: `proxy:${made.body.id}` })
  expect(of('account.blocked')).toMatchObject({ actor: 'operator:bob', actor_name: null })
})

test('an act that fails is not in it', async () => {
  const before = await actionsOf(ann)
  const nobody = '019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a'
  for (const [method, path, body] of [
    ['PATCH', `/proxies/${nobody}`, { name: 'x' }],
    ['DELETE', `/templates/${nobody}`, undefined],
    ['POST', `/api-keys/${nobody}/rotate`, {}],
    ['POST', '/beta-features/no-such/enable', undefined],
  ] as const)
    expect((await fixture.asUser(ann, method, path, body)).status).toBe(404)
  expect(await actionsOf(ann)).toEqual(before)
})

test('it is read page by page to its end, though entries come meanwhile', async () => {
  for (let i = 0; i < 7; i++) await fixture.asUser(ann, 'PUT', '/account/limits', { request_limit: 10 + i })
  const all = (await entriesOf(ann)).map(({ id }) => id)
  const read: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await page(ann, `limit=3${cursor && `&cursor=${cursor}`}`)
    read.push(...body.entries.map(({ id }: Entry) => id))
    cursor = body.next_cursor
    await fixture.asUser(ann, 'DELETE', '/account/limits')
  }
  expect(read).toEqual(all)
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'cursor=-1', 'offset=2'])
    expect([query, (await page(ann, query)).status]).toEqual([query, 400])
})

test('it is one’s own: not another’s, nor an organization’s, and no key reads it', async () => {
  const other = await fixture.account()
  await fixture.asUser(other, 'PUT', '/account/limits', { request_limit: 10 })
  const organization = (await fixture.asUser(ann, 'POST', '/organizations', { name: 'Ours' })).body.id
  const acting = { 'X-Organization-Id': organization }
  await fixture.asUser(ann, 'PUT', '/account/limits', { request_limit: 10 }, acting)
  const own = await fixture.asUser(ann, 'GET', '/auth/audit-log', undefined, acting)
  expect(own.body.entries.map(({ action }: Entry) => action)).toEqual(['sign_in.begun'])
  const otherEntries = (await entriesOf(other)).map(({ id }) => id)
  const { body } = await page(ann, `limit=100&cursor=${BigInt(otherEntries[0]!) + 1n}`)
  for (const { id } of body.entries) expect(otherEntries).not.toContain(id)
  expect((await fixture.get(ann, '/auth/audit-log')).status).toBe(401)
})
