import { deposit } from '@gleaner/billing'
import { startChain } from '@gleaner/changes'
import { type Endpoint, ManualLoginCreate, MapRequest, takesSlot, uuidv7 } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { beginLogin } from '@gleaner/manual-logins'
import { beginMap, claimMap, deliverMap } from '@gleaner/maps/life'
import { pictureKeys } from '@gleaner/monitors'
import { hashOf } from '@gleaner/webhook-bodies'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'
import {
  type Asker,
  ask,
  askersOf,
  fillPath,
  idFields,
  NOT_OWNED,
  named,
  OWNED,
  type OwnedIds,
  pathParams,
  prepareChecksums,
  takes,
} from './testing/tenancy.ts'

// Every endpoint is asked for what belongs to others. A new one finds its way in here by itself, or fails the first tests.

/** Bodies that an endpoint with ids in its path would take from its owner. */
const BODIES: Record<string, unknown> = {
  updateApiKey: { name: 'taken' },
  rotateApiKey: {},
  setApiKeyLimits: { request_limit: 1 },
  createManualLoginTicket: {},
  keepManualLogin: {},
  updateProxy: { name: 'taken' },
  updateLlmKey: { name: 'taken' },
  updateTemplate: { name: 'taken' },
  updateMonitorGroup: { name: 'taken' },
  testTemplate: { content: '<h1>Lamps</h1>' },
  updateWebhook: { is_active: false },
  renamePasskey: { name: 'taken' },
  updateAlertRule: { is_active: false },
  replyToTicket: { message: 'taken' },
  updateExportDestination: { name: 'taken' },

  updateOrganization: { name: 'taken' },
  updateMember: { role: 'admin' },
  createInvitation: { email: 'attacker@example.com' },
  updateSession: { name: 'taken' },
  refreshSession: { cookies: { sid: 'taken' } },
  blockAccount: { reason: 'taken' },
  grantCredits: { credits: 1 },
  setOperatedLimits: { enterprise: true },
  createOperatedKey: { name: 'taken' },
  updateOAuthClient: { redirect_uris: [] },
  blockDomain: {},
  answerTicket: { message: 'taken' },
  offerBetaFeature: { name: 'x', description: 'x', status: 'beta' },
}

/** Bodies (of a GET: queries) that name what belongs to others, with the status that refuses them, or of a reply that holds nothing of it. */
const BODY_TRIES: { name: string; field: string; body: (ids: OwnedIds) => unknown; status: number }[] = [
  {
    name: 'createManualLogin',
    field: 'proxy_integration_id',
    body: ({ proxy_integration_id }) => ({ url: 'https://example.com/', proxy_integration_id }),
    status: 400,
  },
  {
    name: 'postScrape',
    field: 'proxy_integration_id',
    body: ({ proxy_integration_id }) => ({
      url: 'https://example.com/',
      advanced: { use_own_proxy: true, proxy_integration_id },
    }),
    status: 400,
  },
  {
    name: 'getPage',
    field: 'proxy_integration_id',
    body: ({ proxy_integration_id }) => ({
      url: 'https://example.com/',
      use_own_proxy: 'true',
      proxy_integration_id,
    }),
    status: 400,
  },
  {
    name: 'getPage',
    field: 'session_id',
    body: ({ session_id }) => ({ url: 'https://example.com/', session_id }),
    status: 404,
  },
  {
    name: 'getPage',
    field: 'organization_id',
    // It counts beside a key in the query alone.
    body: ({ organization_id }) => ({ url: 'http://10.0.0.1/', organization_id }),
    status: 400,
  },
  {
    name: 'postExtract',
    field: 'proxy_integration_id',
    body: ({ proxy_integration_id }) => ({
      url: 'https://example.com/',
      advanced: { use_own_proxy: true, proxy_integration_id },
    }),
    status: 400,
  },
  {
    name: 'postExtract',
    field: 'session_id',
    body: ({ session_id }) => ({ url: 'https://example.com/', session_id }),
    status: 404,
  },
  ...(['job_id', 'batch_id', 'crawl_id', 'monitor_id'] as const).map((field) => ({
    name: 'postExtract',
    field,
    body: (ids: OwnedIds) => ({ [field]: ids[field] }),
    status: 404,
  })),
  // An estimate looks at no proxy.
  {
    name: 'postEstimate',
    field: 'proxy_integration_id',
    body: ({ proxy_integration_id }) => ({
      url: 'https://example.com/',
      advanced: { use_own_proxy: true, proxy_integration_id },
    }),
    status: 200,
  },
  {
    name: 'createBatch',
    field: 'proxy_integration_id',
    body: ({ proxy_integration_id }) => ({
      urls: [{ url: 'https://example.com/', advanced: { use_own_proxy: true, proxy_integration_id } }],
    }),
    status: 400,
  },
  {
    name: 'createSearch',
    field: 'proxy_integration_id',
    body: ({ proxy_integration_id }) => ({
      query: 'x',
      scrape_results: true,
      advanced: { use_own_proxy: true, proxy_integration_id },
    }),
    status: 400,
  },
  {
    name: 'createCrawl',
    field: 'proxy_integration_id',
    body: ({ proxy_integration_id }) => ({
      url: 'https://example.com/',
      advanced: { use_own_proxy: true, proxy_integration_id },
    }),
    status: 400,
  },
  {
    name: 'postCrawlEstimate',
    field: 'proxy_integration_id',
    body: ({ proxy_integration_id }) => ({
      url: 'https://example.com/',
      advanced: { use_own_proxy: true, proxy_integration_id },
    }),
    status: 400,
  },
  {
    name: 'createCrawl',
    field: 'session_id',
    body: ({ session_id }) => ({ url: 'https://example.com/', session_id }),
    status: 404,
  },
  {
    name: 'postCrawlEstimate',
    field: 'session_id',
    body: ({ session_id }) => ({ url: 'https://example.com/', session_id }),
    status: 404,
  },
  {
    name: 'postScrape',
    field: 'template_id',
    body: ({ template_id }) => ({ url: 'https://example.com/', template: template_id }),
    status: 400,
  },
  {
    name: 'createBatch',
    field: 'template_id',
    body: ({ template_id }) => ({ urls: ['https://example.com/'], template: template_id }),
    status: 400,
  },
  ...['exportBatch', 'exportCrawl'].map((name) => ({
    name,
    field: 'destination_id',
    body: ({ destination_id }: OwnedIds) => ({ destination_id, format: 'jsonl' }),
    status: 404,
  })),
  {
    name: 'shareSession',
    field: 'organization_id',
    body: ({ organization_id }) => ({ organization_id }),
    status: 404,
  },
  {
    name: 'postScrape',
    field: 'session_id',
    body: ({ session_id }) => ({ url: 'https://example.com/', session_id }),
    status: 404,
  },
  {
    name: 'createBatch',
    field: 'session_id',
    body: ({ session_id }) => ({ urls: [{ url: 'https://example.com/', session_id }] }),
    status: 404,
  },
  // An estimate looks at no session.
  {
    name: 'postEstimate',
    field: 'session_id',
    body: ({ session_id }) => ({ url: 'https://example.com/', advanced: { session_id } }),
    status: 200,
  },
  {
    name: 'createSchedule',
    field: 'session_id',
    body: ({ session_id }) => ({ name: 'x', urls: ['https://example.com/'], schedule: 'daily', session_id }),
    status: 404,
  },
  {
    name: 'createSchedule',
    field: 'destination_id',
    body: ({ destination_id }) => ({
      name: 'x',
      urls: ['https://example.com/'],
      schedule: 'daily',
      export: { destination_id, format: 'csv' },
    }),
    status: 404,
  },
  {
    name: 'updateSchedule',
    field: 'destination_id',
    body: ({ destination_id }) => ({ export: { destination_id, format: 'csv' } }),
    status: 404,
  },
  {
    name: 'createMonitor',
    field: 'session_id',
    body: ({ session_id }) => ({ name: 'x', url: 'https://example.com/', session_id }),
    status: 404,
  },
  {
    name: 'updateMonitor',
    field: 'session_id',
    body: ({ session_id }) => ({ session_id }),
    status: 404,
  },
  {
    name: 'listMonitors',
    field: 'group_id',
    body: ({ group_id }) => ({ group_id }),
    status: 200,
  },
  {
    name: 'createMonitor',
    field: 'group_id',
    body: ({ group_id }) => ({ name: 'x', url: 'https://example.com/', group_id }),
    status: 404,
  },
  {
    name: 'updateMonitor',
    field: 'group_id',
    body: ({ group_id }) => ({ group_id }),
    status: 404,
  },
  // Nobody else's schedule is looked at.
  {
    name: 'updateSchedule',
    field: 'session_id',
    body: ({ session_id }) => ({ session_id }),
    status: 404,
  },
  ...(['batch_id', 'crawl_id', 'key_id'] as const).map((field) => ({
    name: 'listJobs',
    field,
    body: (ids: OwnedIds) => ({ [field]: ids[field] }),
    status: 200,
  })),
  ...(['webhook_id', 'job_id', 'batch_id', 'crawl_id'] as const).map((field) => ({
    name: 'listWebhookDeliveries',
    field,
    body: (ids: OwnedIds) => ({ [field]: ids[field] }),
    status: 200,
  })),
  {
    name: 'replayWebhookDeliveries',
    field: 'webhook_id',
    body: ({ webhook_id }) => ({ from: '2020-01-01', to: '2100-01-01', webhook_id }),
    status: 200,
  },
  // Nobody else's job or batch is looked at.
  ...['retryJob', 'retryBatch'].flatMap((name) => [
    {
      name,
      field: 'session_id',
      body: ({ session_id }: OwnedIds) => ({ session_id }),
      status: 404,
    },
    {
      name,
      field: 'proxy_integration_id',
      body: ({ proxy_integration_id }: OwnedIds) => ({
        advanced: { use_own_proxy: true, proxy_integration_id },
      }),
      status: 404,
    },
  ]),
  ...['redriveJobs', 'listOperatorAudit', 'listTopAccounts'].map((name) => ({
    name,
    field: 'account_id',
    body: ({ account_id }: OwnedIds) => ({ account_id }),
    status: 404,
  })),
  {
    name: 'transferOrganization',
    field: 'user_id',
    body: ({ user_id }) => ({ user_id }),
    status: 404,
  },
]

const triesOf = (name: string) => BODY_TRIES.filter((each) => each.name === name)

/** What members may do for their organization although it changes something; all else takes an admin or the owner. */
const MEMBERS_MAY = [
  'exportBatch',
  'exportCrawl',
  'cancelExport',
  'postScrape',
  'cancelJob',
  'retryJob',
  'retryBatch',
  'postExtract',
  'postParse',
  'testTemplate',
  'createBatch',
  'createSearch',
  'cancelBatch',
  'createCrawl',
  'cancelCrawl',
  'pauseCrawl',
  'resumeCrawl',
  'createMonitorGroup',
  'updateMonitorGroup',
  'deleteMonitorGroup',
  'createMonitor',
  'updateMonitor',
  'deleteMonitor',
  'pauseMonitor',
  'resumeMonitor',
  'checkMonitor',
  'resetMonitorNoise',
  'createSchedule',
  'updateSchedule',
  'deleteSchedule',
  'pauseSchedule',
  'resumeSchedule',
  'runSchedule',
  'retryWebhook',
  'postEstimate',
  'postCrawlEstimate',
  'testProxy',
  'testLlmKey',
  'validateSession',
  'createMap',
  'createTicket',
  'replyToTicket',
  'closeTicket',
]

const CANARY = 'victim-canary'

let fixture: GatewayFixture
let victim: TestAccount
let stranger: TestAccount
let member: TestAccount
let removed: TestAccount
let organizationId: string
let own: OwnedIds
let shared: OwnedIds
let sums: () => Promise<Record<string, string>>
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development', TRUST_PROXY: '1' })
  const people = await Promise.all(Array.from({ length: 4 }, () => fixture.account()))
  ;[victim, stranger, member, removed] = people as [TestAccount, TestAccount, TestAccount, TestAccount]
  organizationId = (await asVictim('POST', '/organizations', { name: CANARY })).id
  await deposit(fixture.pool, organizationId, 1_000_000n, 'test')
  for (const { userId } of [member, removed])
    await fixture.pool.query("INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'member')", [
      organizationId,
      userId,
    ])
  await asVictim('DELETE', `/organizations/${organizationId}/members/${removed.userId}`)
  const invitation = await asVictim('POST', `/organizations/${organizationId}/invitations`, {
    email: `${CANARY}@example.com`,
  })
  const { rows: signIns } = await fixture.pool.query('SELECT id FROM user_session WHERE user_id = $1', [
    victim.userId,
  ])
  const { rows: passkeys } = await fixture.pool.query(
    `INSERT INTO passkey (id, user_id, name, credential_id, public_key, counter, backed_up)
     VALUES (gen_random_uuid(), $1, $2, $2, '\\x01', 0, false) RETURNING id`,
    [victim.userId, CANARY],
  )
  const ofPerson = { sign_in_id: signIns[0].id, passkey_id: passkeys[0].id }
  const common = {
    ...ofPerson,
    organization_id: organizationId,
    user_id: member.userId,
    account_id: victim.id,
    invitation_id: invitation.id,
  }
  own = { ...common, ...(await fill()) }
  shared = { ...common, ...(await fill({ 'X-Organization-Id': organizationId })) }
  sums = await prepareChecksums(fixture.pool, [victim.id, organizationId], [victim.userId, member.userId])
})
afterAll(() => fixture.close())

async function asVictim(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const reply = await fixture.asUser(victim, method, path, body, headers)
  expect([method, path, reply.status < 300]).toEqual([method, path, true])
  return reply.body
}

/** Makes one of each thing, of the victim's account or of the organization. */
async function fill(headers: Record<string, string> = {}) {
  const key = await asVictim('POST', '/api-keys', { name: CANARY }, headers)
  await asVictim('PUT', `/api-keys/${key.id}/limits`, { request_limit: 1_000 }, headers)
  await asVictim('PUT', '/account/limits', { request_limit: 1_000 }, headers)
  const byKey = (path: string, body: unknown) =>
    fixture.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': victim.key, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const proxy = await byKey('/proxies', { name: CANARY, url: 'http://u:p@proxy.example.com:8080' })
  const llmKey = await byKey('/llm-keys', { name: CANARY, provider: 'openai', api_key: `sk-${CANARY}` })
  const template = await byKey('/templates', { name: CANARY, fields: { heading: 'h1' } })
  const webhook = await byKey('/webhooks', {
    name: CANARY,
    url: 'https://hooks.example.com/',
    is_active: false,
  })
  const rule = await byKey('/alerts/rules', {
    name: CANARY,
    type: 'credit_threshold',
    threshold: 1,
    channels: [{ type: 'email' }],
  })
  const ticket = await byKey('/support/tickets', { subject: CANARY, message: CANARY })
  const destination = await byKey('/exports', {
    name: CANARY,
    type: 'webhook',
    url: 'https://hooks.example.com/',
  })
  const session = await byKey('/sessions', { name: CANARY, domain: 'example.com', cookies: { sid: CANARY } })
  const job = await byKey('/scrape', { url: `${fixture.site.url}/plain` })
  const batch = await byKey('/batch', { urls: [`${fixture.site.url}/${CANARY}`] })
  const search = await byKey('/search', { query: CANARY })
  const crawl = await byKey('/crawl', { url: `${fixture.site.url}/${CANARY}` })
  const schedule = await byKey('/schedules', {
    name: CANARY,
    urls: [`${fixture.site.url}/${CANARY}`],
    schedule: 'daily',
  })
  const group = await byKey('/monitor-groups', { name: CANARY })
  const monitor = await byKey('/monitors', { name: CANARY, url: `${fixture.site.url}/${CANARY}` })
  const checkout = await asVictim('POST', '/billing/checkout', { amount_cents: 500 }, headers)
  await fetch(checkout.checkout_url, { method: 'POST', redirect: 'manual' })
  const file = `screenshots/${uuidv7()}.png`
  await fixture.files.store.put(file, Buffer.from(CANARY), { contentType: 'image/png', ttlMs: 60_000 })
  const replies = [
    proxy,
    llmKey,
    template,
    webhook,
    rule,
    ticket,
    destination,
    session,
    job,
    batch,
    search,
    crawl,
    schedule,
    monitor,
    group,
  ]
  expect(replies.map(({ status }) => status)).toEqual([
    201, 201, 201, 201, 201, 201, 201, 200, 200, 200, 200, 202, 201, 201, 201,
  ])
  return {
    key_id: key.id,
    proxy_id: proxy.body.id,
    llm_key_id: llmKey.body.id,
    template_id: template.body.id,
    rule_id: rule.body.id,
    ticket_id: ticket.body.id,
    proxy_integration_id: proxy.body.id,
    job_id: job.body.job_id,
    batch_id: batch.body.batch_id,
    manual_login_id: await begunLogin(headers['X-Organization-Id'] ?? victim.id, victim),
    map_id: await deliveredMap(headers['X-Organization-Id'] ?? victim.id),
    search_id: search.body.search_id,
    crawl_id: crawl.body.crawl_id,
    schedule_id: schedule.body.id,
    monitor_id: monitor.body.id,
    group_id: group.body.id,
    extract_id: await begunExtraction(monitor.body.id, headers),
    change_id: await picturedChange(headers['X-Organization-Id'] ?? victim.id, monitor.body.id),
    snapshot_id: `${await keptVersion(headers['X-Organization-Id'] ?? victim.id, monitor.body.id)}.1`,
    field: await valuedField(headers['X-Organization-Id'] ?? victim.id, monitor.body.id),
    webhook_id: webhook.body.id,
    delivery_id: await endedDelivery(headers['X-Organization-Id'] ?? victim.id, webhook.body.id),
    destination_id: destination.body.id,
    export_id: await begunExport(headers['X-Organization-Id'] ?? victim.id, destination.body.id),
    session_id: session.body.id,
    checkout_id: checkout.checkout_id,
    receipt_id: checkout.checkout_id,
    key: file,
  }
}

/** What an endpoint was told. */
async function endedDelivery(accountId: string, webhookId: string): Promise<string> {
  const [event, data] = ['alert.fired', { text: CANARY }]
  const { rows } = await fixture.pool.query(
    `INSERT INTO webhook_delivery (id, account_id, endpoint_id, event, url, host, data, body_hash, state, ended_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 'https://hooks.example.com/', 'hooks.example.com', $4, $5, 'failed', now()) RETURNING id`,
    [
      accountId,
      webhookId,
      event,
      JSON.stringify(data),
      hashOf(Buffer.from(JSON.stringify({ event, ...data }))),
    ],
  )
  return `msg_${rows[0].id}`
}

/** A version of a page that a monitor has kept. */
async function keptVersion(accountId: string, monitorId: string): Promise<string> {
  await fixture.pool.query(
    `INSERT INTO monitor_page (monitor_id, key, account_id, url, state, run_id) VALUES ($1, '\\x01', $2, $3, 'same', gen_random_uuid())`,
    [monitorId, accountId, `https://example.com/${CANARY}`],
  )
  const { full, deltas } = startChain(CANARY)
  const { rows } = await fixture.pool.query(
    `INSERT INTO monitor_chain (id, monitor_id, key, account_id, first_version, deltas, times)
     VALUES (gen_random_uuid(), $1, '\\x01', $2, $3, $4, ARRAY[now()]) RETURNING id`,
    [monitorId, accountId, full, deltas],
  )
  return rows[0].id
}

/** A field that the page of `keptVersion` has had a value of. */
async function valuedField(accountId: string, monitorId: string): Promise<string> {
  const fields = { price: { selector: '.price', type: 'text', take: 'first' } }
  await fixture.pool.query(
    "UPDATE monitor SET watch = jsonb_set(watch::jsonb, '{fields}', $2)::json WHERE id = $1",
    [monitorId, JSON.stringify(fields)],
  )
  await fixture.pool.query(
    "INSERT INTO monitor_value (monitor_id, key, account_id, name, value) VALUES ($1, '\\x01', $2, 'price', $3)",
    [monitorId, accountId, JSON.stringify(CANARY)],
  )
  return 'price'
}

/** Versions of a page that nobody has read. */
async function begunExtraction(monitorId: string, headers: Record<string, string>): Promise<string> {
  const { batch_id } = await asVictim('POST', '/batch', { urls: ['https://example.com/'] }, headers)
  const id = batch_id.replace('batch_', '')
  const supplied = { type: 'version', monitor_id: monitorId, snapshot_id: 'x.1', taken_at: '', total: 1 }
  await fixture.pool.query(
    "UPDATE job SET spec = (spec::jsonb || jsonb_build_object('supplied', $2::jsonb))::json WHERE batch_id = $1",
    [id, JSON.stringify(supplied)],
  )
  return id
}

/** A change with pictures. */
async function picturedChange(accountId: string, monitorId: string): Promise<string> {
  const { rows } = await fixture.pool.query(
    `WITH picture AS (
       INSERT INTO monitor_picture (id, monitor_id, account_id, kept_until)
       SELECT gen_random_uuid(), $1, $2, now() + interval '1 day' FROM generate_series(1, 2) RETURNING id)
     INSERT INTO monitor_change (id, monitor_id, account_id, run_id, key, url, kind, changes, total, text, picture_before, picture_after)
     SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), '\\x01', $3, 'changed', '[]', 0, $3, min(id::text)::uuid, max(id::text)::uuid FROM picture
     RETURNING id, picture_after AS picture`,
    [monitorId, accountId, `https://example.com/${CANARY}`],
  )
  const png = { contentType: 'image/png', ttlMs: 600_000 }
  await fixture.files.store.put(pictureKeys.compared(rows[0].picture), Buffer.from(CANARY), png)
  return rows[0].id
}

/** An export that nobody has taken up. */
async function begunExport(accountId: string, destinationId: string): Promise<string> {
  const { rows } = await fixture.pool.query(
    `INSERT INTO export_run (id, account_id, destination_id, source_kind, source_id, request, deadline_at)
     VALUES (gen_random_uuid(), $1, $2, 'batch', gen_random_uuid(), '{"format":"jsonl"}', now() + interval '1 hour') RETURNING id`,
    [accountId, destinationId],
  )
  return rows[0].id
}

/** A login by hand that waits for a browser. */
async function begunLogin(accountId: string, { userId }: TestAccount): Promise<string> {
  const request = {
    ...ManualLoginCreate.parse({ url: `https://${CANARY}.example.com/` }),
    name: CANARY,
    domain: `${CANARY}.example.com`,
  }
  const asked = { accountId, apiKeyId: null, actor: `user:${userId}` as const, request }
  return (await transaction(fixture.pool, (sql) => beginLogin(sql, asked))).id
}

/** A map that a crawler has made. */
async function deliveredMap(accountId: string): Promise<string> {
  const request = MapRequest.parse({ url: `https://${CANARY}.example.com/` })
  const id = await beginMap(fixture.pool, { accountId, apiKeyId: null, test: true, request })
  const claim = await claimMap(fixture.pool, id)
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  const urls = [{ url: request.url, source: 'link', depth: 0 }]
  const reply = {
    map_id: id,
    total_urls: 1,
    urls,
    sitemap_found: false,
    robots_txt: { exists: false, disallowed_paths: [] },
    credits_used: 0,
  }
  await deliverMap(fixture.pool, claim.row, [Buffer.from(JSON.stringify(reply))])
  return id
}

/** What an endpoint has to answer to somebody who asks for what is not theirs. */
function expected({ auth, personal, operator }: Endpoint, { kind, organizationId: header }: Asker): number {
  if (auth === 'none' || operator) return 404
  if (!['apiKeyOrBearer', 'apiKeyOrQueryKey', kind].includes(auth)) return 401
  return header !== undefined && !personal ? 403 : 404
}

describe('nothing is forgotten here', () => {
  test.each(named)('%s: each of its ids is known, and can be asked for', (name, endpoint) => {
    const params = pathParams(endpoint)
    const known = [...OWNED, ...NOT_OWNED]
    expect(params.filter((param) => !known.includes(param))).toEqual([])
    const fields = idFields(endpoint)
    expect(fields.filter((field) => !known.includes(field))).toEqual([])
    const owned = fields.filter((field) => OWNED.includes(field as 'key'))
    expect(owned.filter((field) => !triesOf(name).some((each) => each.field === field))).toEqual([])
    if (params.length > 0 && endpoint.body)
      expect([...Object.keys(BODIES), ...BODY_TRIES.map((each) => each.name)]).toContain(name)
  })

  test.each(
    named.filter(([, { method, auth, personal }]) => method !== 'GET' && auth !== 'none' && !personal),
  )('%s, which changes something, says whether members of an organization may', (name, { role }) => {
    expect([name, role !== undefined]).toEqual([name, !MEMBERS_MAY.includes(name)])
  })
})

test('the checksums tell of a row that has changed, and of one that has come', async () => {
  const before = await sums()
  await fixture.pool.query("UPDATE account SET name = name || '!' WHERE id = $1", [organizationId])
  const changed = await sums()
  expect(Object.keys(before).filter((name) => before[name] !== changed[name])).toEqual(['account.id'])
  await deposit(fixture.pool, organizationId, 1n, 'test')
  const more = await sums()
  expect(Object.keys(before).filter((name) => changed[name] !== more[name])).toContain(
    'ledger_entry.account_id',
  )
})

describe('whoever asks for what is not theirs is refused, sees nothing and changes nothing', () => {
  // All endpoints together are more than a person may ask in a minute.
  beforeEach(() => fixture.forgetLimits())
  const withIds = named.filter(([, endpoint]) =>
    pathParams(endpoint).some((param) => OWNED.includes(param as 'key')),
  )

  test.each(withIds)('%s', async (name, endpoint) => {
    const before = await sums()
    const askers = [
      ...askersOf('a stranger', stranger),
      ...askersOf('a stranger who names the organization', stranger, organizationId),
      ...askersOf('a stranger who names the account', stranger, victim.id),
      ...askersOf('one who was removed', removed, organizationId),
    ]
    for (const ids of [own, shared])
      for (const asker of askers) {
        // More ask than an account may in a minute.
        if (endpoint.limitPerAccount) await fixture.forgetLimits()
        const body = triesOf(name)[0]?.body(ids) ?? BODIES[name]
        const reply = await ask(fixture, asker, endpoint, fillPath(endpoint, ids), body)
        expect([asker.name, reply.status]).toEqual([asker.name, expected(endpoint, asker)])
        expect(JSON.stringify(reply.body)).not.toContain(CANARY)
      }
    expect(await sums()).toEqual(before)
  })

  test.each(named.filter(([, { auth, personal }]) => auth !== 'none' && !personal))(
    '%s for an organization that the caller is not in',
    async (name, endpoint) => {
      const before = await sums()
      const askers = [stranger, removed].flatMap((person) => askersOf('', person, organizationId))
      for (const asker of [...askers, ...askersOf('', member, victim.id)]) {
        if (!takes(endpoint, asker)) continue
        const reply = await ask(fixture, asker, endpoint, fillPath(endpoint, shared), BODIES[name])
        expect([reply.status, reply.body.error]).toEqual([403, 'FORBIDDEN'])
      }
      expect(await sums()).toEqual(before)
    },
  )

  test.each(named.filter(([, { role }]) => role !== undefined))(
    '%s for a member without the role',
    async (name, endpoint) => {
      const before = await sums()
      for (const asker of askersOf('', member, organizationId)) {
        if (!takes(endpoint, asker)) continue
        const reply = await ask(fixture, asker, endpoint, fillPath(endpoint, shared), BODIES[name])
        expect([reply.status, reply.body.error]).toEqual([403, 'FORBIDDEN'])
      }
      expect(await sums()).toEqual(before)
    },
  )

  test.each(BODY_TRIES)('$name with a $field that is another’s', async ({ name, body, status }) => {
    const [, endpoint] = named.find(([each]) => each === name)!
    const before = await sums()
    for (const asker of askersOf('a stranger', stranger)) {
      if (!takes(endpoint, asker)) continue
      const query = endpoint.body ? '' : `?${new URLSearchParams(body(own) as Record<string, string>)}`
      const reply = await ask(fixture, asker, endpoint, fillPath(endpoint, own) + query, body(own))
      expect(reply.status).toBe(status)
      expect(JSON.stringify(reply.body)).not.toContain(CANARY)
    }
    expect(await sums()).toEqual(before)
  })
})

test('lists of others hold nothing of the victim', async () => {
  const lists = named.filter(
    ([, endpoint]) =>
      endpoint.method === 'GET' &&
      pathParams(endpoint).length === 0 &&
      endpoint.auth !== 'none' &&
      !endpoint.operator &&
      !takesSlot(endpoint),
  )
  for (const [name, endpoint] of lists)
    for (const asker of [...askersOf('a stranger', stranger), ...askersOf('one who was removed', removed)]) {
      if (!takes(endpoint, asker)) continue
      const { status, body } = await ask(fixture, asker, endpoint, endpoint.path, undefined)
      expect([name, status]).toEqual([name, 200])
      for (const secret of [CANARY, victim.email, victim.id, organizationId])
        expect(JSON.stringify(body)).not.toContain(secret)
    }
})

test('the victim can read what was asked for: the sweep asks for things that are there', async () => {
  for (const [ids, header] of [
    [own, {}],
    [shared, { organizationId }],
  ] as const)
    for (const [, endpoint] of named) {
      if (endpoint.method !== 'GET' || endpoint.auth === 'none' || endpoint.operator) continue
      if (!pathParams(endpoint).some((param) => OWNED.includes(param as 'key'))) continue
      const kind = endpoint.auth === 'bearer' ? 'bearer' : 'apiKey'
      const credential = kind === 'bearer' ? victim.accessToken : victim.key
      const reply = await ask(
        fixture,
        { name: '', kind, credential, ...header },
        endpoint,
        fillPath(endpoint, ids),
        undefined,
      )
      expect([endpoint.path, reply.status]).toEqual([endpoint.path, 200])
    }
})
