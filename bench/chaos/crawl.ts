import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type LinkedSite, startLinkedSite } from '../crawl/linked-site.ts'
import { type Stack, withStack } from '../lib/stack.ts'
import { checkLedger } from './check-ledger.ts'
import { DISTURBANCES, type Disturbance } from './disturbances.ts'
import { type CrawlSize, startCrawl, untilEnded } from './follow-crawl.ts'
import { inOrder, reportFaults } from './report.ts'
import { type Databases, withDatabases } from './restartable.ts'

const PATIENCE_MS = 400_000
/** At most so many of a hundred pages may be asked for twice: what a killed worker had at hand is fetched again. */
const TWICE_SHARE = 0.01

/**
 * Crawls of a linked site that are disturbed `--times` times each, by one of: `kill` and `terminate` (processes at random, or `--only <name>`), `empty-redis`,
 * `stop-redis` and `stop-postgres` (20 s each). Afterwards the site says what it was asked for: every page, none beyond 1 % twice; and the ledger is
 * checked. `--split` runs one process per service. Exits with 1 at any fault.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      by: { type: 'string', default: 'kill' },
      only: { type: 'string' },
      split: { type: 'boolean', default: false },
      pages: { type: 'string', default: '1000' },
      times: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '10' },
    },
  })
  const pages = Number(values.pages)
  const disturbanceBy = DISTURBANCES[values.by]
  if (!disturbanceBy) throw new Error(`--by is one of ${Object.keys(DISTURBANCES).join(', ')}`)
  const site = await startLinkedSite({ pages, delayMs: 20 })
  const disturbed = async (databases?: Databases) =>
    await withStack({ split: values.split, env: { ...STACK, ...databases?.env } }, async (stack) => {
      const rows: string[][] = []
      const found: string[] = []
      for (let round = 0; round < Number(values.rounds); round++) {
        const { row, faults } = await crawlOnce(stack, site, {
          pages,
          concurrency: Number(values.concurrency),
          times: Number(values.times),
          disturb: disturbanceBy({ only: values.only, databases }),
        })
        rows.push(row)
        found.push(...faults)
        console.error(row.join(' | '), faults)
      }
      reportFaults(HEADER, rows, found)
    })
  try {
    await (values.by.startsWith('stop-') ? withDatabases(disturbed) : disturbed())
  } finally {
    site.close()
  }
}

const STACK = { EGRESS_ALLOW: '127.0.0.0/8', DOMAIN_CONCURRENCY: '200' }

const HEADER = [
  'disturbed',
  'pages',
  'fetched twice',
  'open then',
  'most at once',
  'status',
  'seconds',
  'ledger',
]

interface Run extends CrawlSize {
  times: number
  disturb: Disturbance
}

async function crawlOnce(
  stack: Stack,
  site: LinkedSite,
  run: Run,
): Promise<{ row: string[]; faults: string[] }> {
  const startedAt = Date.now()
  const deadline = startedAt + PATIENCE_MS
  site.forget()
  const id = await startCrawl(stack.info, site.url, run, deadline)
  const { done, open } = await disturb(stack, site, run, deadline)
  const crawl = await untilEnded(stack.info, id, deadline)
  const { fetches, mostAtOnce } = await site.seen()
  const twice = Object.values(fetches).reduce((sum, times) => sum + times - 1, 0)
  const ledger = await checkLedger((await stack.info()).database_url)
  const faults = [
    ...(crawl.status === 'completed' ? [] : [`the crawl is ${crawl.status}`]),
    ...(Object.keys(fetches).length === run.pages
      ? []
      : [`${Object.keys(fetches).length} pages were asked for`]),
    ...(twice <= run.pages * TWICE_SHARE ? [] : [`${twice} pages were asked for twice`]),
    ...(mostAtOnce <= run.concurrency ? [] : [`${mostAtOnce} requests were open at once`]),
    ...(await checkItems((await stack.info()).database_url, id, run.pages)),
    ...ledger,
  ]
  const row = [
    done.join(' ') || 'nothing',
    String(Object.keys(fetches).length),
    String(twice),
    String(open),
    String(mostAtOnce),
    `${crawl.status}, ${crawl.end_reason}`,
    ((Date.now() - startedAt) / 1_000).toFixed(1),
    inOrder(ledger),
  ]
  return { row, faults }
}

/** Disturbs the crawl while its pages are fetched; tells what was done, and how many requests were open at the target then. */
async function disturb(
  stack: Stack,
  site: LinkedSite,
  { pages, times, disturb }: Run,
  deadline: number,
): Promise<{ done: string[]; open: number }> {
  const done: string[] = []
  let open = 0
  for (let time = 1; time <= times; time++) {
    const after = Math.floor((pages * time) / (times + 1.5))
    while (Object.keys((await site.seen()).fetches).length < after && Date.now() < deadline) await sleep(50)
    open += (await site.seen()).open
    done.push(await disturb(stack))
  }
  return { done, open }
}

/** Every page is one item that has succeeded, and the frontier says the same. */
async function checkItems(databaseUrl: string, id: string, pages: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `SELECT succeeded, failed, total, (SELECT count(DISTINCT url)::int FROM job WHERE batch_id = $1 AND status = 'completed') AS urls,
              (SELECT count(*)::int FROM crawl_page WHERE crawl_id = $1 AND state <> 'done') AS undone,
              (SELECT count(*)::int FROM crawl_findings WHERE crawl_id = $1 AND NOT kept) AS findings
       FROM batch WHERE id = $1`,
      [id],
    )
    const [row] = rows
    const wanted = { succeeded: pages, failed: 0, total: pages, urls: pages, undone: 0, findings: 0 }
    return Object.entries(wanted).flatMap(([name, value]) =>
      row[name] === value ? [] : [`${name} is ${row[name]}, not ${value}`],
    )
  } finally {
    await client.end()
  }
}

await main()
