import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@gleaner/db'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { callApi } from '../lib/api.ts'

const ASK_EVERY_MS = 20
/** Pages of a batch are read at the lowest priority: on a busy machine they take their time. */
const DEADLINE_MS = 1_200_000
/** Planned once: it is asked so often that planning it would count as the fleet's. */
const STATE = 'SELECT status, finished_at FROM batch WHERE id = $1'

/** Sends one batch (`urls` and options) and resolves when its last item has ended; throws unless all are delivered. */
export async function runBatch(info: DevInfo, key: string, body: object): Promise<void> {
  const accepted = await callApi(info, 'POST', '/batch', { body, key })
  if (accepted.status !== 200) throw new Error(`status ${accepted.status}: ${accepted.text.slice(0, 200)}`)
  await untilFinished(info, JSON.parse(accepted.text).batch_id.replace('batch_', ''))
}

/** Asks the database, which costs the fleet less than its own answer with a thousand items does. */
async function untilFinished(info: DevInfo, id: string): Promise<void> {
  const pool = createPool({ url: info.database_url, max: 1 })
  const deadline = Date.now() + DEADLINE_MS
  try {
    while (Date.now() < deadline) {
      const { rows } = await pool.query({ name: 'batch-state', text: STATE, values: [id] })
      if (rows[0].finished_at && rows[0].status !== 'completed') await tellWhy(pool, id)
      if (rows[0].finished_at) return
      await sleep(ASK_EVERY_MS)
    }
    throw new Error('the batch does not end')
  } finally {
    await pool.end()
  }
}

async function tellWhy(pool: Pool, batchId: string): Promise<never> {
  const { rows } = await pool.query(
    `SELECT error, attempts FROM job WHERE batch_id = $1 AND status = 'failed' LIMIT 1`,
    [batchId],
  )
  throw new Error(`an item failed: ${JSON.stringify(rows[0])}`)
}
