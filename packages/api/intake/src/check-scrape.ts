import type { StandingCaller } from '@gleaner/accounts'
import {
  type AdvancedOptions,
  type Issue,
  invalidRequest,
  isUuid,
  type JsonSchema,
  requestedCountry,
  type ScrapeRequest,
  scrapeRuleIssues,
} from '@gleaner/contracts'
import { checkExtractionSchema, type PatternBudget } from '@gleaner/extract/check-schema'
import { openIntegration, proxiesOf } from '@gleaner/proxies'
import { checkSession, checkSessionFields, sessionsOf } from './check-session.ts'
import { resolveTemplate } from './check-template.ts'
import { checkTargetUrl } from './check-url.ts'
import type { IntakeContext } from './context.ts'

/**
 * Refuses what the fields' own schemas cannot see: fields that contradict each other, and URLs that the egress policy
 * refuses. The cheap checks go first; a schema's patterns are only compiled for a request that is in order otherwise.
 */
export async function checkScrape(
  ctx: IntakeContext,
  caller: StandingCaller,
  request: ScrapeRequest,
): Promise<void> {
  checkQuickly(ctx, request)
  checkSession(caller, request, await sessionsOf(ctx, caller, [request]))
  refuse(await missingOwnProxy(ctx, caller, request))
  await checkReading(ctx, caller, request)
}

/** The same of a page that is not fetched: only how it is read. */
export async function checkReading(
  ctx: Pick<IntakeContext, 'jobs'>,
  caller: StandingCaller,
  request: ScrapeRequest,
): Promise<void> {
  await resolveTemplate(ctx, caller, request)
  if (request.extraction_schema) await checkSchema(request.extraction_schema)
}

/** What takes some microseconds and asks nobody. */
export function checkQuickly(ctx: IntakeContext, request: ScrapeRequest): void {
  checkSessionFields(request)
  refuse([...scrapeRuleIssues(request), ...closedTiers(ctx, request)])
  checkTargetUrl(ctx, request.url)
  refuse(missingProxies(ctx, request))
}

/** The patterns of a schema are compiled, which takes up to 20 ms, the event loop turning in between. */
export async function checkSchema(schema: JsonSchema, budget?: PatternBudget): Promise<void> {
  const issues = await checkExtractionSchema(schema, budget)
  refuse(
    issues.map(({ path, message }) => ({
      path: path ? `extraction_schema.${path}` : 'extraction_schema',
      message,
    })),
  )
}

export function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalidRequest(issues)
}

/** Tier 5 works on challenges that sites put up; whether it may is the operator's decision. */
function closedTiers({ config }: IntakeContext, { cost_controls }: ScrapeRequest): Issue[] {
  if (config.CAPTCHA_TIER) return []
  return (['force_tier', 'max_tier'] as const)
    .filter((field) => cost_controls[field] === '5')
    .map((field) => ({
      path: `cost_controls.${field}`,
      message: 'tier 5 is switched off on this server; use "4"',
    }))
}

/** A request that asks for a proxy is never sent without one. */
function missingProxies(ctx: IntakeContext, request: ScrapeRequest): Issue[] {
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
  return issues
}

async function missingOwnProxy(
  ctx: IntakeContext,
  caller: StandingCaller,
  { advanced }: ScrapeRequest,
): Promise<Issue[]> {
  if (!advanced.use_own_proxy) return []
  const id = advanced.proxy_integration_id
  const isThere =
    (id === undefined || isUuid(id)) && (await openIntegration(ctx.jobs, caller.accountId, id)) !== undefined
  return ownProxyIssues(advanced, isThere)
}

/** What is wrong with naming a proxy of one's own, by whether it is there. */
export function ownProxyIssues(
  { proxy_integration_id }: Pick<AdvancedOptions, 'proxy_integration_id'>,
  isThere: boolean,
): Issue[] {
  if (isThere) return []
  const path = proxy_integration_id === undefined ? 'advanced.use_own_proxy' : 'advanced.proxy_integration_id'
  return [{ path, message: 'there is no such proxy in this account; store one with POST /proxies' }]
}

function where(country: string | undefined): string {
  return country === undefined
    ? '; leave the option out'
    : ` for ${country}; leave the option or the country out`
}
