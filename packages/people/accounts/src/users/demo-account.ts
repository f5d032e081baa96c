import { createBalance } from '@gleaner/billing'
import type { Database } from '@gleaner/db'

/** Whose jobs demos are. It has no user and no key, so that nobody can act for it or read what it holds. */
export const DEMO_ACCOUNT_ID = '00000000-0000-7000-8000-00000000de30'

/** Makes the account of the demos where there is none yet; safe to repeat, also at the same time. */
export async function ensureDemoAccount(db: Database): Promise<void> {
  await db.transaction(async ({ sql }) => {
    await sql.query(
      "INSERT INTO account (id, name, kind) VALUES ($1, 'Demo', 'system') ON CONFLICT DO NOTHING",
      [DEMO_ACCOUNT_ID],
    )
    await createBalance(sql, DEMO_ACCOUNT_ID)
  })
}
