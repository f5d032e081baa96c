import {
  type AccountsContext,
  createAccessTokenVerifier,
  createKeyUses,
  createKeyVerifier,
  type KeyUses,
  openAccessTokens,
  type RelyingParty,
  relyingPartyOf,
} from '@gleaner/accounts'
import { type Connections, type KeyCheck, POOL_SIZES } from '@gleaner/connections'
import type { Database } from '@gleaner/db'
import { createDeploymentEgress, type Egress } from '@gleaner/egress'
import { type ApiContext, createAuthenticators, reportLimits } from '@gleaner/http-api'
import { createWaitingWebhooks, type WaitingWebhooks } from '@gleaner/intake'
import { createDomainKnowledge, type DomainKnowledge, type JobsContext, openJobs } from '@gleaner/jobs'
import { createClientDocuments, createRedirectRules, type OAuthContext } from '@gleaner/oauth'
import { openPayments, type PaymentsContext } from '@gleaner/payments'
import { type IntegrationsContext, type OperatorProxy, parseOperatorProxies } from '@gleaner/proxies'
import { openPlaces, type Places, type TimedPlaces } from '@gleaner/queue/work'
import { createRateLimits } from '@gleaner/rate-limits'
import type { Checks, ServiceDeps } from '@gleaner/runtime'
import { createSearchEngine, type SearchEngine } from '@gleaner/search'
import type { AccessTokens } from '@gleaner/security/jwt'
import { openSingleSignOn, type SingleSignOn } from '@gleaner/single-sign-on'
import { createStoreCheck, type Files, openFiles } from '@gleaner/storage'
import { createLiveBlockedDomains, type LiveBlockedDomains } from '@gleaner/switches/blocked-domains'
import type { Config } from './config.ts'
import { createPageSender, type PageSender } from './send-page.ts'

export interface Context extends ApiContext {
  config: Config
  db: Database
  jobs: JobsContext
  accessTokens: AccessTokens
  accounts: AccountsContext
  /** What keys were used for since it was last written. */
  keyUses: KeyUses
  /** Checks URLs; the gateway itself connects to a target only to test a proxy. */
  egress: Egress
  blockedDomains: LiveBlockedDomains
  files: Files
  domains: DomainKnowledge
  operatorProxies: readonly OperatorProxy[]
  integrations: IntegrationsContext
  oauth: OAuthContext
  relyingParty: RelyingParty
  /** Where the operator has set a provider. */
  singleSignOn: SingleSignOn | undefined
  pages: PageSender
  /** Batches that are being accepted. */
  batchPlaces: Places
  /** Transactions that create something. */
  creations: Places
  /** Threads that make large replies. */
  replyThreads: Places
  /** Large replies that are read for agents. */
  agentReplies: Places
  /** Pictures of changes that are drawn. */
  comparisons: Places
  /** Keys of models that are tried. */
  modelTests: TimedPlaces
  payments: PaymentsContext
  /** What accounts' receivers have yet to be told. */
  waitingWebhooks: WaitingWebhooks
  /** What answers searches. */
  searchEngine: SearchEngine
  /** Replies that go on until somebody ends them, such as those that are passed on from the realtime service. */
  forwarded: Set<{ end(): unknown }>
  keys: KeyCheck
  checks: Checks
  partialChecks: Checks
  report: Connections['report']
  /** Aborts when the process is about to stop: callers are still served, and sent elsewhere. */
  draining: AbortSignal
  close(): Promise<void>
}

export function createContext(
  config: Config,
  { logger, metrics, tracer, opsPort }: ServiceDeps,
  draining: AbortSignal = new AbortController().signal,
): Context {
  // What throws for settings goes before what is opened.
  const singleSignOn = openSingleSignOn(config, logger)
  const { jobs, db, pool, redis, checks, keys, report, close } = openJobs(config, logger, {
    max: POOL_SIZES.gateway,
  })
  const { postgres, schema, clock, ...ofParts } = checks
  const files = openFiles(config)
  const blockedDomains = createLiveBlockedDomains(pool, config.EGRESS_BLOCKED_DOMAINS, { logger, metrics })
  const egress = createDeploymentEgress(config, blockedDomains.names, [
    config.PORT,
    opsPort,
    ...(config.PROXY_MODE_PORT ? [config.PROXY_MODE_PORT] : []),
  ])
  const accessTokens = openAccessTokens(config)
  const keyUses = createKeyUses(pool)
  const limits = createRateLimits(redis, { onChange: reportLimits(logger, metrics) })
  return {
    config,
    logger,
    metrics,
    tracer,
    db,
    jobs,
    accessTokens,
    accounts: { db, secretBox: jobs.secretBox, accessTokens, guesses: limits },
    authenticators: createAuthenticators(
      createKeyVerifier(pool),
      createAccessTokenVerifier(pool, accessTokens),
      keyUses,
    ),
    keyUses,
    limits,
    publicUrl: config.PUBLIC_URL,
    domains: createDomainKnowledge(pool),
    egress,
    blockedDomains,
    files,
    operatorProxies: parseOperatorProxies(config.PROXIES),
    integrations: { db, secretBox: jobs.secretBox },
    oauth: {
      db,
      secretBox: jobs.secretBox,
      guesses: limits,
      documents: createClientDocuments(egress),
      publicUrl: config.PUBLIC_URL,
      isDevelopment: config.NODE_ENV === 'development',
      doors: { registration: config.OAUTH_REGISTRATION, documents: config.OAUTH_CLIENT_DOCUMENTS },
      redirects: createRedirectRules({
        publicUrl: config.PUBLIC_URL,
        ownDomains: config.OAUTH_OWN_DOMAINS,
        isDevelopment: config.NODE_ENV === 'development',
      }),
    },
    relyingParty: relyingPartyOf({
      publicUrl: config.PUBLIC_URL,
      domain: config.PASSKEY_DOMAIN,
      origins: config.PASSKEY_ORIGINS,
    }),
    singleSignOn,
    pages: createPageSender({ jobs }),
    batchPlaces: openPlaces('batch-acceptance'),
    creations: openPlaces('creation'),
    replyThreads: openPlaces('reply-thread'),
    agentReplies: openPlaces('agent-reply'),
    comparisons: openPlaces('picture-comparison'),
    modelTests: openPlaces('model-test'),
    waitingWebhooks: createWaitingWebhooks(pool),
    payments: openPayments(config, { db, logger, metrics }),
    searchEngine: createSearchEngine(config, pool),
    forwarded: new Set(),
    keys,
    checks: { postgres, schema, clock, keys: keys.check },
    // Without these much is still read.
    partialChecks: { ...ofParts, storage: createStoreCheck(files.store) },
    report,
    draining,
    async close() {
      await keyUses.flush().catch((error) => logger.warn({ err: error }, 'uses of keys were not written'))
      limits.close()
      await blockedDomains.stop()
      await egress.close()
      await close()
    },
  }
}
