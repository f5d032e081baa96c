import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createPool, type Pool } from '@gleaner/db'
import { type Api, apiOf } from '@gleaner/devstack/testing/fair/api'
import { type HostileSite, startHostileSite } from '@gleaner/devstack/testing/fair/hostile-site'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { freePort } from '@gleaner/local-servers/free-port'
import { WORK, WORK_KINDS, type WorkKind } from '@gleaner/queue/work'
import { withStack } from '../../lib/stack.ts'
import { startGateway } from '../../lib/start-gateway.ts'
import { largeJobOf } from './connections.ts'
import { alsoAnswers } from './pages.ts'
import { type Cell, report } from './report.ts'
import { waysOf } from './ways.ts'
import { startFlood, watch } from './windows.ts'

const NEIGHBOURS = 40
const CALMS_DOWN_MS = 20_000
/** Nobody floods: what the noise of the machine makes of a ratio. */
const NOBODY = 'nobody'

/**
 * Every kind of work of the table × every hostile kind: the times of a neighbour's small work, in quiet and in flooded windows that take
 * turns. `--rounds <n>` windows of a cell; `--minutes <n>` after which no window begins; `--hostile`, `--kind` with `a,b`: only these;
 * `--free`: the hostile account has the limits of a free one.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '4' },
      minutes: { type: 'string', default: '60' },
      hostile: { type: 'string', default: '' },
      kind: { type: 'string', default: '' },
      free: { type: 'boolean', default: false },
    },
  })
  const endsAt = Date.now() + Number(values.minutes) * 60_000
  const chosen = (names: string) => (kind: string) => names === '' || names.split(',').includes(kind)
  await onStack(async ({ pool, site, base, indexGateway }) => {
    const { ways, apart } = waysOf(indexGateway)
    for (const [kind, { because, tests }] of apart) console.error(`${kind} is left to ${tests}: ${because}`)
    const watched = new Map([...ways].filter(([kind]) => chosen(values.kind)(kind)))
    const hostiles = [NOBODY, ...ways.keys()].filter(chosen(values.hostile))
    const neighbours: Api[] = []
    while (neighbours.length < NEIGHBOURS) neighbours.push(apiOf(base, await openAccount(pool)))
    const next = () => {
      neighbours.push(neighbours.shift()!)
      return neighbours[0]!
    }
    const look = (fast: number, slow: number) => watch(watched, { fast, slow }, next, site)
    for (const kind of WORK_KINDS) site.release(kind)
    await Promise.all(neighbours.map((api) => largeJobOf(api, site)))
    await look(1, 1) // warms up
    const cells: Cell[] = []
    for (let round = 0; round < Number(values.rounds); round++)
      for (const hostile of hostiles) {
        if (Date.now() > endsAt) break
        // An account may have 50 sessions, and ask for five validations a minute.
        await pool.query('DELETE FROM login_session')
        const quiet = await look(5, 2)
        const account = await openAccount(pool, { isFree: values.free })
        const flood =
          hostile === NOBODY
            ? undefined
            : await startFlood(
                hostile as WorkKind,
                ways.get(hostile as WorkKind)!,
                apiOf(base, account),
                site,
                WORK[hostile as WorkKind].heldBy === 'outsider' &&
                  hostile !== 'reply' &&
                  hostile !== 'live-messages',
              )
        const flooded = await look(5, 2)
        const held = flood?.most()
        flood?.stop()
        const isCalm = await calmDown(pool)
        for (const kind of watched.keys())
          cells.push({ hostile, kind, quiet: quiet.get(kind)!, flooded: flooded.get(kind)! })
        console.error(
          `${new Date().toISOString()} round ${round + 1}: ${hostile}, held at most ${held}${isCalm ? '' : '; jobs left open'}`,
        )
      }
    console.log(report(cells, [...apart.keys()]))
  })
}

interface Running {
  pool: Pool
  site: HostileSite
  base: string
  indexGateway: string
}

async function onStack(use: (running: Running) => Promise<void>): Promise<void> {
  const site = await startHostileSite(WORK_KINDS, alsoAnswers)
  const env = {
    EGRESS_ALLOW: '127.0.0.0/8',
    SEARCH_ENGINE: 'searxng',
    SEARXNG_URL: site.searxng,
    SEARCH_TIMEOUT: '60s',
  }
  try {
    await withStack({ env }, async (stack) => {
      const { database_url, base_url } = await stack.info()
      const port = await freePort()
      const child = join(import.meta.dirname, '../../lib/gateway-child.ts')
      const gateway = await startGateway(child, stack, port, { SEARCH_ENGINE: 'index' })
      const pool = createPool({ url: database_url, max: 8 })
      try {
        await use({ pool, site, base: base_url, indexGateway: `http://127.0.0.1:${port}/api/v1` })
      } finally {
        await pool.end()
        gateway.kill()
        await once(gateway, 'exit')
      }
    })
  } finally {
    site.close()
  }
}

/** Waits until no job and no crawl is open, or for as long as is sensible; says whether it came so far. */
async function calmDown(pool: Pool): Promise<boolean> {
  const deadline = Date.now() + CALMS_DOWN_MS
  while (Date.now() < deadline) {
    const { rows } = await pool.query('SELECT EXISTS (SELECT FROM job WHERE finished_at IS NULL) AS open')
    if (!rows[0].open) return true
    await sleep(250)
  }
  return false
}

await main()
process.exit()
