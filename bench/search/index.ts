/**
 * What the built-in index costs: CPU for each page that is read into it, and the time of a query among many pages of one account, then among those
 * of a hundred accounts. Pages are made of words that are as frequent as in English (Zipf), 400 of them.
 * `node bench/search/index.ts [pages] [accounts]`
 */
import { cpuUsage } from 'node:process'
import { uuidv7 } from '@gleaner/contracts'
import { createPool } from '@gleaner/db'
import { migrate } from '@gleaner/db/migrate'
import { createIndexEngine, followPages, openIndex } from '@gleaner/search'
import { cpuMs } from '../lib/process-usage.ts'
import { median, percentile } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import { startScratchPostgres } from '../usage/checkout.ts'
import { insertPages } from './load-tree.ts'

const PAGES = Number(process.argv[2] ?? 100_000)
const ACCOUNTS = Number(process.argv[3] ?? 1)
const WORDS = 400
const VOCABULARY = 50_000
const RUNS = 60

const postgres = await startScratchPostgres({ throwAway: true })
await migrate(postgres.url)
const pool = createPool({ url: postgres.url, max: 4, statementTimeoutMs: 600_000 })

const postgresMs = async () => (await cpuMs({ postgres: postgres.pid })).postgres!

let seed = 1
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
/** Word `i` of the vocabulary; rank 1 is the most frequent. */
const word = (rank: number) => `w${rank.toString(36)}x`
const zipf = () => Math.floor(VOCABULARY ** random())
const words = (count: number) => Array.from({ length: count }, () => word(zipf())).join(' ')

function pageText(url: string): string {
  const title = words(6)
  const markdown = `# ${title}\n\n${Array.from({ length: 8 }, () => words(WORDS / 8)).join('\n\n')}`
  return JSON.stringify({
    final_url: url,
    status_code: 200,
    title,
    content: { markdown },
    metadata: { language: 'en' },
  })
}

const accounts = Array.from({ length: ACCOUNTS }, () => uuidv7())
const each = Math.floor(PAGES / ACCOUNTS)
const cost = { node: 0, postgres: 0, pages: 0 }
for (const accountId of accounts) {
  await pool.query("INSERT INTO account (id, name) VALUES ($1, 'bench')", [accountId])
  await openIndex(pool, accountId)
  for (let at = 0; at < each; at += 2_000) {
    const count = Math.min(2_000, each - at)
    const pages = Array.from({ length: count }, (_, index) => {
      const url = `https://host-${(at + index) % 50}.test/page/${at + index}`
      return { url, page: pageText(url) }
    })
    await insertPages(pool, accountId, pages)
    const [node, server] = [cpuUsage(), await postgresMs()]
    while ((await followPages(pool, accountId, true)) > 0);
    const used = cpuUsage(node)
    cost.node += (used.user + used.system) / 1000
    cost.postgres += (await postgresMs()) - server
    cost.pages += count
  }
}
await pool.query('VACUUM ANALYZE search_document')
const { rows } = await pool.query("SELECT pg_total_relation_size('search_document')::float8 AS bytes")
console.log(
  `${cost.pages} pages of ${ACCOUNTS} accounts: ${short(cost.node / cost.pages)} ms of CPU in Node and ${short(cost.postgres / cost.pages)} ms in Postgres for each page, ${short(rows[0].bytes / cost.pages / 1024)} KB on disk`,
)

const engine = createIndexEngine(pool)
const QUERIES: [string, () => string][] = [
  ['one frequent word', () => word(1 + Math.floor(random() * 20))],
  ['one rare word', () => word(20_000 + Math.floor(random() * 20_000))],
  ['three words', () => words(3)],
  ['eight words', () => words(8)],
  ['three frequent words', () => [1, 2, 3].map(() => word(1 + Math.floor(random() * 20))).join(' ')],
  ['a phrase', () => `"${word(2)} ${word(3)}"`],
  ['a word that is nowhere', () => 'nowhere'],
]
const measured: (string | number)[][] = []
for (const [name, make] of QUERIES) {
  const times: number[] = []
  const before = await postgresMs()
  for (let run = 0; run < RUNS; run++) {
    const accountId = accounts[run % accounts.length]!
    const startedAt = performance.now()
    await engine.search({ query: make(), page: 1, numResults: 10 }, accountId, AbortSignal.timeout(60_000))
    times.push(performance.now() - startedAt)
  }
  measured.push([
    name,
    short(median(times)),
    short(percentile(times, 99)),
    short(((await postgresMs()) - before) / RUNS),
  ])
}
console.log(table(['query', 'p50 ms', 'p99 ms', "ms of Postgres' CPU"], measured))
await pool.end()
await postgres.stop()
