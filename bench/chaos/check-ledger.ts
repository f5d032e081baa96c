import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { OperationResult } from './client.ts'

const SETTLE_MS = 120_000

// Each query finds what must not be; they look at the tables only, not at the code that keeps them.
const FAULTS: Record<string, string> = {
  'balance differs from its entries': `
    SELECT b.account_id FROM balance b JOIN ledger_entry e USING (account_id) GROUP BY b.account_id
    HAVING max(b.available_micros) <> sum(CASE WHEN credit_book = 'available' THEN amount_micros ELSE 0 END
             - CASE WHEN debit_book = 'available' THEN amount_micros ELSE 0 END)
        OR max(b.held_micros) <> sum(CASE WHEN credit_book = 'held' THEN amount_micros ELSE 0 END
             - CASE WHEN debit_book = 'held' THEN amount_micros ELSE 0 END)`,
  'money is still held': 'SELECT account_id FROM balance WHERE held_micros <> 0',
  'a job was charged twice': `
    SELECT job_id FROM ledger_entry WHERE kind = 'capture' GROUP BY job_id HAVING count(*) > 1`,
  'a job did not give back what it held': `
    SELECT job_id FROM ledger_entry WHERE job_id IS NOT NULL GROUP BY job_id
    HAVING sum(CASE WHEN kind = 'hold' THEN amount_micros ELSE -amount_micros END) <> 0`,
  'a failed job was charged': `
    SELECT j.id FROM job j JOIN ledger_entry e ON e.job_id = j.id AND e.kind = 'capture'
    WHERE j.status <> 'completed' AND e.amount_micros > 0`,
  'a completed job has no page': `
    SELECT j.id FROM job j LEFT JOIN job_page p ON p.job_id = j.id
    WHERE j.status = 'completed' AND p.job_id IS NULL`,
  'a job is still open': 'SELECT id FROM job WHERE finished_at IS NULL',
}

/**
 * What is wrong with the ledger once all jobs have ended (at most two minutes are waited for that): an empty
 * list when it is in order and, given the replies to all clients since then, says the same as those.
 */
export async function checkLedger(
  databaseUrl: string,
  replies?: { results: OperationResult[]; since: Date },
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await untilSettled(client)
    const faults: string[] = []
    for (const [name, sql] of Object.entries(FAULTS)) {
      const { rows, rowCount } = await client.query(sql)
      if (rowCount) faults.push(`${name}: ${rowCount} x, ${JSON.stringify(rows[0])}`)
    }
    if (replies) faults.push(...(await compareCharges(client, replies)))
    return faults
  } finally {
    await client.end()
  }
}

async function untilSettled(client: pg.Client): Promise<void> {
  const deadline = Date.now() + SETTLE_MS
  while (Date.now() < deadline) {
    const { rowCount } = await client.query('SELECT FROM job WHERE finished_at IS NULL LIMIT 1')
    if (rowCount === 0) return
    await sleep(500)
  }
}

/** Every reply names what it cost: the ledger must have taken exactly that, from exactly those jobs. */
async function compareCharges(
  client: pg.Client,
  { results, since }: { results: OperationResult[]; since: Date },
): Promise<string[]> {
  const { rows } = await client.query<{ job_id: string; micros: string }>(
    `SELECT job_id, amount_micros AS micros FROM ledger_entry WHERE kind = 'capture' AND amount_micros > 0
       AND created_at >= $1`,
    [since],
  )
  const charged = new Map(rows.map((row) => [row.job_id, Number(row.micros)]))
  const faults: string[] = []
  for (const { jobId, costMicros } of results) {
    if ((charged.get(jobId ?? '') ?? 0) !== costMicros)
      faults.push(`job ${jobId}: reply says ${costMicros} micros`)
    charged.delete(jobId ?? '')
  }
  if (charged.size > 0) faults.push(`${charged.size} jobs were charged that no reply names`)
  return faults
}
