import { type Endpoint, GATEWAY_ENDPOINTS } from '@gleaner/contracts'
import { MEGABYTE } from '@gleaner/runtime/units'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { costlyBodies } from './testing/costly/costly-bodies.ts'
import { findHolds } from './testing/costly/hold-catalogue.ts'
import { createGatewayFixture, type GatewayFixture } from './testing/fixture.ts'

/** The goal is 50 ms for the gateway alone; here the caller and the workers run in the same thread (`bench/event-loop` measures it). */
const HOLD_MS = 250
/** `npm run test:long` sends every one. */
const SAMPLE = 180

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
afterAll(() => fixture.close())

const BODIES = costlyBodies()

test('costly bodies are made for every endpoint that reads one', () => {
  const reading = Object.entries(GATEWAY_ENDPOINTS).filter(([, { body }]: [string, Endpoint]) => body)
  expect([...new Set(BODIES.map(({ category }) => category))].sort()).toEqual(
    reading.map(([name]) => name).sort(),
  )
  for (const { body } of sample(BODIES)) expect(Buffer.byteLength(body!())).toBeLessThanOrEqual(MEGABYTE)
})

test('none of them holds the event loop, whatever a field is filled with', async () => {
  const account = await fixture.account(100_000_000)
  expect(await findHolds(fixture, account, sample(BODIES), HOLD_MS)).toEqual([])
}, 300_000)

/** Of each endpoint as many, and of each hostile text some. */
function sample<Body extends { category: string }>(bodies: readonly Body[]): Body[] {
  const byEndpoint = [...Map.groupBy(bodies, ({ category }) => category).values()]
  const each = Math.ceil(SAMPLE / byEndpoint.length)
  return byEndpoint.flatMap((own, endpoint) =>
    Array.from(
      { length: each },
      (_, at) => own[Math.floor(((at + (endpoint % 7) / 7) * own.length) / each)]!,
    ),
  )
}
