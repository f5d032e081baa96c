import { toCredits } from '@gleaner/billing'
import type { Logger } from '@gleaner/runtime'
import type { FinishedJob } from '../rows.ts'

/** Writes the one line of a job that has ended, once: only who has ended it knows of its deliveries. */
export function logEnd(logger: Pick<Logger, 'info'>, { row, deliveries }: FinishedJob): void {
  if (deliveries === undefined) return
  logger.info(
    {
      requestId: row.requestId,
      jobId: row.id,
      batchId: row.batchId,
      accountId: row.accountId,
      keyId: row.apiKeyId,
      host: URL.parse(row.url)?.hostname,
      tiers: row.attempts.map(({ tier, result, wall }) => `${tier} ${result}${wall ? ` (${wall})` : ''}`),
      cached: row.cachedFrom !== null,
      ms: row.finishedAt!.getTime() - row.createdAt.getTime(),
      credits: toCredits(row.costMicros),
      verdict: row.error?.code ?? row.status,
    },
    'a job has ended',
  )
}
