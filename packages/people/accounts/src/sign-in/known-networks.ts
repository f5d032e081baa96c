import type { Queryable } from '@gleaner/db'
import type { AccountsContext } from '../context.ts'

/** Those that were seen last: a person's home, office and phones. */
const NETWORKS_PER_USER = 20
const KNOWN_DAYS = 90

/** Whether a user has signed in from a network, as `networkKeyOf` names it. Takes as long for nobody as for a user. */
export async function isKnownNetwork(
  { db, secretBox }: Pick<AccountsContext, 'db' | 'secretBox'>,
  userId: string | undefined,
  network: string,
): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: 'is-known-network',
    text: IS_KNOWN,
    values: [userId ?? null, secretBox.fingerprints(network, CONTEXT)],
  })
  return rowCount === 1
}

/** Notes that a user has just proven who they are from a network. */
export async function noteNetwork(
  db: Queryable,
  { secretBox }: Pick<AccountsContext, 'secretBox'>,
  userId: string,
  network: string,
): Promise<void> {
  const [hash] = secretBox.fingerprints(network, CONTEXT)
  await db.query(NOTE, [userId, hash])
}

/** Forgets all of them: whoever knew the password until now may have been somebody else. */
export async function forgetNetworks(db: Queryable, userId: string): Promise<void> {
  await db.query('DELETE FROM known_network WHERE user_id = $1', [userId])
}

const CONTEXT = 'network of a sign-in'

const IS_KNOWN = `
  SELECT FROM known_network
  WHERE user_id = $1 AND network_hash = ANY($2::bytea[]) AND seen_at > now() - interval '${KNOWN_DAYS} days' LIMIT 1`

const NOTE = `
  WITH pruned AS (
    DELETE FROM known_network WHERE user_id = $1 AND network_hash IN (
      SELECT network_hash FROM known_network WHERE user_id = $1 AND network_hash <> $2
      ORDER BY seen_at DESC OFFSET ${NETWORKS_PER_USER - 1})
  )
  INSERT INTO known_network (user_id, network_hash) SELECT id, $2 FROM app_user WHERE id = $1
  ON CONFLICT (user_id, network_hash) DO UPDATE SET seen_at = now()`
