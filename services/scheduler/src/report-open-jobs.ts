import { TIERS } from '@gleaner/contracts'
import type { Pool } from '@gleaner/db'
import { countOpenJobs } from '@gleaner/jobs'
import type { ServiceDeps } from '@gleaner/runtime'

/** A run that tells how much work there is, for dashboards and for what scales the workers (infra/helm). */
export function createOpenJobsReport(
  pool: Pool,
  { metrics }: Pick<ServiceDeps, 'metrics'>,
): () => Promise<void> {
  const jobs = metrics.gauge('gleaner_jobs_open')
  const oldest = metrics.gauge('gleaner_job_oldest_seconds')
  const items = metrics.gauge('gleaner_batch_items_open')
  const clear = () => {
    for (const tier of TIERS) {
      jobs.clear({ tier })
      oldest.clear({ tier })
    }
    items.clear()
  }
  return async () => {
    const open = await countOpenJobs(pool).catch((error: unknown) => {
      clear()
      throw error
    })
    for (const tier of TIERS) {
      const own = open.tiers.find((one) => one.tier === tier)
      jobs.set(own?.jobs ?? 0, { tier })
      oldest.set(own?.oldestSeconds ?? 0, { tier })
    }
    items.set(open.batchItems)
  }
}
