import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type LinkedSite, startLinkedSite } from '../crawl/linked-site.ts'
import { callApi, getApi } from '../lib/api.ts'
import { type Stack, withStack } from '../lib/stack.ts'
import { checkLedger } from './check-ledger.ts'
import { startCrawl } from './follow-crawl.ts'
import { inOrder, reportFaults } from './report.ts'
import { untilAnswered } from './until-answered.ts'

const PATIENCE_MS = 120_000
/** What is asked for so long after the answer is asked for in spite of it. */
const AFTERWARDS_MS = 8_000
const CONCURRENCY = 10

/**
 * Crawls of a linked site that are cancelled when a third of it has been fetched (`--rounds`). After the answer nothing is asked for but what was under
 * way; what was delivered stays, and is what was charged; no money is held. Exits with 1 at any fault.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { pages: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '3' } },
  })
  const pages = Number(values.pages)
  const site = await startLinkedSite({ pages, delayMs: 20 })
  const rows: string[][] = []
  const found: string[] = []
  try {
    await withStack({ env: { EGRESS_ALLOW: '127.0.0.0/8', DOMAIN_CONCURRENCY: '200' } }, async (stack) => {
      for (let round = 0; round < Number(values.rounds); round++) {
        const { row, faults } = await cancelOnce(stack, site, pages)
        rows.push(row)
        found.push(...faults)
        console.error(row.join(' | '), faults)
      }
    })
  } finally {
    site.close()
  }
  reportFaults(['fetched at the answer', 'afterwards', 'delivered', 'answer ms', 'ledger'], rows, found)
}

async function cancelOnce(
  { info }: Stack,
  site: LinkedSite,
  pages: number,
): Promise<{ row: string[]; faults: string[] }> {
  const deadline = Date.now() + PATIENCE_MS
  site.forget()
  const id = await startCrawl(info, site.url, { pages, concurrency: CONCURRENCY }, deadline)
  while ((await countOf(site)) < pages / 3 && Date.now() < deadline) await sleep(20)
  const startedAt = performance.now()
  const answer = await callApi(await info(), 'DELETE', `/crawl/${id}`)
  const tookMs = performance.now() - startedAt
  const atAnswer = await countOf(site)
  await sleep(AFTERWARDS_MS)
  const afterwards = (await countOf(site)) - atAnswer
  const crawl = JSON.parse(
    (await untilAnswered(() => info().then((now) => getApi(now, `/crawl/${id}`)), deadline)).text,
  )
  const ledger = await checkLedger((await info()).database_url)
  const faults = [
    ...(answer.status < 300 ? [] : [`the answer was ${answer.status} ${answer.text.slice(0, 200)}`]),
    ...(afterwards <= CONCURRENCY ? [] : [`${afterwards} pages were asked for after the answer`]),
    ...(crawl.status === 'cancelled' ? [] : [`the crawl is ${crawl.status}`]),
    ...(crawl.pages_scraped > 0 ? [] : ['no page was kept']),
    ...ledger,
  ]
  const row = [
    String(atAnswer),
    String(afterwards),
    String(crawl.pages_scraped),
    tookMs.toFixed(0),
    inOrder(ledger),
  ]
  return { row, faults }
}

async function countOf(site: LinkedSite): Promise<number> {
  return Object.values((await site.seen()).fetches).reduce((sum, times) => sum + times, 0)
}

await main()
