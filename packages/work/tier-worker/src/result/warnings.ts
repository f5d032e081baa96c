import type { PageResult } from '@gleaner/contracts'
import { requestedCountry } from '@gleaner/contracts/schemas/scrape/fields'
import { BROWSER_TIERS, type Tier } from '@gleaner/contracts/tier'
import type { FetchedPage } from '@gleaner/http-tiers'
import { balanceWarning, type ClaimedJob } from '@gleaner/jobs'
import type { ProxySource } from '@gleaner/proxies'
import type { SessionUse } from '@gleaner/sessions'
import type { JobSession } from '../session/open-job-session.ts'
import { sessionFields } from '../session/session-fields.ts'
import { modeWarning } from './mode-warning.ts'

/** What a result says of its request: fields without effect, and what the page was fetched without. */
export function warningFields(
  tier: Tier,
  job: ClaimedJob,
  {
    page,
    source,
    jobSession,
    use,
  }: {
    page: FetchedPage
    source: ProxySource
    jobSession: JobSession
    use: SessionUse | undefined
  },
): Pick<PageResult, 'warnings' | 'byos_applied'> {
  const { warnings: ofSession = [], ...session } = sessionFields(jobSession, use)
  const found = [
    ...(job.spec.warnings ?? []),
    source === 'direct' ? withoutProxy(job) : undefined,
    withoutScrolling(tier, job),
    withoutMarkdown(tier, job),
    withoutProxySession(source, job),
    modeWarning(job.spec.mode, page),
    balanceWarning(job),
    ...ofSession,
  ]
  const warnings = found.filter((warning) => warning !== undefined)
  return { ...session, ...(warnings.length > 0 && { warnings }) }
}

function withoutProxy({ spec, test }: ClaimedJob): string | undefined {
  const country = requestedCountry(spec)
  if (country === undefined || test) return undefined
  const field = spec.location?.country ? 'location.country' : 'advanced.proxy_country'
  return `${field}: this server has no proxy in ${country}; the page was asked for from the server's own address, in the language of ${country}.`
}

function withoutScrolling(tier: Tier, { spec }: ClaimedJob): string | undefined {
  return spec.advanced.scroll_to_load && !BROWSER_TIERS.has(tier)
    ? `advanced.scroll_to_load had no effect: tier ${tier} delivered the page without a browser; advanced.render_js starts one.`
    : undefined
}

function withoutMarkdown(tier: Tier, { spec }: ClaimedJob): string | undefined {
  return spec.advanced.prefer_markdown && BROWSER_TIERS.has(tier)
    ? `advanced.prefer_markdown had no effect: tier ${tier} delivered the page with a browser, which shows pages alone.`
    : undefined
}

function withoutProxySession(source: ProxySource, { spec, test }: ClaimedJob): string | undefined {
  return spec.advanced.proxy_session !== undefined && source === 'direct' && !test
    ? 'advanced.proxy_session had no effect: the page came through no proxy.'
    : undefined
}
