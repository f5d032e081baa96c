import { ApiError, type Scope } from '@gleaner/contracts'
import { isAhead, type Queryable } from '@gleaner/db'
import { CONSENT_STANDS, JOIN_MAKER } from '../api-keys/key-authority-sql.ts'
import { type ActingRow, actingForNamed, readActing } from './acting-for.ts'
import type { Caller, KeyCaller, UserCaller } from './caller.ts'
import { blocked } from './refusals.ts'

/** Somebody for whom work is done without a request of theirs at the moment: a caller, but for the sign-in. */
export type StandingCaller =
  | Omit<KeyCaller, 'generation' | 'address' | 'allowedIps'>
  | Omit<UserCaller, 'sessionId' | 'expiresAt' | 'isOperator'>

/** On whose behalf work is done: a key, or else a person, and the account that they act for. */
export interface Authority {
  accountId: string
  apiKeyId: string | null
  userId: string | null
}

/** What of a caller is remembered, so that `readStandingCaller` finds them again. */
export function authorityOf({ accountId, apiKeyId, userId }: Caller): Authority {
  return { accountId, apiKeyId, userId: apiKeyId === null ? (userId ?? null) : null }
}

/**
 * The caller that a key or person is at this moment, with the role that they have now. Throws UNAUTHENTICATED when the key or the person is
 * gone, and FORBIDDEN when they may not act for the account any more, or one of the accounts is blocked.
 */
export async function readStandingCaller(
  db: Queryable,
  { accountId, apiKeyId, userId }: Authority,
): Promise<StandingCaller> {
  return apiKeyId === null ? await readPerson(db, userId, accountId) : await readKey(db, apiKeyId, accountId)
}

async function readPerson(db: Queryable, userId: string | null, accountId: string): Promise<StandingCaller> {
  const { rows } = await db.query<ActingRow>({
    name: 'read-standing-person',
    text: OF_PERSON,
    values: [userId, accountId],
  })
  const row = rows[0] ?? gone('person')
  return { kind: 'user', userId: userId!, apiKeyId: null, test: false, ...actingOf(row, 'person') }
}

type KeyRow = ActingRow & { userId: string | null; scopes: Scope[]; test: boolean; isTool: boolean }

async function readKey(db: Queryable, apiKeyId: string, accountId: string): Promise<StandingCaller> {
  const { rows } = await db.query<KeyRow>({
    name: 'read-standing-key',
    text: OF_KEY,
    values: [apiKeyId, accountId],
  })
  const row = rows[0] ?? gone('API key')
  const { userId, scopes, test, isTool } = row
  return {
    kind: 'key',
    apiKeyId,
    userId: userId ?? undefined,
    scopes,
    test,
    isTool,
    ...actingOf(row, 'API key'),
  }
}

function actingOf(row: ActingRow, who: string): ReturnType<typeof readActing> {
  if ('ownBlocked' in row && row.ownBlocked) throw blocked()
  if (row.accountId === null)
    throw new ApiError(
      'FORBIDDEN',
      `The ${who} on whose behalf this is done may not act for the account any more.`,
    )
  return readActing(row)
}

function gone(who: string): never {
  throw new ApiError(
    'UNAUTHENTICATED',
    `The ${who} on whose behalf this is done does not exist any more${who === 'person' ? '' : ', has expired, or ended with the consent that gave it'}.`,
  )
}

const PERSON = actingForNamed('app_user.account_id', 'app_user.id')
const OF_PERSON = `SELECT ${PERSON.columns} FROM app_user ${PERSON.joins} WHERE app_user.id = $1`

const KEY = actingForNamed('api_key.account_id', 'maker.id')
const OF_KEY = `
  SELECT CASE WHEN api_key.oauth_client_id IS NULL THEN api_key.user_id END AS "userId", api_key.scopes, api_key.test,
    api_key.oauth_client_id IS NOT NULL AS "isTool", ${KEY.columns}
  FROM api_key ${JOIN_MAKER} ${KEY.joins}
  WHERE api_key.id = $1 AND api_key.revoked_at IS NULL
    AND (api_key.expires_at IS NULL OR ${isAhead('api_key.expires_at')}) AND ${CONSENT_STANDS}`
