import type { FetchOutcome } from '@gleaner/http-tiers'
import { redactOutcome } from '../attempt/redact-outcome.ts'
import type { JobSession } from './open-job-session.ts'

/** An outcome as it may be read and stored: without the secrets of the session that was asked with, those of the moment included. */
export function withoutSecrets(outcome: FetchOutcome, jobSession: JobSession): FetchOutcome {
  return jobSession.kind === 'opened' ? redactOutcome(outcome, jobSession.session) : outcome
}
