import { checkPlace, isAccepted } from '@gleaner/batches'
import { fromCredits, insufficientBalance, limitExceeded, readFunds } from '@gleaner/billing'
import { type CrawlPlan, labelsOf, type WebhookHeaders } from '@gleaner/contracts'
import { lockPlaces, type Queryable, storableJson } from '@gleaner/db'
import { makePlan, type Plan, type ScrapeSecrets, type ScrapeSpec, splitRequest } from '@gleaner/jobs'
import { inTurns, jsonPieces } from '@gleaner/jobs/json-pieces'
import { shownUrl } from '@gleaner/jobs/spec'
import { queueStarted, sealHeaders } from '@gleaner/outgoing-webhooks'
import { currentRequestId } from '@gleaner/runtime'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { CrawlOptions } from './options.ts'
import { secretsContext } from './secrets.ts'

/** A crawl that has been checked, as it is accepted. */
export interface NewCrawl {
  id: string
  accountId: string
  apiKeyId: string | null
  test: boolean
  webhookUrl: string | undefined
  /** What its requests carry beside ours. */
  webhookHeaders?: WebhookHeaders | undefined
  /** What it is expected to cost, in micros. */
  estimatedMicros: number
  plan: CrawlPlan
}

/**
 * Accepts a crawl in the caller's transaction: an open batch without items, to which a driver adds them. Nothing is held. Accepting one that
 * was accepted before changes nothing, so that a transaction whose end is not known may be repeated. Throws CRAWL_LIMIT_REACHED,
 * BUDGET_EXCEEDED, INSUFFICIENT_BALANCE and SPEND_LIMIT_EXCEEDED.
 */
export async function acceptCrawl(sql: Queryable, secretBox: SecretBox, crawl: NewCrawl): Promise<void> {
  const { spec, secrets } = splitRequest(crawl.plan.scrape)
  const startPage = makePlan(withBudget(spec, crawl.plan.max_credits))
  const places = await lockPlaces(sql, 'crawl', crawl.accountId)
  if (await isAccepted(sql, crawl.id)) return
  checkPlace('crawl', places)
  if (!crawl.test) await checkFunds(sql, crawl, startPage)
  await insertCrawl(sql, crawl, {
    url: shownUrl(spec, secrets),
    options: optionsOf(crawl.plan, spec),
    sealed: secrets ? await seal(secretBox, crawl.id, secrets) : null,
    webhookHeaders: sealHeaders(secretBox, 'batch', crawl.id, crawl.webhookHeaders),
  })
}

/** What all pages together may cost bounds the first one as well. */
function withBudget(spec: ScrapeSpec, maxCredits: number | undefined): ScrapeSpec {
  if (maxCredits === undefined) return spec
  return { ...spec, cost_controls: { ...spec.cost_controls, max_credits: maxCredits } }
}

/** How many pages there are is not known yet: the balance has to pay the first one. */
async function checkFunds(sql: Queryable, { accountId, apiKeyId }: NewCrawl, { steps }: Plan): Promise<void> {
  const { priceMicros } = steps[0]!
  const { availableMicros, limits } = await readFunds(sql, accountId, apiKeyId)
  if (availableMicros < priceMicros)
    throw insufficientBalance(priceMicros, availableMicros, 'the first tier for the start page')
  const exceeded = limitExceeded(limits, accountId, priceMicros, new Date())
  if (exceeded) throw exceeded
}

function optionsOf(plan: CrawlPlan, scrape: ScrapeSpec): CrawlOptions {
  const { max_depth, include_patterns, exclude_patterns, sitemap, sitemap_path, include_subdomains } = plan
  const { respect_robots, webhook_pages } = plan
  return {
    max_depth,
    include_patterns,
    exclude_patterns,
    sitemap,
    sitemap_path,
    include_subdomains,
    respect_robots,
    ...(webhook_pages && { webhook_pages }),
    scrape,
  }
}

async function seal(box: SecretBox, id: string, secrets: ScrapeSecrets): Promise<Uint8Array> {
  return await box.sealPieces(inTurns(jsonPieces(secrets)), secretsContext(id))
}

interface Stored {
  url: string
  options: CrawlOptions
  sealed: Uint8Array | null
  webhookHeaders: Uint8Array | null
}

async function insertCrawl(sql: Queryable, crawl: NewCrawl, stored: Stored): Promise<void> {
  const { id, accountId, apiKeyId, test, webhookUrl, estimatedMicros, plan } = crawl
  const { url, options, sealed, webhookHeaders } = stored
  const { externalId, metadata } = labelsOf(plan.scrape)
  await sql.query({
    name: 'insert-crawl-batch',
    text: `INSERT INTO batch (id, account_id, api_key_id, test, kind, is_open, status, webhook_url, webhook_headers, estimated_micros, total, external_id, metadata, request_id)
           VALUES ($1, $2, $3, $4, 'crawl', true, 'pending', $5, $6, $7, 0, $8, $9, $10)`,
    values: [
      id,
      accountId,
      apiKeyId,
      test,
      webhookUrl ?? null,
      webhookHeaders,
      estimatedMicros,
      externalId,
      metadata && JSON.stringify(metadata),
      currentRequestId() ?? null,
    ],
  })
  await sql.query({
    name: 'insert-crawl',
    text: `INSERT INTO crawl (id, account_id, url, options, secrets, max_pages, max_credits_micros, max_concurrency, delay_ms)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      id,
      accountId,
      url,
      storableJson(options),
      sealed,
      plan.max_pages,
      plan.max_credits === undefined ? null : fromCredits(plan.max_credits),
      plan.max_concurrency,
      Math.round(plan.delay * 1_000),
    ],
  })
  await queueStarted(sql, { id, accountId, kind: 'crawl', webhookUrl, metadata })
}
