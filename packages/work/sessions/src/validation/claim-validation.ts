import { hasCome, msUntil, type Queryable } from '@gleaner/db'
import type { SessionValidationTask } from '@gleaner/queue'
import { type SecretBox, SecretUnreadable } from '@gleaner/security/secret-box'
import { openSecrets, type SessionSecrets } from '../vault.ts'
import {
  type Findings,
  IS_LIVE,
  OPEN_COLUMNS,
  type OpenValidation,
  type ValidationStage,
} from './validation.ts'

/** How long a claim holds without being renewed: a worker that is killed gives its validations back after this time. */
export const VALIDATION_LEASE_MS = 8_000

/** What is to be validated, with the secrets in clear. */
export interface ValidatedSession extends OpenValidation {
  domain: string
  /** Undefined: they cannot be opened with the keys that there are. */
  secrets: SessionSecrets | undefined
  /** Where the caller has said that it is: an origin. */
  site: string | null
  /** Of the last page that it showed, without query. */
  lastPage: string | null
  /** Others than its owner and admins read what is found, too. */
  isShared: boolean
  /** Until its deadline, in ms. */
  leftMs: number
}

/** A validation at hand, and the number that proves the claim. */
export interface ClaimedValidation extends ValidatedSession {
  fence: number
  /** Times a worker vanished with it. */
  lostLeases: number
  /** What the stage before this one has found. */
  earlier: Findings | null
}

export type ValidationClaim =
  | { kind: 'claimed'; validation: ClaimedValidation }
  /** Another worker holds it, for at most so many ms. */
  | { kind: 'held'; ms: number }
  /** It has ended, has moved on to the other stage, or is of cookies that were replaced: the message is stale. */
  | { kind: 'stale' }

interface Row extends Omit<ClaimedValidation, 'secrets'> {
  dataKey: Uint8Array
  secret: Uint8Array
  /** Of the claim that there is, in ms. */
  leaseMs: number | null
}

/** What a message asks to validate, before it is claimed. Undefined: the message is stale. */
export async function readValidated(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  task: SessionValidationTask,
  stage: ValidationStage,
): Promise<ValidatedSession | undefined> {
  const { rows } = await pool.query<Row>(READ, valuesOf(task, stage))
  return rows[0] && opened(secretBox, rows[0])
}

/** Takes a validation for one stage. */
export async function claimValidation(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  task: SessionValidationTask,
  stage: ValidationStage,
): Promise<ValidationClaim> {
  const values = valuesOf(task, stage)
  const { rows } = await pool.query<Row>(CLAIM, values)
  const [claimed] = rows
  if (claimed) return { kind: 'claimed', validation: opened(secretBox, claimed) }
  const ms = (await pool.query<Row>(READ, values)).rows[0]?.leaseMs ?? undefined
  return ms === undefined ? { kind: 'stale' } : { kind: 'held', ms }
}

/** Keeps a claim for another while. False: another worker has it, or it has ended. */
export async function renewValidation(
  sql: Queryable,
  { sessionId, id, fence }: Pick<ClaimedValidation, 'sessionId' | 'id' | 'fence'>,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE login_session_validation SET lease_until = ${LEASE_END}
     WHERE session_id = $1 AND id = $2 AND fence = $3 AND ended_at IS NULL`,
    [sessionId, id, fence],
  )
  return rowCount === 1
}

/** Gives a claim back, so that the next delivery of its message finds it free. */
export async function releaseValidation(
  sql: Queryable,
  { sessionId, id, fence }: Pick<ClaimedValidation, 'sessionId' | 'id' | 'fence'>,
): Promise<void> {
  await sql.query(
    `UPDATE login_session_validation SET lease_until = NULL
     WHERE session_id = $1 AND id = $2 AND fence = $3 AND ended_at IS NULL`,
    [sessionId, id, fence],
  )
}

const LEASE_END = `now() + ${VALIDATION_LEASE_MS} * interval '1 millisecond'`

const COLUMNS = `${OPEN_COLUMNS}, login_session.domain, login_session.site, login_session.last_page AS "lastPage",
  (login_session.organization_id IS NOT NULL OR EXISTS (
    SELECT FROM account WHERE account.id = login_session.account_id AND account.kind = 'organization')) AS "isShared",
  login_session.data_key AS "dataKey", login_session.secret, validation.fence, validation.lost_leases AS "lostLeases",
  ${msUntil('validation.lease_until')} AS "leaseMs", ${msUntil('validation.deadline_at')} AS "leftMs", validation.findings AS earlier`

const IS_ASKED_FOR = `
  validation.session_id = $1 AND validation.id = $2 AND validation.stage = $3 AND validation.ended_at IS NULL
  AND login_session.id = validation.session_id AND login_session.version = validation.version AND ${IS_LIVE}`

const READ = `SELECT ${COLUMNS} FROM login_session_validation AS validation, login_session WHERE ${IS_ASKED_FOR}`

const CLAIM = `
  UPDATE login_session_validation AS validation SET fence = fence + 1, lease_until = ${LEASE_END},
    lost_leases = lost_leases + (lease_until IS NOT NULL)::int
  FROM login_session
  WHERE ${IS_ASKED_FOR} AND (validation.lease_until IS NULL OR ${hasCome('validation.lease_until')})
  RETURNING ${COLUMNS}`

function valuesOf({ sessionId, validationId }: SessionValidationTask, stage: ValidationStage) {
  return [sessionId, validationId, stage]
}

function opened(secretBox: SecretBox, { dataKey, secret, leaseMs: _, ...row }: Row): ClaimedValidation {
  const { accountId, sessionId } = row
  try {
    return { ...row, secrets: openSecrets(secretBox, { accountId, id: sessionId, dataKey, secret }) }
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    return { ...row, secrets: undefined }
  }
}
