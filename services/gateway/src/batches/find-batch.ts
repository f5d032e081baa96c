import { type BatchRow, readBatch } from '@gleaner/batches'
import { ApiError, uuidOfBatch } from '@gleaner/contracts'
import type { Context } from '../context.ts'

/** The batch that a request names. One of another account is as unknown as one that never was. */
export async function findBatch(
  { jobs }: Pick<Context, 'jobs'>,
  accountId: string,
  batchId: string,
): Promise<BatchRow> {
  const uuid = uuidOfBatch(batchId)
  const row = uuid && (await readBatch(jobs.pool, accountId, uuid))
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such batch in this account.')
  return row
}

/** Whether it will cause no more events that nobody has cancelled. */
export function isOver({ finishedAt, cancelledAt }: BatchRow): boolean {
  return finishedAt !== null || cancelledAt !== null
}
