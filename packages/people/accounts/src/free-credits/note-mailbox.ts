import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { openMailboxHash } from './mailbox-key.ts'

/**
 * Notes that a mailbox has, or had, an account. True when it is the first time, to one of many who note it at once: the others wait for the
 * transaction of the first.
 */
export async function noteMailbox(sql: Queryable, secretBox: SecretBox, email: string): Promise<boolean> {
  const hash = await openMailboxHash(sql, secretBox)
  return (await insert(sql, [hash(email)])) === 1
}

const AT_ONCE = 1_000

/** Notes, once in a deployment, the mailboxes of all who have an account. May be broken off and run again. Returns how many. */
export async function noteAllMailboxes(db: Queryable, secretBox: SecretBox): Promise<number> {
  const { rowCount } = await db.query('SELECT FROM mailbox_key WHERE all_noted_at IS NOT NULL')
  if (rowCount === 1) return 0
  const hash = await openMailboxHash(db, secretBox)
  let count = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await db.query<{ id: string; email: string }>(
      `SELECT id, email FROM app_user WHERE id > $1 ORDER BY id LIMIT ${AT_ONCE}`,
      [after],
    )
    count += await insert(
      db,
      rows.map(({ email }) => hash(email)),
    )
    if (rows.length < AT_ONCE) break
    after = rows.at(-1)!.id
  }
  await db.query('UPDATE mailbox_key SET all_noted_at = now()')
  return count
}

/** In one order everywhere: who notes the same mailboxes would lock each other out otherwise. */
async function insert(sql: Queryable, hashes: readonly Buffer[]): Promise<number> {
  const { rowCount } = await sql.query(
    'INSERT INTO known_mailbox (hash) SELECT DISTINCT * FROM unnest($1::bytea[]) ORDER BY 1 ON CONFLICT DO NOTHING',
    [hashes],
  )
  return rowCount ?? 0
}
