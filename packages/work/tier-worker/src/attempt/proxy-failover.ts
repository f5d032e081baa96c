import { hash } from 'node:crypto'
import { requestedCountry } from '@gleaner/contracts/schemas/scrape/fields'
import type { FailureReason, FetchOutcome } from '@gleaner/http-tiers'
import type { ClaimedJob } from '@gleaner/jobs'
import {
  type OperatorProxy,
  openIntegration,
  orderForJob,
  type ProxySource,
  proxiesOf,
  sourceOf,
  withSession,
} from '@gleaner/proxies'
import type { TierContext } from '../context.ts'

/** The proxies that an attempt goes through, one after the other until one carries it. */
export interface ProxyCandidates {
  source: ProxySource
  proxies: readonly ProxyCandidate[]
}

interface ProxyCandidate {
  /** With the job's session in it; undefined: directly, through none. */
  url: string | undefined
  /** The entry of the setting, by which its health is recorded. */
  operatorProxy?: OperatorProxy
}

const DIRECT: readonly ProxyCandidate[] = [{ url: undefined }]

/** Proxies that an attempt tries before the tier counts as failed. */
const MAX_PROXIES = 3

/** The proxies of a job, by the precedence of `packages/fetching/proxies`. Empty when the proxy that it asks for is gone. */
export async function findProxyCandidates(ctx: TierContext, job: ClaimedJob): Promise<ProxyCandidates> {
  const { advanced } = job.spec
  const country = requestedCountry(job.spec)
  const source = sourceOf({
    useOwnProxy: advanced.use_own_proxy ?? false,
    usePremium: advanced.use_proxy ?? false,
    useSystem: advanced.use_system_proxy ?? false,
    country,
  })
  // Of a test job it is only said which kind a live one would go through.
  if (source === 'direct' || job.test) return { source, proxies: DIRECT }
  if (source === 'own') {
    const own = await openIntegration(ctx.jobs, job.accountId, advanced.proxy_integration_id)
    return { source, proxies: own ? [{ url: own.url }] : [] }
  }
  const { list, health } = ctx.proxies
  const found = orderForJob(exitOf(job), proxiesOf(list, source, country), health).slice(0, MAX_PROXIES)
  if (found.length === 0 && source === 'standard') return { source: 'direct', proxies: DIRECT }
  const proxies = found.map((operatorProxy) => ({
    url: withSession(operatorProxy.url, exitOf(job).slice(-12)),
    operatorProxy,
  }))
  return { source, proxies }
}

/**
 * Keeps all attempts of one job on one exit address, and all jobs of an account that name the same session; says nothing about the
 * account. Its end is hexadecimal, as that of an id.
 */
function exitOf({ id, accountId, spec }: ClaimedJob): string {
  const { proxy_session } = spec.advanced
  return proxy_session === undefined ? id : hash('sha256', JSON.stringify([accountId, proxy_session]))
}

/**
 * Runs `fetch` through one proxy after the other until one carries it. An operator's proxy that fails is paused; a
 * request that may have been sent is not repeated when it changes something.
 */
export async function fetchWithFailover(
  ctx: TierContext,
  job: ClaimedJob,
  candidates: ProxyCandidates,
  fetch: (proxy: string | undefined) => Promise<FetchOutcome>,
): Promise<FetchOutcome> {
  let outcome: FetchOutcome = NO_PROXY
  for (const { url, operatorProxy } of candidates.proxies) {
    outcome = await fetch(url)
    const failed = outcome.kind === 'failed' && PROXYS_FAULTS.has(outcome.reason)
    if (operatorProxy) ctx.proxies.health[failed ? 'recordFailure' : 'recordSuccess'](operatorProxy)
    if (!failed || (outcome.kind === 'failed' && outcome.mayHaveBeenSent && job.spec.method !== 'GET'))
      return outcome
  }
  return outcome
}

/** Failures that a proxy may have caused. */
const PROXYS_FAULTS: ReadonlySet<FailureReason> = new Set(['network_error', 'broken_body'])

const NO_PROXY: FetchOutcome = {
  kind: 'failed',
  reason: 'network_error',
  detail: 'The proxy that the request asks for does not exist any more',
  mayHaveBeenSent: false,
}
