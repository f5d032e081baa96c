import { msUntil, type Queryable } from '@gleaner/db'
import type { SessionValidationTask } from '@gleaner/queue'
import { type Claim, createClaims } from '@gleaner/queue/claim'
import { type SecretBox, SecretUnreadable } from '@gleaner/security/secret-box'
import { openSecrets, type SessionSecrets } from '../vault.ts'
import {
  IS_LIVE,
  type Observation,
  OPEN_COLUMNS,
  type OpenValidation,
  type ValidationStage,
} from './validation.ts'

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
  earlier: Observation | null
}

interface Row extends Omit<ClaimedValidation, 'secrets'> {
  dataKey: Uint8Array
  secret: Uint8Array
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

/** Takes a validation for one stage. It is stale when it has ended, has moved on to the other stage, or is of cookies that were replaced. */
export async function claimValidation(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  task: SessionValidationTask,
  stage: ValidationStage,
): Promise<Claim<ClaimedValidation>> {
  const claim = await validationClaims.take(pool, valuesOf(task, stage))
  return claim.kind === 'claimed' ? { ...claim, row: opened(secretBox, claim.row) } : claim
}

const COLUMNS = `${OPEN_COLUMNS}, login_session.domain, login_session.site, login_session.last_page AS "lastPage",
  (login_session.organization_id IS NOT NULL OR EXISTS (
    SELECT FROM account WHERE account.id = login_session.account_id AND account.kind = 'organization')) AS "isShared",
  login_session.data_key AS "dataKey", login_session.secret, validation.fence, validation.lost_leases AS "lostLeases",
  ${msUntil('validation.deadline_at')} AS "leftMs", validation.findings AS earlier`

/** The stage is $3. */
const IS_ASKED_FOR = `validation.stage = $3 AND login_session.id = validation.session_id
  AND login_session.version = validation.version AND ${IS_LIVE}`

const READ = `
  SELECT ${COLUMNS} FROM login_session_validation AS validation, login_session
  WHERE validation.session_id = $1 AND validation.id = $2 AND validation.ended_at IS NULL AND ${IS_ASKED_FOR}`

export const validationClaims = createClaims<Row, 'sessionId' | 'id'>({
  table: 'login_session_validation',
  as: 'validation',
  key: { session_id: 'sessionId', id: 'id' },
  from: 'login_session',
  where: IS_ASKED_FOR,
  returning: COLUMNS,
})

function valuesOf({ sessionId, validationId }: SessionValidationTask, stage: ValidationStage) {
  return [sessionId, validationId, stage]
}

function opened(secretBox: SecretBox, { dataKey, secret, ...row }: Row): ClaimedValidation {
  const { accountId, sessionId } = row
  try {
    return { ...row, secrets: openSecrets(secretBox, { accountId, id: sessionId, dataKey, secret }) }
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    return { ...row, secrets: undefined }
  }
}
