import { setTimeout as sleep } from 'node:timers/promises'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import pg from 'pg'
import { callApi, postScrape } from '../lib/api.ts'
import { describeMachine } from '../lib/machine.ts'
import { withStack } from '../lib/stack.ts'
import { table } from '../lib/table.ts'

const JOBS = Number(process.argv[2] ?? 1_000)

/**
 * What one job leaves behind: bytes in each table of Postgres with its indexes, by kind of job. `node bench/scale/units.ts [jobs]`.
 */
async function main(): Promise<void> {
  const bytes = await withStack({}, async ({ info }) => {
    const client = new pg.Client({ connectionString: (await info()).database_url })
    await client.connect()
    try {
      // The first rows of each table open its files and the usage counts.
      await singles(await info(), 50, client)
      return {
        single: await growth(client, async () => await singles(await info(), JOBS, client)),
        batch: await growth(client, async () => await batch(await info(), client)),
      }
    } finally {
      await client.end()
    }
  })
  const tables = Object.keys(bytes.batch).filter((name) => bytes.single[name]! + bytes.batch[name]! >= 1)
  const totals = (of: Record<string, number>) => Object.values(of).reduce((sum, one) => sum + one, 0)
  const round = (value: number) => String(Math.round(value))
  console.log(`${describeMachine()}\n`)
  console.log(
    table(
      ['table, with indexes', 'bytes a single job', 'bytes an item of a batch'],
      [
        ...tables.map((name) => [name, round(bytes.single[name]!), round(bytes.batch[name]!)]),
        ['all', round(totals(bytes.single)), round(totals(bytes.batch))],
      ],
    ),
  )
}

async function growth(client: pg.Client, act: () => Promise<void>): Promise<Record<string, number>> {
  const before = await sizes(client)
  await act()
  const after = await sizes(client)
  return Object.fromEntries(
    Object.entries(after).map(([name, size]) => [name, (size - before[name]!) / JOBS]),
  )
}

async function sizes(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; size: number }>(
    `SELECT relname AS name, pg_total_relation_size(oid)::float8 AS size FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  return Object.fromEntries(rows.map(({ name, size }) => [name, size]))
}

const pageOf = ({ sample_site }: DevInfo, index: number) => `${sample_site}/bench/20kb?unit=${index}`

async function singles(info: DevInfo, count: number, client: pg.Client): Promise<void> {
  for (let index = 0; index < count; index++) {
    const answer = await postScrape(info, {
      url: pageOf(info, index),
      formats: ['markdown', 'json'],
      sync: false,
    })
    if (answer.status !== 202) throw new Error(answer.text)
  }
  await untilNoneOpen(client)
}

async function batch(info: DevInfo, client: pg.Client): Promise<void> {
  const urls = Array.from({ length: JOBS }, (_, index) => pageOf(info, index))
  const body = { urls, formats: ['markdown', 'json'] }
  const answer = await callApi(info, 'POST', '/batch', { body })
  if (answer.status !== 200) throw new Error(answer.text)
  await untilNoneOpen(client)
}

async function untilNoneOpen(client: pg.Client): Promise<void> {
  const deadline = Date.now() + 300_000
  while ((await client.query('SELECT FROM job WHERE finished_at IS NULL LIMIT 1')).rowCount !== 0) {
    if (Date.now() > deadline) throw new Error('the jobs do not end')
    await sleep(200)
  }
}

await main()
