import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, type Pool } from '@gleaner/db'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Fleet, startFleet } from '../fleet.ts'
import { openAccount } from '../testing/open-account.ts'

let home: string
let site: Server
let origin: string
let fleet: Fleet
let pool: Pool
/** Key of an account that fills all it can. */
let greedy: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
  site = createServer((request, response) => {
    if (request.url!.startsWith('/hang')) return
    response.setHeader('content-type', 'text/html')
    response.end(
      `<title>Page</title><main><h1>Page</h1>${'<p>Words of a page that is there.</p>'.repeat(9)}</main>`,
    )
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const place = `127.0.0.1:${(site.address() as AddressInfo).port}`
  origin = `http://${place}`
  fleet = await startFleet({
    home,
    port: 0,
    env: { ...process.env, DATABASE_URL: undefined, REDIS_URL: undefined, EGRESS_ALLOW: place },
  })
  pool = createPool({ url: fleet.info.database_url, max: 2 })
  greedy = await openAccount(pool)
}, 90_000)
afterAll(async () => {
  await pool?.end()
  await fleet?.stop()
  site?.closeAllConnections()
  site?.close()
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
}, 60_000)

function scrape(key: string, body: object): Promise<Response> {
  return fetch(`${fleet.info.base_url}/scrape`, {
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

describe('an account whose requests hang', () => {
  test.each(CASES)(
    'does not keep another from tier $tier or from the same host',
    async ({ tier, hanging }) => {
      const options = { cost_controls: { force_tier: tier } }
      const accepted = await Promise.all(
        Array.from({ length: hanging }, (_, index) =>
          scrape(greedy, { url: `${origin}/hang?${tier}-${index}`, timeout: 60, sync: false, ...options }),
        ),
      )
      expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([202]))

      for (let index = 0; index < 5; index++) {
        const reply = await scrape(fleet.info.api_key, {
          url: `${origin}/page?${index}`,
          timeout: 40,
          ...options,
        })
        expect(await reply.json()).toMatchObject({ status_code: 200 })
      }
      const { rows } = await pool.query(
        `SELECT count(*)::int AS open FROM job WHERE finished_at IS NULL AND url LIKE $1`,
        [`%/hang?${tier}-%`],
      )
      expect(rows[0].open).toBe(hanging)
    },
    60_000,
  )
})
