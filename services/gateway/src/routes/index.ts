import type { GatewayEndpoints } from '@gleaner/contracts'
import type { Handlers } from '../handler.ts'
import * as apiKeys from './api-keys.ts'
import * as auth from './auth.ts'
import * as batchWebhooks from './batch-webhooks.ts'
import * as batches from './batches.ts'
import * as betaFeatures from './beta-features.ts'
import * as billing from './billing.ts'
import * as checkout from './checkout.ts'
import * as crawls from './crawls.ts'
import * as demo from './demo.ts'
import * as estimate from './estimate.ts'
import * as extract from './extract.ts'
import * as files from './files.ts'
import * as invitations from './invitations.ts'
import * as jobs from './jobs.ts'
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

/** The handler of every endpoint that the gateway answers, by the endpoint's name. These files export handlers only. */
export const HANDLERS: Handlers<GatewayEndpoints> = {
  ...scrape,
  ...demo,
  ...estimate,
  ...jobs,
  ...maps,
  ...webhooks,
  ...batches,
  ...batchWebhooks,
  ...search,
  ...crawls,
  ...usage,
  ...billing,
  ...spendLimits,
  ...extract,
  ...pageArchive,
  ...llmKeys,
  ...proxies,
  ...templates,
  ...sessions,
  ...sessionSharing,
  ...sessionValidation,
  ...oauth,
  ...apiKeys,
  ...organizations,
  ...invitations,
  ...auth,
  ...files,
  ...checkout,
  ...receipts,
  ...betaFeatures,
}
