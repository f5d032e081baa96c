import type { EndpointName } from '@gleaner/contracts'
import type { Json } from '../types.ts'
import { apiKeys } from './api-keys.ts'
import { auth } from './auth.ts'
import { batches } from './batches.ts'
import { betaFeatures } from './beta-features.ts'
import { billing } from './billing.ts'
import { crawls } from './crawls.ts'
import type { AreaExamples, EndpointExample } from './endpoint-example.ts'
import { extract } from './extract.ts'
import { files } from './files.ts'
import { jobs } from './jobs.ts'
import { live } from './live.ts'
import { llmKeys } from './llm-keys.ts'
import { maps } from './maps.ts'
import { oauth } from './oauth.ts'
import { organizations } from './organizations.ts'
import { pageArchive } from './page-archive.ts'
import { payments } from './payments.ts'
import { proxies } from './proxies.ts'
import { scrape } from './scrape.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { spendLimits } from './spend-limits.ts'
import { templates } from './templates.ts'
import { usage } from './usage.ts'
import { webhooks } from './webhooks.ts'

const EXAMPLES: AreaExamples = {
  ...scrape,
  ...jobs,
  ...batches,
  ...maps,
  ...search,
  ...crawls,
  ...live,
  ...webhooks,
  ...usage,
  ...billing,
  ...payments,
  ...spendLimits,
  ...extract,
  ...pageArchive,
  ...llmKeys,
  ...proxies,
  ...templates,
  ...sessions,
  ...apiKeys,
  ...auth,
  ...oauth,
  ...organizations,
  ...files,
  ...betaFeatures,
}

export interface Example {
  params: Json
  query: Json
  bodies: Record<string, unknown>
  replies: Record<number, unknown>
  /** The data of a stream's events, by their names. */
  events: Record<string, unknown>
}

/** Of an endpoint by its name; empty where there is none. `bodies` by what they show. */
export function exampleOf(name: string): Example {
  const example: EndpointExample | undefined = EXAMPLES[name as EndpointName]
  const { params = {}, query = {}, body, bodies = {}, replies = {}, events = {} } = example ?? {}
  return { params, query, bodies: body === undefined ? bodies : { Example: body }, replies, events }
}
