import type { SecretBox } from '@gleaner/security'
import type { ScrapeSecrets } from './spec.ts'

/** Bound to the job, so that one job's sealed column opens for no other. */
const context = (jobId: string) => `job:${jobId}`

export function sealSecrets(box: SecretBox, jobId: string, secrets: ScrapeSecrets): Buffer {
  return Buffer.from(box.seal(Buffer.from(JSON.stringify(secrets)), context(jobId)))
}

export function openSecrets(box: SecretBox, jobId: string, sealed: Buffer): ScrapeSecrets {
  return JSON.parse(Buffer.from(box.open(sealed, context(jobId))).toString('utf8'))
}
