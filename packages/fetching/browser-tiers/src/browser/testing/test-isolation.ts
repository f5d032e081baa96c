import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { lendVisitors, type VisitorLender } from './lend-visitors.ts'
import { CACHES } from './persistent-state/caches.ts'
import { EMBEDDED_LOGINS } from './persistent-state/embedded-logins.ts'
import { LATE_RESPONSES } from './persistent-state/late-responses.ts'
import { LOGINS } from './persistent-state/logins.ts'
import { NETWORK } from './persistent-state/network.ts'
import { PAGES } from './persistent-state/pages.ts'
import type { PersistentState } from './persistent-state/persistent-state.ts'
import { STORAGE } from './persistent-state/storage.ts'
import { VISITS } from './persistent-state/visits.ts'
import { visitTwice } from './visit-twice.ts'

/** Most of a visit is waiting; a browser for each test would take more than its visits. */
const BROWSERS = 2
/** Of one test, which waits for a browser to be free. */
const PATIENCE_MS = 300_000

const KINDS: Readonly<Record<string, readonly PersistentState[]>> = {
  logins: LOGINS,
  'logins in what is embedded': EMBEDDED_LOGINS,
  caches: CACHES,
  'answers that come late': LATE_RESPONSES,
  'what was asked of a visit': VISITS,
  stores: STORAGE,
  "the network's memory": NETWORK,
  pages: PAGES,
}

/** Leaves each state in a browser and looks for it in the next visit. `isWanted` chooses among those of a kind, by their places. */
export function testIsolation(isWanted: (place: number) => boolean): void {
  const states = Object.entries(KINDS).flatMap(([kind, all]) =>
    all.filter((_, place) => isWanted(place)).map((state) => [kind, state.name, state] as const),
  )

  describe('what one visit leaves to the next', () => {
    let lender: VisitorLender
    beforeAll(async () => {
      lender = await lendVisitors(BROWSERS)
    })
    afterAll(() => lender.close())

    test.concurrent.each(states)(
      '%s: %s',
      async (_kind, _name, state) => {
        const { keptWithoutLogins, kept = null, gone, context } = state
        const expected = { kept: keptWithoutLogins ?? kept, gone, context }
        const seen = await lender.lend(async (visitors) => {
          let seen = await visitTwice(visitors, state)
          // A busy machine may leave an answer under way, for which a context is closed instead of wiped.
          for (let tries = 1; tries < 10 && context === 'wiped' && seen.context === 'closed'; tries++)
            seen = await visitTwice(visitors, state)
          return seen
        })
        expect(seen).toEqual(expected)
      },
      PATIENCE_MS,
    )
  })

  describe('in a browser that logs in by itself, no context serves again that has seen a login', () => {
    let lender: VisitorLender
    beforeAll(async () => {
      lender = await lendVisitors(BROWSERS, { keepsLogins: true })
    })
    afterAll(() => lender.close())

    const real = LOGINS.filter(({ kept }, place) => kept === 200 && isWanted(place))
    test.concurrent.each(real.map((state) => [state.name, state] as const))(
      '%s',
      async (_name, state) => {
        const seen = await lender.lend((visitors) => visitTwice(visitors, state))
        expect(seen).toEqual({ kept: 200, gone: 401, context: 'closed' })
      },
      PATIENCE_MS,
    )
  })
}
