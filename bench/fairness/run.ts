import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createPool } from '@gleaner/db'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { runBatch } from '../batch/run-batch.ts'
import { type Answer, request } from '../lib/api.ts'
import { describeMachine } from '../lib/machine.ts'
import { withStack } from '../lib/stack.ts'
import { percentile } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import { ATTACKS, type Attack, type Sites } from './attacks.ts'
import { runCrawl } from './run-crawl.ts'
import { startSites } from './sites.ts'

/** Requests of the account that is watched, one after the other. */
const COUNT = { page: 100, 'browser-page': 20 } as const
/** Short enough for the next attack to find the fleet free again. */
const ATTACK_TIMEOUT_S = 40
/** From its request until bulk work is at work. */
const BULK_BEGINS_MS = 1_500
const FORMATS = { formats: ['markdown', 'json'] }

/**
 * What one account's load does to another's requests: the second account's times alone, and beside each attack.
 * `--accounts <n>`: so many accounts attack at once (1). `--attack <text>`: only attacks with this in their name.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { accounts: { type: 'string', default: '1' }, attack: { type: 'string', default: '' } },
  })
  const accounts = Number(values.accounts)
  const rows: (string | number)[][] = []
  const chosen = ATTACKS.filter(({ name }) => name.includes(values.attack))
  for (const attack of chosen)
    rows.push(await onOwnStack((info, sites) => measure(info, sites, attack, accounts)))
  console.log(
    `${describeMachine()}; attackers: ${accounts}; ${COUNT.page} pages, ${COUNT['browser-page']} browser pages\n`,
  )
  console.log(
    table(['attack', 'p50 alone', 'p50 beside', 'p95 alone', 'p95 beside', 'ratio p95', 'failed'], rows),
  )
}

async function onOwnStack<T>(use: (info: DevInfo, sites: Sites) => Promise<T>): Promise<T> {
  const sites = await startSites()
  const places = [sites.fast, sites.silent, sites.linked].map((origin) => new URL(origin).host).join(',')
  try {
    return await withStack({ env: { EGRESS_ALLOW: places } }, async ({ info }) => use(await info(), sites))
  } finally {
    sites.close()
  }
}

async function measure(info: DevInfo, sites: Sites, attack: Attack, accounts: number) {
  const attackers = await openAccounts(info, accounts)
  const watch = () => watchVictim(info, sites, attack.victim)
  await watch() // warms the code up
  const alone = await watch()
  const watched = new AbortController()
  const sent = attackers.map((key) => sendAll(info, sites, attack, key, watched.signal))
  let isOver = false
  const over = Promise.all(sent).then(() => {
    isOver = true
  })
  await Promise.race([over, sleep(attack.bulk ? BULK_BEGINS_MS : 3_000)])
  const beside = await watch()
  if (attack.bulk && isOver) console.log(`The ${attack.bulk} was over before the other account was.`)
  watched.abort()
  await over
  const [p95Alone, p95Beside] = [percentile(alone.times, 95), percentile(beside.times, 95)]
  return [
    attack.name,
    short(percentile(alone.times, 50)),
    short(percentile(beside.times, 50)),
    short(p95Alone),
    short(p95Beside),
    short(p95Beside / p95Alone),
    beside.failed,
  ]
}

async function openAccounts(info: DevInfo, count: number): Promise<string[]> {
  const pool = createPool({ url: info.database_url, max: 2 })
  try {
    return await Promise.all(Array.from({ length: count }, () => openAccount(pool)))
  } finally {
    await pool.end()
  }
}

/** Resolves when all has ended; a crawl is cancelled when `watched` aborts. */
async function sendAll(
  info: DevInfo,
  sites: Sites,
  attack: Attack,
  key: string,
  watched: AbortSignal,
): Promise<void> {
  if (attack.bulk === 'batch') return await runBatch(info, key, batchOf(sites, attack))
  if (attack.bulk === 'crawl') return await runCrawl(info, key, crawlOf(sites, attack), watched)
  const send = async (index: number) => {
    const body = { ...attack.request(sites, index), sync: false, timeout: ATTACK_TIMEOUT_S }
    await scrape(info, key, body).catch(() => undefined)
  }
  await Promise.all(Array.from({ length: attack.count }, (_, index) => send(index)))
}

function batchOf(sites: Sites, attack: Attack): object {
  const urls = Array.from({ length: attack.count }, (_, index) => attack.request(sites, index).url)
  return { urls, ...FORMATS }
}

function crawlOf(sites: Sites, attack: Attack): object {
  return {
    ...attack.request(sites, 0),
    max_pages: attack.count,
    max_concurrency: 50,
    max_depth: 20,
    ...FORMATS,
  }
}

async function watchVictim(info: DevInfo, { fast }: Sites, victim: Attack['victim']) {
  const times: number[] = []
  let failed = 0
  for (let index = 0; index < COUNT[victim]; index++) {
    const options = victim === 'page' ? {} : { cost_controls: { force_tier: '4' } }
    const startedAt = performance.now()
    const answer = await scrape(info, info.api_key, {
      url: `${fast}/page?${randomUUID()}`,
      ...FORMATS,
      ...options,
    })
    times.push(performance.now() - startedAt)
    if (answer.status !== 200) failed += 1
  }
  return { times, failed }
}

function scrape(info: DevInfo, key: string, body: object): Promise<Answer> {
  return request(`${info.base_url}/scrape`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

await main()
