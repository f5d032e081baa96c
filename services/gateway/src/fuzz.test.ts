import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture } from './testing/fixture.ts'
import { fuzzGateway } from './testing/fuzz.ts'

// A few of each; `bench/fuzz/openapi.ts` sends as many as one likes.

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1', NODE_ENV: 'development' })
})
afterAll(() => fixture.close())

test('random and hostile requests of every endpoint are answered as documented, in time, and never by a server error', async () => {
  const { requests, answers, faults } = await fuzzGateway(fixture, { each: 12, seed: 9 })
  expect(faults).toEqual([])
  expect(requests).toBeGreaterThan(100)
  const succeeded = [...answers.keys()].filter((answer) => / 2\d\d$/.test(answer))
  // That they get through to what the endpoints do, too.
  expect(succeeded.length).toBeGreaterThan(10)
}, 120_000)
