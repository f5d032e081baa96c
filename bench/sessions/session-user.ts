import { createDatabase, createPool, type Database } from '@gleaner/db'
import { createSecretBox, type SecretBox } from '@gleaner/security/secret-box'
import { openSecrets, refreshSession } from '@gleaner/sessions'

/** A process that uses login sessions as workers do, and renews them as gateways do, until its parent tells it to stop. */
export interface Report {
  opened: number
  renewed: number
  /** What went wrong, with how often. */
  failures: Record<string, number>
}

/** Of the n-th renewal: each cookie says so, with some length. */
export function cookiesOf(n: number): Record<string, string> {
  const token = `${n}.${'x1Y2'.repeat(50)}`
  return { sid: token, csrf: token, remember: token }
}

/** Uses at once in a process. */
const AT_ONCE = 8
/** Of so many uses one brings new cookies. */
const RENEWED = 10

interface Row {
  id: string
  accountId: string
  dataKey: Buffer
  secret: Buffer
}

if (process.send) await work()

async function work(): Promise<void> {
  const pool = createPool({ url: process.env.DATABASE_URL!, max: AT_ONCE, connectTimeoutMs: 20_000 })
  const db = createDatabase(pool)
  const box = createSecretBox(process.env.ENCRYPTION_KEYS!)
  const { rows } = await pool.query<Pick<Row, 'id'>>("SELECT id FROM login_session WHERE name = 'bench'")
  const newest = new Map<string, number>()
  let report: Report = { opened: 0, renewed: 0, failures: {} }
  let isStopping = false

  async function useOn(): Promise<void> {
    while (!isStopping) {
      const { id } = rows[Math.floor(Math.random() * rows.length)]!
      try {
        await use(db, box, id, newest, report)
      } catch (error) {
        const name = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
        report.failures[name] = (report.failures[name] ?? 0) + 1
      }
    }
  }
  const users = Array.from({ length: AT_ONCE }, useOn)

  process.on('message', async (message) => {
    if (message === 'stop') {
      isStopping = true
      await Promise.all(users)
      await pool.end()
    }
    process.send!(report)
    report = { opened: 0, renewed: 0, failures: {} }
  })
  process.once('disconnect', () => process.exit())
  process.send!('ready')
}

async function use(
  db: Database,
  box: SecretBox,
  id: string,
  newest: Map<string, number>,
  report: Report,
): Promise<void> {
  // What this process knows before it reads: what is read afterwards may not be older.
  const known = newest.get(id) ?? 0
  const { rows } = await db.pool.query<Row>(
    'SELECT id, account_id AS "accountId", data_key AS "dataKey", secret FROM login_session WHERE id = $1',
    [id],
  )
  const row = rows[0]!
  const { cookies } = openSecrets(box, row)
  const n = Number.parseInt(cookies[0]!.value, 10)
  const expected = cookiesOf(n)
  if (cookies.length !== 3 || cookies.some(({ name, value }) => expected[name] !== value))
    throw new Error('mixed values')
  if (n < known) throw new Error('values that were replaced before came back')
  report.opened++
  if (Math.random() * RENEWED >= 1) return
  const renewed = await renew(db, box, row)
  newest.set(id, Math.max(renewed, newest.get(id) ?? 0))
  report.renewed++
}

/** One more than the newest renewal of the session, which is locked meanwhile. */
async function renew(db: Database, box: SecretBox, { id, accountId }: Row): Promise<number> {
  return await db.transaction(async (both) => {
    const { rows } = await both.sql.query<Row>(
      'SELECT id, account_id AS "accountId", data_key AS "dataKey", secret FROM login_session WHERE id = $1 FOR UPDATE',
      [id],
    )
    const n = Number.parseInt(openSecrets(box, rows[0]!).cookies[0]!.value, 10) + 1
    const holder = { accountId, userId: undefined, actor: 'system' as const }
    await refreshSession(both, box, holder, id, { cookies: cookiesOf(n) })
    return n
  })
}
