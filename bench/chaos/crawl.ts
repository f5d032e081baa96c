import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { connectRedis, endConnection } from '@gleaner/queue'
import pg from 'pg'
import { type LinkedSite, startLinkedSite } from '../crawl/linked-site.ts'
import { type Answer, getApi, request } from '../lib/api.ts'
import { describeMachine } from '../lib/machine.ts'
import { type Stack, withStack } from '../lib/stack.ts'
import { table } from '../lib/table.ts'
import { checkLedger } from './check-ledger.ts'

const PATIENCE_MS = 400_000
/** At most so many of a hundred pages may be asked for twice: what a killed worker had at hand is fetched again. */
const TWICE_SHARE = 0.01

/**
 * Crawls of a linked site while processes of the fleet are killed at random, each one after the other (`--kills` times in all), or with `--flush` Redis is
 * emptied. Afterwards the site says what it was asked for: every page, none beyond 1 % twice; and the ledger is checked. `--split` runs one
 * process per service, `--only <name>` kills one of them. Exits with 1 at any fault.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      split: { type: 'boolean', default: false },
      only: { type: 'string' },
      pages: { type: 'string', default: '1000' },
      kills: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '10' },
      flush: { type: 'boolean', default: false },
    },
  })
  const [pages, kills] = [Number(values.pages), Number(values.kills)]
  const site = await startLinkedSite({ pages, delayMs: 20 })
  try {
    await withStack(
      { split: values.split, env: { EGRESS_ALLOW: '127.0.0.0/8', DOMAIN_CONCURRENCY: '200' } },
      async (stack) => {
        const rows: string[][] = []
        const found: string[] = []
        for (let round = 0; round < Number(values.rounds); round++) {
          const { row, faults } = await crawlOnce(stack, site, {
            pages,
            kills,
            only: values.only,
            flush: values.flush,
            concurrency: Number(values.concurrency),
          })
          rows.push(row)
          found.push(...faults)
          console.error(row.join(' | '), faults)
        }
        console.log(`${describeMachine()}\n`)
        console.log(
          table(['killed', 'pages', 'fetched twice', 'most at once', 'status', 'seconds', 'ledger'], rows),
        )
        for (const fault of found) console.log(`FAULT ${fault}`)
        if (found.length > 0) process.exitCode = 1
      },
    )
  } finally {
    site.close()
  }
}

interface Run {
  pages: number
  kills: number
  only: string | undefined
  flush: boolean
  concurrency: number
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
  const killed = await disturb(stack, site, run, deadline)
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
    killed.join(' ') || 'nothing',
    String(Object.keys(fetches).length),
    String(twice),
    String(mostAtOnce),
    `${crawl.status}, ${crawl.end_reason}`,
    ((Date.now() - startedAt) / 1_000).toFixed(1),
    ledger.length === 0 ? 'in order' : `${ledger.length} faults`,
  ]
  return { row, faults }
}

/** Asks until there is an answer, with one Idempotency-Key: there is one crawl in the end. */
async function startCrawl(
  info: () => Promise<DevInfo>,
  url: string,
  { pages, concurrency }: Run,
  deadline: number,
): Promise<string> {
  const key = `crawl-${Date.now()}`
  const answer = await untilAnswered(async () => {
    const { base_url, api_key } = await info()
    return await request(`${base_url}/crawl`, {
      method: 'POST',
      headers: { 'x-api-key': api_key, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        url,
        max_pages: 2 * pages,
        max_depth: 20,
        max_concurrency: concurrency,
        formats: ['markdown'],
      }),
    })
  }, deadline)
  return JSON.parse(answer.text).crawl_id
}

/** Kills processes at random while pages are fetched; returns their names. */
async function disturb(stack: Stack, site: LinkedSite, run: Run, deadline: number): Promise<string[]> {
  const killed: string[] = []
  for (let kill = 1; kill <= run.kills; kill++) {
    const after = Math.floor((run.pages * kill) / (run.kills + 1.5))
    while (Object.keys((await site.seen()).fetches).length < after && Date.now() < deadline) await sleep(50)
    if (run.flush) killed.push(await flushRedis(await stack.info()))
    else killed.push(await killOne(stack, run.only))
  }
  return killed
}

async function flushRedis({ redis_url }: DevInfo): Promise<string> {
  const redis = connectRedis(redis_url, 'worker', () => {})
  await redis.flushdb()
  endConnection(redis)
  return 'flushdb'
}

async function killOne(stack: Stack, only: string | undefined): Promise<string> {
  for (;;) {
    const { supervisor: _, ...pids } = (await stack.info()).pids
    const names = Object.keys(pids).filter((name) => !only || name === only)
    if (names.length === 0)
      throw new Error(`there is no process "${only}"; there are ${Object.keys(pids).join(', ')}`)
    const name = names[Math.floor(Math.random() * names.length)]!
    try {
      process.kill(pids[name]!, 'SIGKILL')
      return name
    } catch {
      // On its way up again.
      await sleep(200)
    }
  }
}

interface CrawlReply {
  status: string
  end_reason: string | null
}

async function untilEnded(info: () => Promise<DevInfo>, id: string, deadline: number): Promise<CrawlReply> {
  for (;;) {
    const answer = await untilAnswered(async () => await getApi(await info(), `/crawl/${id}`), deadline)
    const crawl: CrawlReply = JSON.parse(answer.text)
    if (!['discovering', 'running'].includes(crawl.status) || Date.now() > deadline) return crawl
    await sleep(300)
  }
}

async function untilAnswered(ask: () => Promise<Answer>, deadline: number): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429) {
      if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text.slice(0, 400)}`)
      return answer
    }
    if (Date.now() > deadline) throw new Error('no answer in time')
    await sleep(300)
  }
}

/** Every page is one item that has succeeded, and the frontier says the same. */
async function checkItems(databaseUrl: string, id: string, pages: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `SELECT succeeded, failed, total, (SELECT count(DISTINCT url)::int FROM job WHERE batch_id = $1 AND status = 'completed') AS urls,
              (SELECT count(*)::int FROM crawl_page WHERE crawl_id = $1 AND state <> 'done') AS undone,
              (SELECT count(*)::int FROM crawl_findings WHERE crawl_id = $1) AS findings
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
