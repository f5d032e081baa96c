import { type Actor, recordAudit } from '@gleaner/audit-log'
import type { Database } from '@gleaner/db'
import { acceptRedriven, enqueueRedriven, type FailedJob, redrivenJob, refusalOf } from '@gleaner/jobs'
import type { Producer } from '@gleaner/queue'

interface RedriveContext {
  db: Database
  producer: Producer
  actor: Actor
}

/** Runs failed jobs again as new ones, at the cost of their accounts. Says of each what became of it. */
export async function redriveJobs(ctx: RedriveContext, jobs: readonly FailedJob[]): Promise<string[]> {
  const results: string[] = []
  for (const job of jobs) results.push(job.obstacle ?? (await redrive(ctx, job)))
  return results
}

async function redrive({ db, producer, actor }: RedriveContext, failed: FailedJob): Promise<string> {
  try {
    const job = redrivenJob(failed)
    const isAccepted = await db.transaction(async (both) => {
      if (!(await acceptRedriven(both.sql, job))) return false
      const entry = {
        accountId: failed.accountId,
        actor,
        target: `job:${failed.id}`,
        details: { job_id: job.id },
      }
      await recordAudit(both, { ...entry, action: 'job.redriven' })
      return true
    })
    if (!isAccepted) return 'was run again before'
    // Accepted is accepted: where the queue is away, the scheduler puts it there.
    await enqueueRedriven(producer, job).catch(() => {})
    return `runs again as ${job.id}`
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    return `refused: ${refusal}`
  }
}
