import { createPool } from '@gleaner/db'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { openAccount } from '@gleaner/devstack/testing/open-account'

/** The key of a new account with money and wide limits. */
export async function openKey(info: DevInfo): Promise<string> {
  const pool = createPool({ url: info.database_url, max: 1 })
  return await openAccount(pool).finally(() => pool.end())
}
