import { NIL_UUID } from '@gleaner/contracts/ids'
import type { Queryable } from '@gleaner/db'
import { type Sums, sumsFrom } from './sums.ts'

/** Below every id: a walk that has come to its end begins here again. */
export const FIRST = NIL_UUID

/** How far the walks have come. Ids of entries and amounts are bigint, which JSON has as text. */
export interface Position {
  /** Walk over new entries: the last one looked at. */
  recentEntry: string
  /** Walk over all accounts, and over all jobs: the last one looked at. */
  account: string
  job: string
  history: HistoryPosition
  /** Walks that have come to their end since everything was looked at for the last time. */
  ended: Walk[]
}

export const WALKS = ['accounts', 'jobs', 'history'] as const
type Walk = (typeof WALKS)[number]

/** Walk over all entries, account by account: the last one counted, and the sums of its account up to it, in micros. */
export interface HistoryPosition extends Sums {
  account: string
  entry: string
  /** How far that account was folded then. */
  foldedThrough: string
}

export const HISTORY_START: HistoryPosition = {
  account: FIRST,
  entry: '0',
  foldedThrough: '0',
  ...sumsFrom(() => '0'),
}
const START: Position = { recentEntry: '0', account: FIRST, job: FIRST, history: HISTORY_START, ended: [] }

/** Takes the audit's row until the transaction ends; undefined when another process has it. */
export async function openAudit(db: Queryable): Promise<{ position: Position } | undefined> {
  await db.query('INSERT INTO ledger_audit (id) VALUES (1) ON CONFLICT DO NOTHING')
  const { rows } = await db.query<{ position: Partial<Position> }>(
    'SELECT position FROM ledger_audit WHERE id = 1 FOR UPDATE SKIP LOCKED',
  )
  const saved = rows[0]?.position
  return saved && { position: { ...START, ...saved, history: { ...HISTORY_START, ...saved.history } } }
}

export async function saveAudit(db: Queryable, position: Position, hasPassed: boolean) {
  const { rows } = await db.query<{ succeededAt: Date; passedAt: Date | null }>(
    `UPDATE ledger_audit SET position = $1, succeeded_at = clock_timestamp(),
       passed_at = CASE WHEN $2 THEN clock_timestamp() ELSE passed_at END
     WHERE id = 1 RETURNING succeeded_at AS "succeededAt", passed_at AS "passedAt"`,
    [JSON.stringify(position), hasPassed],
  )
  return rows[0]!
}
