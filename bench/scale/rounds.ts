import { parseArgs } from 'node:util'
import { closeAccount, eraseDeletedAccounts } from '@gleaner/account-deletion'
import { auditRound } from '@gleaner/billing'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { migrate } from '@gleaner/db/migrate'
import { silentLogger } from '@gleaner/runtime'
import { PURGES } from '@gleaner/scheduler/purges/purges'
import { DELETED, fillDatabase, readsOf } from '@gleaner/scheduler/testing/large-database'
import { allowAnyRow } from '@gleaner/testkit/insert-rows'
import { describeMachine } from '../lib/machine.ts'
import { startScratchPostgres } from '../lib/scratch-postgres.ts'
import { table } from '../lib/table.ts'

/** Rows of every table that grows with what callers ask for. */
const { values } = parseArgs({
  options: { small: { type: 'string', default: '20000' }, large: { type: 'string', default: '2000000' } },
})

const noFiles = { delete: async () => {} }
const nobody = { publish: () => {} } as never

/** What goes round for ever, and what a deletion does: their cost must not grow with the tables. */
const WORK: Record<string, (pool: Pool) => Promise<unknown>> = {
  'a turn of the audit': (pool) => auditRound(pool),
  'a turn of all purges': async (pool) => {
    for (const { run } of PURGES) await run(pool, Number.POSITIVE_INFINITY)
  },
  'closing an account': (pool) => transaction(pool, (sql) => closeAccount({ sql } as never, DELETED)),
  'erasing an account': (pool) =>
    eraseDeletedAccounts(
      { jobs: { pool, pubSub: nobody, logger: silentLogger() }, files: noFiles, logger: silentLogger() },
      new AbortController().signal,
    ),
}

interface Cost {
  ms: number
  rows: number
}

/** Time and rows read of each work, on a database of that size: `node bench/scale/rounds.ts [--small 20000] [--large 2000000]`. */
async function main(): Promise<void> {
  const small = await costsAt(Number(values.small))
  const large = await costsAt(Number(values.large))
  console.log(`${describeMachine()}\n`)
  console.log(
    table(
      ['work', `${values.small} rows: ms`, 'rows read', `${values.large} rows: ms`, 'rows read'],
      Object.keys(WORK).map((name) => [
        name,
        ...[small[name]!, large[name]!].flatMap(({ ms, rows }) => [ms.toFixed(0), String(rows)]),
      ]),
    ),
  )
}

async function costsAt(rows: number): Promise<Record<string, Cost>> {
  const postgres = await startScratchPostgres()
  try {
    await migrate(postgres.url)
    await allowAnyRow(postgres.url)
    const filler = createPool({ url: postgres.url, max: 1, statementTimeoutMs: 3_600_000 })
    await fillDatabase(filler, rows).finally(() => filler.end())
    // Statements of the services end after 15 s, and so do these.
    const pool = createPool({ url: postgres.url, max: 1 })
    try {
      const costs: Record<string, Cost> = {}
      for (const [name, work] of Object.entries(WORK)) costs[name] = await costOf(pool, work)
      return costs
    } finally {
      await pool.end()
    }
  } finally {
    await postgres.stop()
  }
}

async function costOf(pool: Pool, work: (pool: Pool) => Promise<unknown>): Promise<Cost> {
  let ms = 0
  const reads = await readsOf(pool, async () => {
    const from = performance.now()
    await work(pool)
    ms = performance.now() - from
  })
  return { ms, rows: Object.values(reads).reduce((sum, read) => sum + read, 0) }
}

await main()
