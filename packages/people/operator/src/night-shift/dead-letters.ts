import { type DeadLetter, maskUrlCredentials } from '@gleaner/contracts'
import { ago, expire, type Queryable } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'
import { withoutValues } from './find-jobs.ts'

export type LetterKind = DeadLetter['kind']

/** What an operator has put aside is remembered for as long as jobs and deliveries are kept. */
export const LETTER_PURGES = [
  expire({
    name: 'discarded-letters',
    table: 'discarded_letter',
    by: 'discarded_at',
    before: ago(31 * DAY_MS),
  }),
]

/** A mail that was tried so often waits for somebody to look at it. */
const MAIL_TRIES = 3

/** SQL of the faults of the service itself: the index of dead jobs has these, and few others. */
const DEAD_JOB = `j.status = 'failed' AND (j.error->>'code') IN ('INTERNAL', 'OUTCOME_UNKNOWN')`

const kept = (kind: LetterKind, id: string) =>
  `NOT EXISTS (SELECT FROM discarded_letter AS x WHERE x.kind = '${kind}' AND x.id = ${id})`

/** Each by an index of dead ones alone, the newest first; $1: how many. */
const LETTERS = {
  job: `
    SELECT j.id, j.account_id, j.url AS what, j.error->>'code' AS code, j.error->>'message' AS reason, j.finished_at AS died_at, CASE
             WHEN j.error->>'code' = 'OUTCOME_UNKNOWN' THEN 'it may have acted on its target'
             WHEN j.test THEN 'a test key asked for it'
             WHEN j.api_key_id IS NULL THEN 'no key has asked for it'
             WHEN j.had_secrets THEN 'its secrets were deleted when it ended' END AS obstacle
    FROM job AS j WHERE ${DEAD_JOB} AND ${kept('job', 'j.id')} AND NOT EXISTS (SELECT FROM job AS later WHERE later.redriven_from = j.id)
    ORDER BY j.id DESC LIMIT $1`,
  webhook: `
    SELECT d.id, d.account_id, d.event || ' to ' || d.host AS what, last.status_code::text AS code, last.error AS reason, d.ended_at AS died_at, CASE
             WHEN d.channel IS NOT NULL THEN 'its address was forgotten when it ended'
             WHEN d.endpoint_id IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_endpoint AS e WHERE e.id = d.endpoint_id AND e.is_active)
               THEN 'its endpoint is gone or switched off' END AS obstacle
    FROM webhook_delivery AS d LEFT JOIN LATERAL (
      SELECT t.status_code, t.error FROM webhook_attempt AS t WHERE t.delivery_id = d.id ORDER BY t.id DESC LIMIT 1
    ) AS last ON true
    WHERE d.state = 'failed' AND ${kept('webhook', 'd.id')} AND NOT EXISTS (
      SELECT FROM webhook_delivery AS r WHERE r.replay_of = COALESCE(d.replay_of, d.id) AND r.created_at > d.created_at)
    ORDER BY d.created_at DESC, d.id DESC LIMIT $1`,
  mail: `
    SELECT m.id, NULL::uuid AS account_id, '' AS what, NULL::text AS code, 'was tried ' || m.attempts || ' times' AS reason,
           m.created_at AS died_at, NULL::text AS obstacle
    FROM mail AS m WHERE m.attempts >= ${MAIL_TRIES} ORDER BY m.due_at DESC LIMIT $1`,
} as const satisfies Record<LetterKind, string>

interface Row extends Omit<DeadLetter, 'kind' | 'died_at'> {
  died_at: Date
}

/** What the service has given up, the newest first. */
export async function listDeadLetters(
  db: Queryable,
  { kind, limit }: { kind?: LetterKind | undefined; limit: number },
): Promise<DeadLetter[]> {
  const kinds = kind ? [kind] : (Object.keys(LETTERS) as LetterKind[])
  const found = await Promise.all(
    kinds.map(async (each) => {
      const { rows } = await db.query<Row>(LETTERS[each], [limit])
      return rows.map((row) => shown(each, row))
    }),
  )
  return found
    .flat()
    .sort((a, b) => (a.died_at < b.died_at ? 1 : -1))
    .slice(0, limit)
}

function shown(kind: LetterKind, { id, what, reason, died_at, ...row }: Row): DeadLetter {
  return {
    id: `${kind}_${id}`,
    kind,
    ...row,
    what: kind === 'job' ? withoutValues(what) : what,
    reason: reason === null ? null : maskUrlCredentials(reason),
    died_at: died_at.toISOString(),
  }
}
