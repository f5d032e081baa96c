import * as apiKeys from './api-keys.ts'
import * as auth from './auth.ts'
import * as batches from './batches.ts'
import * as betaFeatures from './beta-features.ts'
import * as billing from './billing.ts'
import * as checkout from './checkout.ts'
import * as files from './files.ts'
import * as invitations from './invitations.ts'
import * as jobs from './jobs.ts'
import * as oauth from './oauth.ts'
import * as organizations from './organizations.ts'
import * as proxies from './proxies.ts'
import * as receipts from './receipts.ts'
import * as scrape from './scrape.ts'
import * as spendLimits from './spend-limits.ts'
import * as usage from './usage.ts'

/** Every endpoint of the API by its name, which is also that of its handler. A file of this folder exports endpoints only. */
export const ENDPOINTS = {
  ...scrape,
  ...jobs,
  ...batches,
  ...usage,
  ...billing,
  ...spendLimits,
  ...proxies,
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

export type Endpoints = typeof ENDPOINTS
export type EndpointName = keyof Endpoints
