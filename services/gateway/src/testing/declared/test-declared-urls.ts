import { GATEWAY_ENDPOINTS } from '@gleaner/contracts'
import { connectRedis } from '@gleaner/queue'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../fixture.ts'
import { CALLBACK, registerClient, type TestClient } from '../oauth.ts'
import { startMaps } from '../start-maps.ts'
import { type DeclaredField, declaredFields } from './declared-fields.ts'

const CANARY = 'c4n4ry'
/** Logins as they may stand in an address; none is to be found anywhere. */
const LOGINS = [`ada:${CANARY}`, `${CANARY}@b:x`, `%63%34n4ry:${CANARY}`].flatMap((login) =>
  ['http:', 'https:'].map((scheme) => ({ login, scheme })),
)
/** Where no login belongs, it is refused; the others take it, and hide it. */
const ADDRESS = /ur[li]s?$|(?:^|_)(?:site|domain|sitemap_path|endpoint)$/

const isAddress = ({ path, schema }: DeclaredField) => {
  const name = path.findLast((step) => typeof step === 'string')
  return (
    (schema.type === 'string' || schema.type === undefined) &&
    (schema.format === 'uri' || ADDRESS.test(String(name)))
  )
}

let fixture: GatewayFixture
let account: TestAccount
let client: TestClient

const known = () => ({
  url: `${fixture.site.url}/plain`,
  urls: [`${fixture.site.url}/plain`],
  sync: false,
  timeout: 5,
  query: 'nets',
  name: 'a name',
  provider: 'custom',
  api_key: 'key-of-a-provider',
  model: 'a',
  domain: 'example.com',
  cookies: { a: 'b' },
  content: undefined,
  events: ['job.completed'],
  client_id: client.id,
  client_secret: client.secret,
  redirect_uri: CALLBACK,
  state: 'a state',
})

const nameOf = ({ endpoint, part, path }: DeclaredField) => `${endpoint} ${part} ${path.join('.')}`

let sent = 0
async function send(field: DeclaredField, address: string): Promise<{ status: number; text: string }> {
  const declared = GATEWAY_ENDPOINTS[field.endpoint as keyof typeof GATEWAY_ENDPOINTS]
  const path = `/api/v1${declared.path.replaceAll(/\{\+?\w+\}/g, '0192f0c4-7b1e-7c3a-9a55-0c1d2e3f4a5b')}`
  const headers: Record<string, string> = {
    'X-Forwarded-For': `10.0.${(sent >> 8) & 255}.${sent++ & 255}`,
    ...(declared.auth === 'bearer'
      ? { Authorization: `Bearer ${account.accessToken}` }
      : { 'X-API-Key': account.key }),
  }
  const query = field.part === 'query' ? `?${new URLSearchParams({ [String(field.path[0])]: address })}` : ''
  if (declared.method === 'POST') headers['Idempotency-Key'] = `key-${sent}`
  const reply = await fixture.request(`${path}${query}`, {
    method: declared.method,
    redirect: 'manual',
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(field.part === 'body' && { body: JSON.stringify(field.holding(address)) }),
  })
  return { status: reply.status, text: JSON.stringify([reply.body, [...reply.headers]]) }
}

/** Sends logins to every address that a request may hold: of the kinds of logins `each` to each field, others for each, or all. */
export function testDeclaredUrls(each = LOGINS.length): void {
  let maps: AsyncDisposable
  beforeAll(async () => {
    fixture = await createGatewayFixture({ TRUST_PROXY: '1', NODE_ENV: 'development' })
    maps = startMaps(fixture)
    account = await fixture.account(100_000_000)
    client = await registerClient(fixture)
  })
  afterAll(async () => {
    await maps[Symbol.asyncDispose]()
    await fixture.close()
  })

  test('a login in any address of any request is in no reply, table, key of Redis or line of a log', async () => {
    const fields = declaredFields(known()).filter(isAddress)
    expect(fields.map(nameOf)).toEqual(
      expect.arrayContaining([
        'postScrape body url',
        'createBatch body urls.0.url',
        'createCrawl body sitemap_path',
        'createMap body sitemap_path',
        'postExtract body source_url',
        'createProxy body url',
        'createWebhook body url',
        'createLlmKey body base_url',
        'createSession body domain',
      ]),
    )
    const target = new URL(fixture.site.url)
    const taken = new Set<string>()
    const leaks: string[] = []
    for (const [at, field] of fields.entries())
      for (let nth = 0; nth < each; nth++) {
        const { login, scheme } = LOGINS[(at * each + nth) % LOGINS.length]!
        const { status, text } = await send(field, `${scheme}//${login}@${target.host}/plain`)
        expect([nameOf(field), status < 500]).toEqual([nameOf(field), true])
        if (status < 300) taken.add(nameOf(field))
        if (text.includes(CANARY)) leaks.push(nameOf(field))
      }
    expect([...new Set(leaks)]).toEqual([])
    expect(taken.size).toBeGreaterThan(5)
    expect(await tablesWith(CANARY)).toEqual([])
    expect(await keysWith(CANARY)).toEqual([])
    expect(fixture.logs.filter((line) => JSON.stringify(line).includes(CANARY))).toEqual([])
  })
}

async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const sql = `SELECT left(row::text, 300) AS text FROM "${name}" AS row WHERE row::text ILIKE $1 LIMIT 3`
      const hits = await fixture.pool.query<{ text: string }>(sql, [`%${text}%`])
      return hits.rows.map((hit) => `${name}: ${hit.text}`)
    }),
  )
  return found.flat()
}

/** In the values of all keys, whatever their type is. */
async function keysWith(text: string): Promise<string[]> {
  const redis = connectRedis(fixture.env.REDIS_URL!, 'worker', () => {})
  try {
    const found: string[] = []
    for (const key of await redis.keys('*')) {
      if (key.includes(text) || (await readWhole(redis, key)).includes(text)) found.push(key)
    }
    return found
  } finally {
    redis.disconnect()
  }
}

async function readWhole(redis: ReturnType<typeof connectRedis>, key: string): Promise<string> {
  switch (await redis.type(key)) {
    case 'string':
      return (await redis.get(key)) ?? ''
    case 'hash':
      return JSON.stringify(await redis.hgetall(key))
    case 'list':
      return JSON.stringify(await redis.lrange(key, 0, -1))
    case 'zset':
      return JSON.stringify(await redis.zrange(key, '0', '-1'))
    case 'set':
      return JSON.stringify(await redis.smembers(key))
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'))
    default:
      return ''
  }
}
