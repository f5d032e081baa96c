import type { Queryable } from '@gleaner/db'
import { type FinishedJob, isFinished } from '../rows.ts'
import { finishedJobOf, SELECTED, type Selected } from './read-job.ts'
import type { OwnedId } from './read-job-states.ts'

/** An ended job among others, and how much of it is wanted. */
export interface EndedKey extends OwnedId {
  withPage: boolean
}

export interface EndedJob extends FinishedJob {
  /** Its place in its batch's log. */
  batchSeq: number | null
}

/** Jobs that have ended, with one statement for all of them, in the order of `keys`; undefined for one that is not in its account. */
export async function readEndedJobs(
  db: Queryable,
  keys: readonly EndedKey[],
): Promise<(EndedJob | undefined)[]> {
  const { rows } = await db.query<Selected & { place: number; batchSeq: number | null }>({
    name: 'read-ended-jobs',
    text: `
      SELECT ${SELECTED.columns}, job.batch_seq AS "batchSeq", wanted.place::int
      FROM unnest($1::uuid[], $2::uuid[], $3::boolean[]) WITH ORDINALITY AS wanted(id, account_id, with_page, place)
        JOIN job ON job.id = wanted.id AND job.account_id = wanted.account_id
        ${SELECTED.joins} AND wanted.with_page`,
    values: [keys.map((key) => key.id), keys.map((key) => key.accountId), keys.map((key) => key.withPage)],
  })
  const found = keys.map((): EndedJob | undefined => undefined)
  for (const { place, batchSeq, ...selected } of rows)
    if (isFinished(selected)) found[place - 1] = { ...finishedJobOf(selected), batchSeq }
  return found
}
