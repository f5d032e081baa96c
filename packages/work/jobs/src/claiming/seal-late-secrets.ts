import type { ScrapeRequest } from '@gleaner/contracts'
import type { JobsContext } from '../context.ts'
import { sealSecrets } from '../secrets.ts'
import { type ScrapeSecrets, type ScrapeSpec, shownUrl, splitRequest } from '../spec.ts'

interface Split {
  spec: ScrapeSpec
  secrets: ScrapeSecrets
}

/**
 * A gateway that has not been upgraded yet stores in clear what is sealed now. Whoever claims such a job takes it out, in
 * the row too; other jobs cost nothing here.
 */
export async function sealLateSecrets(
  { pool, secretBox }: Pick<JobsContext, 'pool' | 'secretBox'>,
  jobId: string,
  { spec, secrets }: Split,
): Promise<Split> {
  const again = splitRequest(spec as ScrapeRequest)
  if (again.secrets === undefined) return { spec, secrets }
  const late = { spec: again.spec, secrets: { ...secrets, ...again.secrets } }
  await pool.query('UPDATE job SET url = $2, spec = $3, secrets = $4 WHERE id = $1 AND finished_at IS NULL', [
    jobId,
    shownUrl(late.spec, late.secrets),
    JSON.stringify(late.spec),
    await sealSecrets(secretBox, jobId, late.secrets),
  ])
  return late
}
