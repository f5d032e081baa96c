import { beforeAll, describe, expect, test } from '@jest/globals'
import { openAccount } from '../testing/open-account.ts'
import type { StackUnderTest } from './stack-under-test.ts'

let stack: StackUnderTest

function scrape(key: string, body: object): Promise<Response> {
  return fetch(`${stack.fleet.info.base_url}/scrape`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** More than there are slots at the tier, and permits at the host; each hangs until its time is over. */
const CASES = [
  { tier: '1', hanging: 400 },
  { tier: '2', hanging: 200 },
  { tier: '4', hanging: 40 },
]

export function describeFairness(running: () => StackUnderTest): void {
  describe('an account whose requests hang', () => {
    /** Its key. */
    let greedy: string
    beforeAll(async () => {
      stack = running()
      greedy = await openAccount(stack.pool)
    })

    test.each(CASES)(
      'does not keep another from tier $tier or from the same host',
      async ({ tier, hanging }) => {
        const options = { cost_controls: { force_tier: tier } }
        const accepted = await Promise.all(
          Array.from({ length: hanging }, (_, index) =>
            scrape(greedy, {
              url: `${stack.hanging.origin}/hang?${tier}-${index}`,
              timeout: 60,
              sync: false,
              ...options,
            }),
          ),
        )
        expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([202]))

        for (let index = 0; index < 5; index++) {
          const reply = await scrape(stack.fleet.info.api_key, {
            url: `${stack.hanging.origin}/page?${index}`,
            timeout: 40,
            ...options,
          })
          expect(await reply.json()).toMatchObject({ status_code: 200 })
        }
        const { rows } = await stack.pool.query(
          `SELECT count(*)::int AS open FROM job WHERE finished_at IS NULL AND url LIKE $1`,
          [`%/hang?${tier}-%`],
        )
        expect(rows[0].open).toBe(hanging)
      },
    )
  })
}
