import { LIMITS } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { stateAfter } from '../job-states.ts'
import { sealSecrets } from '../secrets.ts'
import { shownUrl } from '../spec.ts'
import type { NewJob } from './new-job.ts'

/** Items of one statement: a thousand of 16 KB would hold the event loop while they are written as text. */
const SLICE = 100

/**
 * Accepts the items of a batch in the caller's transaction: open jobs without a hold and on no queue, that wait for their admission. Their
 * order is that of the batch, in which the first one has the place `firstIndex`. All are of one account and key. One without
 * an `externalId` has that of its batch, so that it is found by it.
 */
export async function insertWaitingJobs(
  db: Queryable,
  secretBox: SecretBox,
  batchId: string,
  jobs: readonly NewJob[],
  firstIndex = 0,
): Promise<void> {
  for (let at = 0; at < jobs.length; at += SLICE)
    await insertSlice(db, secretBox, { batchId, at: firstIndex + at }, jobs.slice(at, at + SLICE))
}

async function insertSlice(
  db: Queryable,
  secretBox: SecretBox,
  { batchId, at }: { batchId: string; at: number },
  jobs: readonly NewJob[],
): Promise<void> {
  const first = jobs[0]!
  const sealed = await Promise.all(
    jobs.map((job) => (job.secrets ? sealSecrets(secretBox, job.id, job.secrets) : null)),
  )
  await db.query({
    name: 'insert-waiting-jobs',
    text: INSERT_WAITING_JOBS,
    values: [
      first.accountId,
      first.apiKeyId,
      first.test,
      batchId,
      first.webhookUrl ?? null,
      jobs.map(({ id }) => id),
      jobs.map(({ spec, secrets }) => shownUrl(spec, secrets)),
      jobs.map(({ spec }) => new URL(spec.url).hostname),
      jobs.map(({ spec }) => spec.mode),
      jobs.map(({ spec }) => JSON.stringify(spec)),
      jobs.map(({ plan }) => JSON.stringify(plan)),
      sealed,
      jobs.map(({ plan }) => plan.steps[0]!.tier),
      jobs.map(({ cacheKey }) => cacheKey ?? null),
      jobs.map(({ cacheKey, spec }) => (cacheKey ? spec.cache_ttl : null)),
      at,
      jobs.map(({ spec }) => spec.session_id ?? null),
      jobs.map(({ line }) => line ?? null),
      jobs.map(({ labels }) => labels?.externalId ?? null),
      jobs.map(({ labels }) => (labels?.metadata ? JSON.stringify(labels.metadata) : null)),
    ],
  })
}

const INSERT_WAITING_JOBS = `
  INSERT INTO job (id, account_id, api_key_id, status, test, url, host, mode, spec, plan, secrets, had_secrets, tier, queued_at, deadline_at,
                   cache_key, cache_ttl, batch_id, batch_index, webhook_url, session_id, line, external_id, metadata)
  SELECT id, $1, $2, ${stateAfter('accept')}, $3, url, host, mode, spec, plan, secrets, secrets IS NOT NULL, tier, NULL,
         now() + ${LIMITS.waitForAdmissionMs} * interval '1 millisecond', cache_key, cache_ttl, $4, $16::int + position - 1, $5, session_id, line,
         COALESCE(external_id, (SELECT batch.external_id FROM batch WHERE batch.id = $4)), metadata
  FROM unnest($6::uuid[], $7::text[], $8::text[], $9::text[], $10::json[], $11::json[], $12::bytea[], $13::text[], $14::bytea[], $15::int[], $17::uuid[], $18::text[], $19::text[], $20::json[])
    WITH ORDINALITY AS item(id, url, host, mode, spec, plan, secrets, tier, cache_key, cache_ttl, session_id, line, external_id, metadata, position)`
