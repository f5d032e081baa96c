import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture } from '../testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ DEMO: 'false', REGISTRATION: 'closed', SIGNUP_CREDITS: '700' })
})
afterAll(() => fixture.close())

test('what a server offers is what its operator has set', async () => {
  expect(await fixture.request('/api/v1/server')).toMatchObject({
    status: 200,
    body: {
      demo: { is_open: false, pages_per_hour: 10, highest_tier: '2' },
      registration: 'closed',
      signup_credits: 700,
    },
  })
})
