import { type Queryable, storableJson } from '@gleaner/db'
import { END } from '@gleaner/queue/claim'
import { stateAfter } from '../session-states.ts'
import { type ClaimedValidation, validationClaims } from './claim-validation.ts'
import { IS_LIVE, type Observation, OPEN_COLUMNS, type OpenValidation, SURE_ENOUGH } from './validation.ts'

/** A validation, and the number that proves who has it. */
export type FencedValidation = Pick<ClaimedValidation, 'sessionId' | 'id' | 'fence'>

/**
 * Ends a validation and, where it has told something, changes its session and notes the event, in one statement. A session whose
 * cookies were replaced meanwhile, or that was deleted, stays as it is. False: it was ended before, or another worker has it.
 */
export async function settleValidation(
  sql: Queryable,
  validation: FencedValidation,
  findings: Observation,
): Promise<boolean> {
  const { isConclusive, confidence, httpStatus } = findings
  const details = isConclusive
    ? { is_valid: confidence >= SURE_ENOUGH, confidence, http_status: httpStatus }
    : { is_valid: null, http_status: httpStatus }
  const { rowCount } = await sql.query(SETTLE, [
    ...validationClaims.valuesOf(validation),
    storableJson(findings),
    isConclusive,
    confidence,
    JSON.stringify(details),
  ])
  return rowCount === 1
}

/** Pauses in minutes after a validation that told nothing, one after the other; the last one stays. */
const PAUSES_MINUTES = [1, 5, 30, 60]

const PAUSE = `(ARRAY[${PAUSES_MINUTES.join(', ')}])[LEAST(login_session.unclear_validations + 1, ${PAUSES_MINUTES.length})] * interval '1 minute'`

/** The session is locked before its validation, as everywhere. */
const SETTLE = `
  WITH locked AS (
    SELECT id FROM login_session WHERE id = $1 FOR NO KEY UPDATE
  ), ended AS (
    UPDATE login_session_validation AS validation SET ${END}, findings = $4
    FROM locked WHERE validation.session_id = locked.id AND ${validationClaims.isMine}
    RETURNING validation.session_id, validation.version, validation.actor
  ), judged AS (
    UPDATE login_session SET
      status = CASE WHEN NOT $5 THEN status WHEN $6 >= ${SURE_ENOUGH} THEN ${stateAfter('confirm')} ELSE ${stateAfter('refute')} END,
      consecutive_failures = CASE WHEN $5 AND $6 >= ${SURE_ENOUGH} THEN 0 ELSE consecutive_failures END,
      last_validated_at = CASE WHEN $5 THEN now() ELSE last_validated_at END,
      validation_confidence = CASE WHEN $5 THEN $6 ELSE validation_confidence END,
      unclear_validations = CASE WHEN $5 THEN 0 ELSE unclear_validations + 1 END,
      validate_at = CASE WHEN $5 THEN NULL ELSE now() + ${PAUSE} END,
      updated_at = CASE WHEN $5 THEN now() ELSE updated_at END
    FROM ended WHERE login_session.id = ended.session_id AND login_session.version = ended.version AND ${IS_LIVE}
    RETURNING login_session.id, login_session.account_id, ended.actor
  ), noted AS (
    INSERT INTO login_session_event (session_id, account_id, actor, action, details)
    SELECT id, account_id, actor, 'validated', $7 FROM judged WHERE $5 OR actor <> 'system'
  )
  SELECT 1 FROM ended`
  .replaceAll('$5', '$5::boolean')
  .replaceAll('$6', '$6::int')
  .replaceAll('$7', '$7::jsonb')

/** Moves a validation on to the browser's queue, with what is known so far. Undefined: another worker has it. */
export async function passToBrowser(
  sql: Queryable,
  validation: FencedValidation,
  findings: Observation,
): Promise<OpenValidation | undefined> {
  const values = [...validationClaims.valuesOf(validation), storableJson(findings)]
  const { rows } = await sql.query<OpenValidation>(PASS_ON, values)
  return rows[0]
}

const PASS_ON = `
  UPDATE login_session_validation AS validation
  SET stage = 'browser', queued_at = now(), lease_until = NULL, lost_leases = 0, findings = $4
  FROM login_session
  WHERE ${validationClaims.isMine} AND validation.stage = 'http' AND login_session.id = validation.session_id
  RETURNING ${OPEN_COLUMNS}`
