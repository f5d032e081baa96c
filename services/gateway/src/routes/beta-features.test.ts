import { setBetaFeature } from '@gleaner/switches/beta-features'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
let other: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  ;[account, other] = await Promise.all([fixture.account(), fixture.account()])
  const prisma = await fixture.db.prisma()
  for (const [slug, status] of [
    ['new-tables', 'beta'],
    ['old-tables', 'ga'],
    ['secret', 'hidden'],
  ] as const)
    await setBetaFeature(prisma, { slug, name: slug, description: 'd', status })
})
afterAll(() => fixture.close())

const enabled = async (by: TestAccount) => (await fixture.get(by, '/beta-features/my')).body.features
const post = async (by: TestAccount, path: string) => {
  const { status, body } = await fixture.request(`/api/v1/beta-features/${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': by.key },
  })
  return [status, body.error ?? body.enabled]
}

test('a beta feature is switched on and off by each account for itself, and again without harm', async () => {
  expect(await enabled(account)).toEqual(['old-tables'])
  for (const _ of [1, 2]) expect(await post(account, 'new-tables/enable')).toEqual([200, true])
  expect(await enabled(account)).toEqual(['new-tables', 'old-tables'])
  expect(await enabled(other)).toEqual(['old-tables'])
  for (const _ of [1, 2]) expect(await post(account, 'new-tables/disable')).toEqual([200, false])
  expect(await enabled(account)).toEqual(['old-tables'])
})

test('what is for everybody stays on, and what is hidden is not there', async () => {
  expect(await post(account, 'old-tables/enable')).toEqual([200, true])
  expect(await post(account, 'old-tables/disable')).toEqual([409, 'CONFLICT'])
  for (const slug of ['secret', 'none', 'NEW-TABLES'])
    expect(await post(account, `${slug}/enable`)).toEqual([404, 'NOT_FOUND'])
  const { body } = await fixture.get(account, '/beta-features')
  expect(body.total).toBe(2)
  expect(body.features.map((feature: { slug: string }) => feature.slug)).toEqual(['new-tables', 'old-tables'])
})
