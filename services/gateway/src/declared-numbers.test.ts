import { GATEWAY_ENDPOINTS } from '@gleaner/contracts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type DeclaredField, declaredFields } from './testing/declared-fields.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'
import { startMaps } from './testing/start-maps.ts'

let fixture: GatewayFixture
let account: TestAccount
let maps: AsyncDisposable
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1', NODE_ENV: 'development' })
  maps = startMaps(fixture)
  account = await fixture.account(100_000_000)
})
afterAll(async () => {
  await maps[Symbol.asyncDispose]()
  await fixture.close()
})

/** What is asked of a test key is answered within the service, at once or by 202. */
const KNOWN = {
  url: 'https://example.com/',
  urls: ['https://example.com/'],
  sync: false,
  query: 'nets',
  content: undefined,
}

const isNumber = ({ schema }: DeclaredField) =>
  (schema.type === 'number' || schema.type === 'integer') &&
  schema.enum === undefined &&
  schema.const === undefined
const numbers = declaredFields(KNOWN).filter(isNumber)
const nameOf = ({ endpoint, part, path }: DeclaredField) => `${endpoint} ${part} ${path.join('.')}`

/** The largest sum of micros that is ever made of one number: a thousand entries, a hundred thousand pages. */
const STORED = 1e13

test('every number that a request may hold has bounds, which storage holds', () => {
  const unbounded = numbers.filter(
    ({ schema: { minimum, maximum } }) => minimum === undefined || maximum === undefined || maximum > STORED,
  )
  expect(unbounded.map(nameOf)).toEqual([])
  expect(numbers.length).toBeGreaterThan(100)
})

/** As JSON text: beyond what a double, a bigint or an integer holds, between numbers, and none. */
const ODD = [
  '1e999',
  '-1e999',
  '1e308',
  '9223372036854775808',
  '-9223372036854775809',
  '9007199254740993',
  '2147483648',
  '0.1',
  '-1',
  '-0',
  '1e-320',
  '"NaN"',
  '"Infinity"',
  '"1e999"',
  '[1]',
  'true',
]

let sent = 0
const accepted = new Set<string>()
async function send(field: DeclaredField, literal: string): Promise<number> {
  const declared = GATEWAY_ENDPOINTS[field.endpoint as keyof typeof GATEWAY_ENDPOINTS]
  const path = `/api/v1${declared.path.replaceAll(/\{\+?\w+\}/g, '0192f0c4-7b1e-7c3a-9a55-0c1d2e3f4a5b')}`
  // Test keys cannot do all; each request comes from an address of its own.
  const from = { 'X-Forwarded-For': `10.0.${(sent >> 8) & 255}.${sent++ & 255}` }
  const credentials: Record<string, string> =
    declared.auth === 'bearer'
      ? { Authorization: `Bearer ${account.accessToken}` }
      : { 'X-API-Key': account.testKey }
  if (field.part === 'query') {
    const query = new URLSearchParams({ [String(field.path[0])]: literal.replaceAll('"', '') })
    return (await fixture.request(`${path}?${query}`, { headers: { ...from, ...credentials } })).status
  }
  const body = JSON.stringify(field.holding('@@')).replace('"@@"', literal)
  const headers = { ...from, ...credentials, 'Content-Type': 'application/json' }
  return (await fixture.request(path, { method: declared.method, headers, body })).status
}

const byEndpoint = Object.entries(Object.groupBy(numbers, ({ endpoint }) => endpoint))

test.each(byEndpoint)(
  '%s answers no number with a server error',
  async (_, fields) => {
    const faults: string[] = []
    for (const field of fields!) {
      const { minimum, maximum } = field.schema
      for (const literal of [...ODD, String(minimum), String(maximum), String(maximum! + 1)]) {
        const status = await send(field, literal)
        if (status < 300) accepted.add(nameOf(field))
        if (status >= 500) faults.push(`${nameOf(field)} ${literal}: ${status}`)
        await fixture.pool.query('DELETE FROM crawl; DELETE FROM job; DELETE FROM batch')
      }
    }
    expect(faults).toEqual([])
  },
  300_000,
)

test('what is within the bounds is taken', () => {
  expect(accepted.size).toBeGreaterThan(numbers.length * 0.7)
})
