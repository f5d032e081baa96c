import type { Caller } from '@gleaner/accounts'
import { ApiError, type Endpoint, errorsOf, takesSlot, tokensOf } from '@gleaner/contracts'
import { ACCOUNT_BUCKETS, type Demand, type LimitState, type Refusal, untouched } from '@gleaner/rate-limits'
import type { Response } from 'express'
import type { ApiContext } from '../context.ts'
import { recordTokens } from '../middleware/request-metrics.ts'
import { describeWindow, rateLimited } from './rate-limited.ts'
import { tellLimits } from './tell-limits.ts'

type CallerLimit = (caller: Caller, response: Response) => Promise<LimitState>

/** When a slot becomes free is known to nobody: it is when one of the account's own requests ends. */
const SLOT_RETRY_SECONDS = 1

/**
 * Takes what a call of an endpoint costs from its caller's limits, and says on the reply what is left of them. A slot that it
 * takes is free when the reply has ended, whatever way. Throws RATE_LIMITED or CONCURRENCY_LIMITED; while limits cannot be
 * checked new work is refused, as unlimited work would be charged, and everything else goes on.
 */
export function createCallerLimit(
  { limits, metrics }: Pick<ApiContext, 'limits' | 'metrics'>,
  endpoint: Endpoint,
): CallerLimit {
  const { method, path, limitPerAccount } = endpoint
  const tokens = tokensOf(endpoint)
  const demand = {
    tokens,
    takesSlot: takesSlot(endpoint),
    window: limitPerAccount && { name: `${method} ${path}`, limit: limitPerAccount },
  }
  const refused = metrics.counter('gleaner_limits_refused_total')

  return async (caller, response) => {
    const admission = await limits.admit({ ...demand, ...holderOf(caller) })
    const state = admission.kind === 'unknown' ? untouched(caller.rateLimits) : admission.state
    tellLimits(response, caller, state)
    switch (admission.kind) {
      case 'admitted':
        recordTokens(response, tokens)
        if (response.closed) admission.release()
        else response.once('close', admission.release)
        return state
      case 'refused':
        refused.inc({ limit: admission.by })
        throw refusalOf(endpoint, admission.by, state, admission.retryAfterSeconds)
      case 'unknown':
        if (demand.takesSlot) throw unavailable(endpoint)
        return state
    }
  }
}

/**
 * Tokens are a key's own and, with those of the account's other keys, the account's; slots are the account's. A person in an account has
 * tokens apart, so that whoever uses up the keys' does not keep people from revoking one.
 */
function holderOf(caller: Caller): Pick<Demand, 'accountId' | 'bucket' | 'sharesAccount' | 'limits'> {
  const { accountId, rateLimits: limits } = caller
  return caller.kind === 'key'
    ? { accountId, bucket: `key:${caller.apiKeyId}`, sharesAccount: true, limits }
    : { accountId, bucket: `user:${caller.userId}`, limits }
}

function refusalOf(endpoint: Endpoint, by: Refusal, state: LimitState, seconds = SLOT_RETRY_SECONDS) {
  switch (by) {
    case 'tokens':
      return rateLimited(
        `These credentials may take ${state.requestsPerMinute} tokens a minute (a read takes 1, a write 2)`,
        seconds,
      )
    case 'accountTokens':
      return rateLimited(
        `All keys of this account together may take ${ACCOUNT_BUCKETS * state.requestsPerMinute} tokens a minute (a read takes 1, a write 2)`,
        seconds,
      )
    case 'window':
      return rateLimited(`An account may make ${describeWindow(endpoint.limitPerAccount!)}`, seconds)
    case 'slots':
      return new ApiError(
        'CONCURRENCY_LIMITED',
        `The account may have ${state.concurrency} requests at work at once; wait until one of them has ended.`,
        { retry_after_seconds: seconds },
      )
  }
}

function unavailable(endpoint: Endpoint): ApiError {
  const code = errorsOf(endpoint).has('QUEUE_UNAVAILABLE') ? 'QUEUE_UNAVAILABLE' : 'SERVICE_UNAVAILABLE'
  return new ApiError(
    code,
    'Limits cannot be checked at the moment; nothing was accepted or charged. Repeat the request.',
  )
}
