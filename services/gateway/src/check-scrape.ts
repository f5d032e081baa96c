import type { Caller } from '@gleaner/accounts'
import {
  ApiError,
  type Issue,
  isUuid,
  requestedCountry,
  type ScrapeRequest,
  scrapeRuleIssues,
} from '@gleaner/contracts'
import { checkExtractionSchema } from '@gleaner/extract/check-schema'
import { invalidRequest } from '@gleaner/http-api'
import { openIntegration, proxiesOf } from '@gleaner/proxies'
import { checkTargetUrl } from './check-url.ts'
import type { Context } from './context.ts'

/**
 * Refuses what the fields' own schemas cannot see: fields that contradict each other, and URLs that the egress policy
 * refuses. The cheap checks go first; a schema's patterns are only compiled for a request that is in order otherwise.
 */
export async function checkScrape(ctx: Context, caller: Caller, request: ScrapeRequest): Promise<void> {
  checkSession(request)
  refuse([...scrapeRuleIssues(request), ...closedTiers(ctx, request)])
  checkTargetUrl(ctx, request.url)
  refuse(await missingProxies(ctx, caller, request))
  refuse(await schemaIssues(request))
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalidRequest(issues)
}

function checkSession({ session_id, advanced }: ScrapeRequest): void {
  const sessionId = session_id ?? advanced.session_id
  if (!sessionId) return
  if (advanced.cookies) {
    throw new ApiError(
      'SESSION_COOKIES_CONFLICT',
      'session_id and cookies exclude each other; send one of them.',
    )
  }
  throw new ApiError('SESSION_NOT_FOUND', `There is no session ${sessionId} in this account.`)
}

/** Tier 5 works on challenges that sites put up; whether it may is the operator's decision. */
function closedTiers({ config }: Context, { cost_controls }: ScrapeRequest): Issue[] {
  if (config.CAPTCHA_TIER) return []
  return (['force_tier', 'max_tier'] as const)
    .filter((field) => cost_controls[field] === '5')
    .map((field) => ({
      path: `cost_controls.${field}`,
      message: 'tier 5 is switched off on this server; use "4"',
    }))
}

/** A request that asks for a proxy is never sent without one. */
async function missingProxies(ctx: Context, caller: Caller, request: ScrapeRequest): Promise<Issue[]> {
  const { advanced } = request
  const country = requestedCountry(request)
  const issues: Issue[] = []
  if (advanced.use_system_proxy && proxiesOf(ctx.operatorProxies, 'system', country).length === 0) {
    issues.push({
      path: 'advanced.use_system_proxy',
      message: `this server has no system proxy${where(country)}`,
    })
  }
  if (advanced.use_proxy && proxiesOf(ctx.operatorProxies, 'premium', country).length === 0) {
    issues.push({ path: 'advanced.use_proxy', message: `this server has no premium proxy${where(country)}` })
  }
  if (advanced.use_own_proxy) {
    const id = advanced.proxy_integration_id
    const own =
      id === undefined || isUuid(id) ? await openIntegration(ctx.jobs, caller.accountId, id) : undefined
    const path = id === undefined ? 'advanced.use_own_proxy' : 'advanced.proxy_integration_id'
    if (!own)
      issues.push({ path, message: 'there is no such proxy in this account; store one with POST /proxies' })
  }
  return issues
}

function where(country: string | undefined): string {
  return country === undefined
    ? '; leave the option out'
    : ` for ${country}; leave the option or the country out`
}

async function schemaIssues({ extraction_schema }: ScrapeRequest): Promise<Issue[]> {
  if (!extraction_schema) return []
  return (await checkExtractionSchema(extraction_schema)).map(({ path, message }) => ({
    path: path ? `extraction_schema.${path}` : 'extraction_schema',
    message,
  }))
}
