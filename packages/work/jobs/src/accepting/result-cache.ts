import { countUsageSql } from '@gleaner/billing'
import { type Labels, NO_LABELS } from '@gleaner/contracts/schemas/labels'
import type { Queryable } from '@gleaner/db'
import { queueDeliveriesSql } from '@gleaner/outgoing-webhooks'
import type { SecretBox } from '@gleaner/security/secret-box'
import { stateAfter } from '../job-states.ts'
import { hashJson } from '../json-pieces.ts'
import { STORED_PAGE, type StoredPage, storedPage } from '../page-text.ts'
import { cacheTimes, type FinishedJob, JOB_COLUMNS, type JobRow } from '../rows.ts'
import type { ScrapeSecrets, ScrapeSpec } from '../spec.ts'

/** Request fields that say how or when to answer, not what; all others are part of the key. */
const NOT_IN_KEY: ReadonlySet<string> = new Set([
  'sync',
  'timeout',
  'cache',
  'cache_ttl',
  'force_refresh',
  'cost_controls',
  'extraction',
])

/**
 * The key under which an account's answers to this request are kept; undefined when it must not be cached: caching
 * was not asked for, or the answer may be private to a login. A keyed fingerprint, as a body may hold secrets; `bodyHash`
 * (`hashBody`) stands for the body, which may be large.
 */
export function cacheKeyOf(
  secretBox: SecretBox,
  request: {
    spec: ScrapeSpec
    secrets: ScrapeSecrets | undefined
    test: boolean
    bodyHash: Buffer | undefined
  },
): Buffer | undefined {
  const { spec, secrets, test, bodyHash } = request
  const { cookies, headers, authorization } = secrets ?? {}
  const hasLogin = spec.session_id || cookies || headers || authorization
  if (!spec.cache || hasLogin) return undefined
  const asked = Object.entries(spec).filter(([field]) => !NOT_IN_KEY.has(field))
  const key = canonicalJson([
    test,
    asked.map(([field, value]) => [field, field === 'url' ? normalizeUrl(spec.url) : value]),
    spec.cost_controls.force_tier ?? null,
    secrets?.body === undefined ? null : bodyHash!.toString('base64'),
    secrets?.actions ?? null,
  ])
  return secretBox.fingerprints(key, 'cached answer')[0]
}

/** What stands for a request's body in its key; undefined without a body, and where no answer may be kept. */
export async function hashBody(
  spec: ScrapeSpec,
  secrets: ScrapeSecrets | undefined,
): Promise<Buffer | undefined> {
  return spec.cache && secrets?.body !== undefined ? await hashJson([secrets.body]) : undefined
}

/** The parts of a URL that reach the server, in one spelling. */
function normalizeUrl(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}

/** JSON with sorted keys: two spellings of the same request share a key. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

export interface CacheQuery {
  jobId: string
  accountId: string
  apiKeyId: string | null
  cacheKey: Buffer
  /** As this request has it; the stored page may have been fetched for another spelling. */
  spec: ScrapeSpec
  /** Is told of it, beside the account's webhook endpoints. */
  webhookUrl?: string | undefined
  labels?: Labels | undefined
  /** The request has secrets, which are not kept: the answer is there. */
  hadSecrets?: boolean
  requestId?: string | undefined
}

/**
 * Answers from the newest stored page for the key, in one statement that also notes the request as a job of its own
 * (which costs nothing), and writes down who has to be told. The reader takes nothing older than its own `cache_ttl`, whatever
 * time the storing request allowed. Undefined when there is no fresh answer.
 */
export async function answerFromCache(db: Queryable, query: CacheQuery): Promise<FinishedJob | undefined> {
  const { externalId, metadata } = query.labels ?? NO_LABELS
  const { rows } = await db.query<JobRow & StoredPage & { cachedAt: Date; ttl: number; deliveries: number }>({
    name: 'answer-from-cache',
    text: `
      WITH hit AS (
        ${freshPageSql({ accountId: '$2', cacheKey: '$3', ttl: '$4::int' }, 'source.*, job_page.page')}
      ), noted AS (
        INSERT INTO job (id, account_id, api_key_id, status, test, url, host, mode, spec, plan, tier, deadline_at,
                         delivered_mode, status_code, size_bytes, cached_from, started_at, finished_at, webhook_url, external_id, metadata, had_secrets, request_id)
        SELECT $1, account_id, $5, ${stateAfter('answerFromCache')}, test, $6, host, mode, $7, plan, tier, now(),
               delivered_mode, status_code, size_bytes, id, now(), now(), $8, $9, $10::json, $11::boolean, $12
        FROM hit, set_config('synchronous_commit', ${SYNC_WHERE_TOLD}, true)
        RETURNING job.*
      ), ${countUsageSql('noted')}, ${queueDeliveriesSql({ jobs: 'noted' })}
      SELECT ${JOB_COLUMNS}, ${STORED_PAGE}, job_page.finished_at AS "cachedAt", job_page.cache_ttl AS ttl,
             (SELECT count(*)::int FROM queued_delivery) AS deliveries
      FROM noted AS job, hit AS job_page`,
    values: [
      query.jobId,
      query.accountId,
      query.cacheKey,
      query.spec.cache_ttl,
      query.apiKeyId,
      query.spec.url,
      JSON.stringify(query.spec),
      query.webhookUrl ?? null,
      externalId,
      metadata && JSON.stringify(metadata),
      query.hadSecrets ?? null,
      query.requestId ?? null,
    ],
  })
  const found = rows[0]
  if (!found) return undefined
  const { page, pageBytes, cachedAt, ttl, deliveries, ...row } = found
  return { row, ...storedPage({ page, pageBytes }), cache: cacheTimes(cachedAt, ttl), deliveries }
}

/**
 * SQL query: the newest stored page for a key, with its job, that is fresh for a reader who takes nothing older than `ttl` seconds. The
 * arguments are SQL expressions.
 */
export function freshPageSql(
  { accountId, cacheKey, ttl }: Record<'accountId' | 'cacheKey' | 'ttl', string>,
  columns = 'source.*',
): string {
  return `
    SELECT ${columns} FROM job AS source JOIN job_page ON job_page.job_id = source.id
    WHERE source.account_id = ${accountId} AND source.cache_key = ${cacheKey} AND source.delivered_mode IS NOT NULL
      AND source.finished_at > now() - LEAST(source.cache_ttl, ${ttl}) * interval '1 second'
    ORDER BY source.finished_at DESC LIMIT 1`
}

/** The reply waits for the disk only where others are told of it: else nothing but the caller's own request would be lost. */
const SYNC_WHERE_TOLD = `CASE
          WHEN $8::text IS NULL AND NOT EXISTS (SELECT FROM webhook_endpoint WHERE account_id = $2 AND is_active) THEN 'off'
          ELSE current_setting('synchronous_commit') END`
