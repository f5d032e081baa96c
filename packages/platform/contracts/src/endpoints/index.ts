import * as apiKeys from './api-keys.ts'
import * as auth from './auth.ts'
import * as batchWebhooks from './batch-webhooks.ts'
import * as batches from './batches.ts'
import * as betaFeatures from './beta-features.ts'
import * as billing from './billing.ts'
import * as checkout from './checkout.ts'
import * as crawls from './crawls.ts'
import * as extract from './extract.ts'
import * as files from './files.ts'
import * as invitations from './invitations.ts'
import * as jobs from './jobs.ts'
import * as live from './live.ts'
import * as llmKeys from './llm-keys.ts'
import * as maps from './maps.ts'
import * as oauth from './oauth.ts'
import * as organizations from './organizations.ts'
import * as pageArchive from './page-archive.ts'
import * as proxies from './proxies.ts'
import * as receipts from './receipts.ts'
import * as scrape from './scrape.ts'
import * as search from './search.ts'
import * as sessionSharing from './session-sharing.ts'
import * as sessionValidation from './session-validation.ts'
import * as sessions from './sessions.ts'
import * as spendLimits from './spend-limits.ts'
import * as templates from './templates.ts'
import * as usage from './usage.ts'
import * as webhooks from './webhooks.ts'

/** Endpoints by their names, which are also those of their handlers. A file of this folder exports endpoints only. */
export const GATEWAY_ENDPOINTS = {
  ...scrape,
  ...jobs,
  ...batches,
  ...maps,
  ...batchWebhooks,
  ...search,
  ...crawls,
  ...webhooks,
  ...usage,
  ...billing,
  ...spendLimits,
  ...extract,
  ...pageArchive,
  ...llmKeys,
  ...templates,
  ...proxies,
  ...sessions,
  ...sessionSharing,
  ...sessionValidation,
  ...apiKeys,
  ...auth,
  ...files,
  ...checkout,
  ...receipts,
  ...organizations,
  ...invitations,
  ...oauth,
  ...betaFeatures,
}

/** What the realtime service answers; the gateway passes it on. */
export const REALTIME_ENDPOINTS = { ...live }

/** Every endpoint of the API. */
export const ENDPOINTS = { ...GATEWAY_ENDPOINTS, ...REALTIME_ENDPOINTS }

export type GatewayEndpoints = typeof GATEWAY_ENDPOINTS
export type Endpoints = typeof ENDPOINTS
export type EndpointName = keyof Endpoints
