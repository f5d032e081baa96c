import { ApiError } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** Locks a client, if it is there, before it is changed. Throws FORBIDDEN for one of the house, which every installation knows alike. */
export async function lockClient(sql: Queryable, id: string): Promise<void> {
  const { rows } = await sql.query<{ origin: string }>(
    'SELECT origin FROM oauth_client WHERE id = $1 FOR UPDATE',
    [id],
  )
  if (rows[0]?.origin === 'built_in')
    throw new ApiError(
      'FORBIDDEN',
      `The OAuth client ${id} is built in: it is neither changed nor removed. Revoke single keys of it instead.`,
    )
}
