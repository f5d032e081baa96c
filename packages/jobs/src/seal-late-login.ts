import { takeUrlLogin } from '@gleaner/contracts'
import type { JobsContext } from './context.ts'
import { sealSecrets } from './secrets.ts'
import { type ScrapeSecrets, type ScrapeSpec, shownUrl } from './spec.ts'

interface Split {
  spec: ScrapeSpec
  secrets: ScrapeSecrets
}

/**
 * A gateway that has not been upgraded yet stores the login of an address as part of it. Whoever claims such a job takes
 * it out, in the row too; other jobs cost nothing here.
 */
export async function sealLateLogin(
  { pool, secretBox }: Pick<JobsContext, 'pool' | 'secretBox'>,
  jobId: string,
  { spec, secrets }: Split,
): Promise<Split> {
  const { url, authorization } = takeUrlLogin(spec.url)
  if (authorization === undefined) return { spec, secrets }
  const late = { spec: { ...spec, url }, secrets: { ...secrets, authorization } }
  await pool.query('UPDATE job SET url = $2, spec = $3, secrets = $4 WHERE id = $1 AND finished_at IS NULL', [
    jobId,
    shownUrl(late.spec, late.secrets),
    JSON.stringify(late.spec),
    sealSecrets(secretBox, jobId, late.secrets),
  ])
  return late
}
