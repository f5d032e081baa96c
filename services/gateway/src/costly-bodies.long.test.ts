import { HOUR_MS } from '@gleaner/runtime/units'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { costlyBodies } from './testing/costly/costly-bodies.ts'
import { findHolds } from './testing/costly/hold-catalogue.ts'
import { createGatewayFixture, type GatewayFixture } from './testing/fixture.ts'

/** As in `costly-bodies.test.ts`, which sends a part of them. */
const HOLD_MS = 250

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
afterAll(() => fixture.close())

test.each([...Map.groupBy(costlyBodies(), ({ category }) => category)])(
  'no body of %s holds the event loop, whatever a field is filled with',
  async (_endpoint, bodies) => {
    const account = await fixture.account(1_000_000_000)
    expect(await findHolds(fixture, account, bodies, HOLD_MS)).toEqual([])
  },
  HOUR_MS,
)
