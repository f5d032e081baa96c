import { randomUUID } from 'node:crypto'
import {
  auditRound,
  CALL_PRICES,
  type ChargedCall,
  chargeCall,
  createBalance,
  deposit,
  holdCall,
  releaseCall,
  transferOutside,
} from '@gleaner/billing'
import { ApiError } from '@gleaner/contracts'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { migrate } from '@gleaner/db/migrate'
import { startScratchPostgres } from '../lib/scratch-postgres.ts'
import { randomOf } from './random.ts'

/** What an account must have, by what the functions of billing have answered. */
interface Model {
  /** Deposits less refunds and charges: what is available and held, less what is owed. */
  worth: bigint
  entries: Map<string, bigint>
}

const ACCOUNTS = 50
const CONNECTIONS = 120
const FOR_MS = 3_600_000

/** `writers` at once change 50 accounts, `operations` times in all; then books, balances and a model of them are compared. */
export async function proveLedger({
  operations,
  writers,
  seed,
}: {
  operations: number
  writers: number
  seed: number
}): Promise<{ figures: string[]; faults: string[] }> {
  const postgres = await startScratchPostgres()
  await migrate(postgres.url)
  // Writers that have no connection wait for one.
  const pool = createPool({ url: postgres.url, max: CONNECTIONS, connectTimeoutMs: 60_000 })
  try {
    const models = await openAccounts(pool)
    const ids = [...models.keys()]
    const counts = { refused: 0, repeated: 0 }
    let next = 0
    const startedAt = performance.now()
    const write = async (writer: number) => {
      const random = randomOf(seed * 1_000 + writer)
      while (next++ < operations) {
        const id = ids[Math.floor(random() * ids.length)]!
        await operate(pool, id, models.get(id)!, random, counts)
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    const seconds = (performance.now() - startedAt) / 1_000
    const faults = [...(await compare(pool, models)), ...(await audit(pool))]
    const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM ledger_entry')
    const figures = [
      `${operations} operations of ${writers} writers on ${ACCOUNTS} accounts`,
      `${rows[0]!.count} entries, ${counts.refused} refused, ${counts.repeated} repeated`,
      `${Math.round(operations / seconds)}/s`,
    ]
    return { figures, faults }
  } finally {
    await pool.end()
    await postgres.stop()
  }
}

async function openAccounts(pool: Pool): Promise<Map<string, Model>> {
  const models = new Map<string, Model>()
  for (let count = 0; count < ACCOUNTS; count++) {
    const id = randomUUID()
    await pool.query("INSERT INTO account (id, name) VALUES ($1, 'proof')", [id])
    await createBalance(pool, id)
    models.set(id, { worth: 0n, entries: new Map() })
  }
  return models
}

type Counts = { refused: number; repeated: number }

/** One act, as it comes in life: some come twice at once, some take more than there is. */
async function operate(pool: Pool, accountId: string, model: Model, random: () => number, counts: Counts) {
  const choice = random()
  const amountMicros = BigInt(1 + Math.floor(random() * 5_000))
  const isTwice = random() < 0.3
  const often = <T>(act: () => Promise<T>) => Promise.all(isTwice ? [act(), act()] : [act()])
  if (isTwice) counts.repeated += 1
  if (choice < 0.3) {
    const reference = `deposit ${randomUUID()}`
    await often(() => deposit(pool, accountId, amountMicros, 'proof', reference))
    note(model, reference, amountMicros)
  } else if (choice < 0.4) {
    const reference = `refund ${randomUUID()}`
    const transfer = { accountId, amountMicros, note: 'proof', reference }
    const made = await often(() => transferOutside(pool, 'refund', transfer))
    if (made.some((one) => one !== 'no balance')) note(model, reference, -amountMicros)
  } else await call(pool, accountId, model, { choice, often, counts })
}

/** A call that holds its price, and is charged or given back, each perhaps twice at once. */
async function call(
  pool: Pool,
  accountId: string,
  model: Model,
  {
    choice,
    often,
    counts,
  }: { choice: number; often: <T>(act: () => Promise<T>) => Promise<T[]>; counts: Counts },
): Promise<void> {
  const charged: ChargedCall = { id: randomUUID(), accountId, apiKeyId: null, kind: 'map' }
  try {
    // Whoever carries a call out holds for it one time after the other.
    await holdCall(pool, charged, FOR_MS)
    await holdCall(pool, charged, FOR_MS)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    counts.refused += 1
    return
  }
  if (choice < 0.8) {
    const costs = await often(() => transaction(pool, (sql) => chargeCall(sql, charged)))
    note(model, `map:${charged.id}`, -BigInt(costs[0]!))
  } else await often(() => releaseCall(pool, charged.id))
}

function note(model: Model, reference: string, change: bigint): void {
  model.entries.set(reference, change)
  model.worth += change
}

interface Standing {
  id: string
  available: bigint
  held: bigint
  owed: bigint
}

async function compare(pool: Pool, models: ReadonlyMap<string, Model>): Promise<string[]> {
  const { rows } = await pool.query<Standing>(
    `SELECT account_id AS id, available_micros AS available, held_micros AS held, owed_micros AS owed FROM balance`,
  )
  const faults: string[] = []
  for (const { id, available, held, owed } of rows) {
    const model = models.get(id)
    if (!model) continue
    const worth = BigInt(available) + BigInt(held) - BigInt(owed)
    if (worth !== model.worth) faults.push(`account ${id} is worth ${worth}, by the model ${model.worth}`)
    if (BigInt(available) < 0n || BigInt(held) < 0n) faults.push(`account ${id} is below zero`)
    if (BigInt(held) !== 0n) faults.push(`account ${id} still holds ${held}`)
    const entries = await pool.query<{ reference: string; count: number }>(
      'SELECT reference, count(*)::int AS count FROM ledger_entry WHERE account_id = $1 AND reference IS NOT NULL GROUP BY reference',
      [id],
    )
    const named = new Map(entries.rows.map(({ reference, count }) => [reference, count]))
    for (const reference of model.entries.keys())
      if (named.get(reference) !== 1) faults.push(`${reference} stands ${named.get(reference) ?? 0} times`)
    if (named.size !== model.entries.size) faults.push(`account ${id} has entries that nobody made`)
  }
  return faults
}

/** The service's own audit, over everything. */
async function audit(pool: Pool): Promise<string[]> {
  const startedAt = Date.now()
  for (;;) {
    const report = await auditRound(pool, { lagMs: 0 })
    if (report?.passedAt && report.passedAt.getTime() > startedAt)
      return report.discrepancies.map((one) => `audit: ${JSON.stringify(one, asText)}`)
  }
}

const asText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** So that a price of nothing does not make the proof one of nothing. */
if (CALL_PRICES.map === 0) throw new Error('a map costs nothing; prove with another call')
