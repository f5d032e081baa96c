import { setOperator } from '@gleaner/operator'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../fixture.ts'
import { startMaps } from '../start-maps.ts'
import { literalsFor, NUMBERS, nameOf, sendNumber } from './declared-numbers.ts'

/** They take the fields of POST /scrape and POST /batch, of work that has ended: there is none here. */
const OF_ENDED_WORK = ['retryJob', 'retryBatch']

/** Sends odd numbers to every endpoint: of the odd values `odd` to each field, or all. */
export function testDeclaredNumbers(odd?: number): void {
  let fixture: GatewayFixture
  let account: TestAccount
  let maps: AsyncDisposable
  beforeAll(async () => {
    fixture = await createGatewayFixture({ TRUST_PROXY: '1', NODE_ENV: 'development' })
    maps = startMaps(fixture)
    account = await fixture.account(100_000_000)
    // Else fields of operators' endpoints would be looked at by nothing.
    await fixture.db.transaction((both) => setOperator(both, 'system', account.email, true))
  })
  afterAll(async () => {
    await maps[Symbol.asyncDispose]()
    await fixture.close()
  })

  const accepted = new Set<string>()

  test.each([...Map.groupBy(NUMBERS, ({ endpoint }) => endpoint)])(
    '%s answers no number with a server error',
    async (_, fields) => {
      const faults: string[] = []
      for (const field of fields) {
        for (const literal of literalsFor(field, NUMBERS.indexOf(field), odd)) {
          const status = await sendNumber(fixture, account, field, literal)
          if (status >= 500) faults.push(`${nameOf(field)} ${literal}: ${status}`)
          if (status < 300) accepted.add(nameOf(field))
        }
        await fixture.pool.query('DELETE FROM crawl; DELETE FROM job; DELETE FROM batch')
      }
      expect(faults).toEqual([])
    },
    300_000,
  )

  test('what is within the bounds is taken', () => {
    const takeable = NUMBERS.filter(({ endpoint }) => !OF_ENDED_WORK.includes(endpoint))
    expect(accepted.size).toBeGreaterThan(takeable.length * 0.7)
  })
}
