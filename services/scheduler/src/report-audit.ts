import { auditRound } from '@gleaner/billing'
import type { Pool } from '@gleaner/db'
import type { ServiceDeps } from '@gleaner/runtime'

const LOGGED = 20

/**
 * A run of the ledger's audit whose outcome becomes metrics. A run that fails leaves no number of discrepancies
 * behind, and the time of the last success stands still: an alert watches that.
 */
export function createAuditRun(
  pool: Pool,
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
): () => Promise<void> {
  const discrepancies = metrics.gauge('gleaner_ledger_discrepancies')
  const success = metrics.gauge('gleaner_ledger_audit_success_timestamp_seconds')
  const pass = metrics.gauge('gleaner_ledger_audit_pass_timestamp_seconds')
  return async () => {
    const report = await auditRound(pool).catch((error: unknown) => {
      discrepancies.clear()
      throw error
    })
    // Another process runs the audit, and reports it.
    if (!report) return discrepancies.clear()
    discrepancies.set(report.discrepancies.length)
    success.set(report.succeededAt.getTime() / 1000)
    if (report.passedAt) pass.set(report.passedAt.getTime() / 1000)
    for (const discrepancy of report.discrepancies.slice(0, LOGGED))
      logger.error(discrepancy, 'the ledger disagrees with a balance or a job')
  }
}
