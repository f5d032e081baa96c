import { ERROR_STATUS } from '@gleaner/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'
import { ACCOUNTS } from './testing/mistakes/accounts.ts'
import { KEPT } from './testing/mistakes/kept.ts'
import { OTHERWISE } from './testing/mistakes/otherwise.ts'
import { PAGES } from './testing/mistakes/pages.ts'
import { SCRAPE } from './testing/mistakes/scrape.ts'

/** What newcomers send that is wrong: each is told where it is wrong and what to do, and costs nothing. */

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account(1_000_000)
})
beforeEach(() => fixture.forgetLimits())
afterEach(async () => expect(await fixture.balance(account)).toEqual([1_000_000, 0]))
afterAll(() => fixture.close())

/** Endpoints that people call, and nobody's key. */
const OF_PEOPLE = /^\/(?:api-keys|account\/limits|organizations|billing)/

async function send(call: string, { method, path }: { method: string; path: string }, sent: object) {
  const credential: Record<string, string> = OF_PEOPLE.test(path)
    ? { Authorization: `Bearer ${account.accessToken}` }
    : { 'X-API-Key': account.key }
  const headers = { ...credential, 'Content-Type': 'application/json', Accept: 'application/json' }
  const init = { method, headers }
  return call.startsWith('GET ')
    ? await fixture.request(`/api/v1${path}?${new URLSearchParams(Object.entries(sent))}`, init)
    : await fixture.request(`/api/v1${path}`, { ...init, body: JSON.stringify(sent) })
}

const FIELDS = [...SCRAPE, ...PAGES, ...KEPT, ...ACCOUNTS].flatMap(({ call, right, wrong }) =>
  wrong.map(([sent, field, said]) => ({ call, sent: { ...right, ...sent }, wrong: sent, field, said })),
)

test.each(FIELDS)('$call with $wrong', async ({ call, sent, field, said }) => {
  const [method = '', path = ''] = call.split(' ')
  const { status, body } = await send(call, { method, path }, sent)
  // Some doors tell errors as text: what is said stands in it all the same.
  const issues = typeof body === 'string' ? [{ path: field, message: body }] : body.details?.issues
  expect({ status, issues }).toEqual({
    status: 400,
    issues: expect.arrayContaining([{ path: field, message: expect.stringContaining(said) }]),
  })
})

test.each(OTHERWISE)('%s with %j and %j', async (call, headers, body, code, said) => {
  const [method = '', path = ''] = call.replace('$KEY', account.key).split(' ')
  const own = Object.entries({ 'X-API-Key': account.key, ...headers }).flatMap(([name, value]) =>
    value === '' ? [] : [[name, value.replace('$KEY', account.key)] as [string, string]],
  )
  const reply = await fixture.request(`/api/v1${path}`, {
    method,
    headers: own,
    ...(body !== undefined && { body }),
  })
  const message = typeof reply.body === 'string' ? reply.body : reply.body.message
  expect([reply.status, message]).toEqual([ERROR_STATUS[code], expect.stringContaining(said)])
  expect(typeof reply.body === 'string' ? reply.headers.get('X-Service-Error') : reply.body.error).toBe(code)
  expect(message).not.toContain(account.key)
})
