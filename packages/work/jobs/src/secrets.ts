import type { SecretBox } from '@gleaner/security/secret-box'
import { inTurns, jsonPieces } from './json-pieces.ts'
import type { ScrapeSecrets } from './spec.ts'

/** Bound to the job, so that one job's sealed column opens for no other. */
export const secretsContext = (jobId: string) => `job:${jobId}`

export async function sealSecrets(
  box: SecretBox,
  jobId: string,
  secrets: ScrapeSecrets,
): Promise<Uint8Array> {
  return await box.sealPieces(inTurns(jsonPieces(secrets)), secretsContext(jobId))
}

export function openSecrets(box: SecretBox, jobId: string, sealed: Uint8Array): ScrapeSecrets {
  return JSON.parse(box.open(sealed, secretsContext(jobId)))
}
