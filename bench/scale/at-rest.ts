import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createPool, type Pool } from '@gleaner/db'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { describeMachine } from '../lib/machine.ts'
import { cpuDuring } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { table } from '../lib/table.ts'

const { values } = parseArgs({
  options: { monitors: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '30' } },
})
const [MONITORS, SECONDS] = [Number(values.monitors), Number(values.seconds)]
/** The first minutes have other work. */
const CALMS_DOWN_MS = 20_000

/**
 * What monitors cost that are not due, as a share of a core: the processes of a stack without any, and with them, by turns.
 * `node bench/scale/at-rest.ts [--monitors 10000] [--seconds 30]`.
 */
async function main(): Promise<void> {
  await withStack({ split: true }, async ({ info }) => {
    const { database_url, pids } = await info()
    const { scheduler, postgres } = pids as Record<string, number>
    const pool = createPool({ url: database_url, max: 1, statementTimeoutMs: 120_000 })
    try {
      await pause(CALMS_DOWN_MS)
      const look = () =>
        cpuDuring({ scheduler: scheduler!, postgres: postgres! }, () => pause(SECONDS * 1_000))
      const without = await look()
      await openAccount(pool)
      await addMonitors(pool)
      const beside = await look()
      const share = (ms: number) => `${((ms / SECONDS / 1_000) * 100).toFixed(2)} %`
      console.log(`${describeMachine()}\n`)
      console.log(
        table(
          ['of a core', 'no monitor', `${MONITORS} monitors`],
          ['scheduler', 'postgres'].map((name) => [
            name,
            share(without.spentMs[name]!),
            share(beside.spentMs[name]!),
          ]),
        ),
      )
    } finally {
      await pool.end()
    }
  })
}

/** To the account that was opened last. */
async function addMonitors(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM account ORDER BY created_at DESC LIMIT 1')
  const { id } = rows[0]!
  await pool.query(
    `INSERT INTO schedule (id, account_id, test, name, kind, work, timing, cron, timezone, spread_ms, next_run_at, is_monitor)
     SELECT gen_random_uuid(), $1, false, 'rests', 'batch', '{"urls":["https://example.com/"]}', 'x', '0 0 1 1 *', 'UTC', 0,
            now() + interval '30 days', true FROM generate_series(1, $2)`,
    [id, MONITORS],
  )
  await pool.query(
    `INSERT INTO monitor (id, account_id, watch, notify_on, is_known)
     SELECT id, account_id, '{"mode":"semantic"}', '{change}', true FROM schedule WHERE account_id = $1`,
    [id],
  )
  await pool.query('ANALYZE')
}

await main()
