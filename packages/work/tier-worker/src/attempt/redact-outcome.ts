import type { FetchOutcome } from '@gleaner/http-tiers'
import { type HiddenSecrets, redactSecrets, secretReplacer } from './redact-secrets.ts'

/** What an attempt with a session came to, as it may be told and stored: a target chooses where it redirects to, and how it fails. */
export function redactOutcome(outcome: FetchOutcome, secrets: HiddenSecrets): FetchOutcome {
  if (outcome.kind === 'page') return { ...outcome, page: redactSecrets(outcome.page, secrets) }
  const given = outcome.kind === 'failed' ? { setValues: outcome.setValues } : {}
  return { ...outcome, detail: secretReplacer(secrets, given).text(outcome.detail) }
}
