import { NO_LABELS } from '@gleaner/contracts/schemas/labels'
import type { GivenColumns } from '../given-sql.ts'
import { shownUrl } from '../spec.ts'
import type { NewJob } from './new-job.ts'

/** Columns that every job's row has from its request, whatever became of that, in the order of `requestedValues`. */
export const REQUESTED = {
  id: 'uuid',
  account_id: 'uuid',
  api_key_id: 'uuid',
  test: 'boolean',
  url: 'text',
  host: 'text',
  mode: 'text',
  spec: 'json',
  plan: 'json',
  tier: 'text',
  external_id: 'text',
  metadata: 'json',
} satisfies GivenColumns

/** What they hold; the URL without its login. */
export function requestedValues({
  id,
  accountId,
  apiKeyId,
  test,
  spec,
  secrets,
  plan,
  labels = NO_LABELS,
}: NewJob): unknown[] {
  const { externalId, metadata } = labels
  return [
    id,
    accountId,
    apiKeyId,
    test,
    shownUrl(spec, secrets),
    new URL(spec.url).hostname,
    spec.mode,
    JSON.stringify(spec),
    JSON.stringify(plan),
    plan.steps[0]!.tier,
    externalId,
    metadata && JSON.stringify(metadata),
  ]
}
