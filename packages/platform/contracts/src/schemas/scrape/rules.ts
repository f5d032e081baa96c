import type { Issue } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { BROWSER_TIERS, tierRank } from '../../tier.ts'
import { hasUrlCredentials } from '../../url-credentials.ts'
import { headerValues, LOGS_CONNECTION_IN, logsConnectionIn } from '../request-headers.ts'
import { type ScrapeFields, sessionIdOf } from './fields.ts'
import { type AdvancedOptions, NEEDS_RENDER_JS } from './options.ts'

/** Options that only a rendered page can answer. Each is refused, not ignored, when no browser is asked for. */
const NEEDS_BROWSER = [
  'wait_for',
  'wait_for_timeout',
  'capture_xhr',
  'mobile',
  'actions',
  'viewport',
] as const satisfies readonly (keyof AdvancedOptions)[]

/** One rule over fields that must fit together: where it bites, what it asks, and when it is broken. */
interface Rule {
  path: string
  message: string | ((request: ScrapeFields) => string)
  broken: (request: ScrapeFields) => boolean
}

const RULES: Rule[] = [
  {
    path: 'advanced.session_headers.authorization',
    message: 'and the user name and password in url are the same header; send one of them',
    broken: (r) => hasUrlCredentials(r.url) && authorizationsOf(r).length > 0,
  },
  {
    path: 'advanced.session_headers.authorization',
    message: LOGS_CONNECTION_IN,
    broken: (r) => authorizationsOf(r).some(logsConnectionIn),
  },
  {
    path: 'body',
    message: 'is not allowed with method GET; use POST, PUT, PATCH or DELETE',
    broken: (r) => r.method === 'GET' && r.body !== undefined,
  },
  {
    path: 'body',
    message: 'is required with method POST (or name a content_type to send an empty body)',
    broken: (r) => r.method === 'POST' && r.body === undefined && r.content_type === undefined,
  },
  {
    path: 'formats',
    message: '"change_tracking" compares what GET gives; leave it out, or use method GET',
    broken: (r) => r.method !== 'GET' && r.formats?.includes('change_tracking') === true,
  },
  {
    path: 'mode',
    message: '"js" cannot be combined with a body; use mode "auto"',
    broken: (r) => r.mode === 'js' && r.body !== undefined,
  },
  {
    path: 'mode',
    message:
      '"html" never starts a browser, which advanced.render_js and tiers 3.5 to 5 do; use mode "auto" or leave them out',
    broken: (r) => r.mode === 'html' && asksForBrowser(r),
  },
  ...NEEDS_RENDER_JS.map((option) => ({
    path: `advanced.${option}`,
    message: 'requires a rendered page: set advanced.render_js to true (or mode to "js")',
    broken: (r: ScrapeFields) => r.advanced[option] === true && !asksForRendering(r),
  })),
  ...NEEDS_BROWSER.map((option) => ({
    path: `advanced.${option}`,
    message:
      'requires a browser: set advanced.render_js to true (or mode to "js", or cost_controls.force_tier to a browser tier)',
    broken: (r: ScrapeFields) =>
      r.advanced[option] !== undefined && r.advanced[option] !== false && !asksForBrowser(r),
  })),
  {
    path: 'cost_controls.force_tier',
    message: 'names a tier without a browser, but advanced.render_js or mode "js" needs tier 3.5 or above',
    broken: (r) => {
      const tier = r.cost_controls.force_tier
      return tier !== undefined && asksForRendering(r) && !BROWSER_TIERS.has(tier)
    },
  },
  {
    path: 'cost_controls.force_tier',
    message: 'is "3.5", which loads no styles or images; a screenshot or PDF needs "4" or "5"',
    broken: (r) =>
      r.cost_controls.force_tier === '3.5' && NEEDS_RENDER_JS.some((option) => r.advanced[option]),
  },
  {
    path: 'cost_controls.max_tier',
    message: 'is below tier 4, which advanced.render_js or mode "js" needs',
    broken: (r) => {
      const { max_tier, force_tier } = r.cost_controls
      return max_tier !== undefined && !force_tier && asksForRendering(r) && tierRank(max_tier) < 4
    },
  },
  {
    path: 'cost_controls.max_tier',
    message: 'is below cost_controls.force_tier; leave one of them out',
    broken: (r) => {
      const { max_tier, force_tier } = r.cost_controls
      return max_tier !== undefined && force_tier !== undefined && tierRank(max_tier) < tierRank(force_tier)
    },
  },
  {
    path: 'cost_controls.fail_fast',
    message: 'tries no tier above 2, but advanced.render_js or mode "js" needs tier 4; leave one of them out',
    broken: (r) => r.cost_controls.fail_fast === true && !r.cost_controls.force_tier && asksForRendering(r),
  },
  {
    path: 'cost_controls.prefer_speed',
    message: 'and prefer_cost contradict each other; set one of them',
    broken: (r) => r.cost_controls.prefer_speed === true && r.cost_controls.prefer_cost === true,
  },
  {
    path: 'cost_controls.max_cost',
    message: 'is another name of max_credits; send one of them',
    broken: (r) => r.cost_controls.max_cost !== undefined && r.cost_controls.max_credits !== undefined,
  },
  {
    path: 'advanced.viewport',
    message:
      'is the window of a desktop, and advanced.mobile has the screen of its phone; leave one of them out',
    broken: (r) => r.advanced.viewport !== undefined && r.advanced.mobile === true,
  },
  {
    path: 'advanced.full_page',
    message: 'says how a screenshot is taken: set advanced.screenshot to true as well',
    broken: (r) => r.advanced.full_page !== undefined && r.advanced.screenshot !== true,
  },
  {
    path: 'advanced.follow_redirects',
    message: 'false is for tiers without a browser, as browsers always follow; leave it or the browser out',
    broken: (r) => r.advanced.follow_redirects === false && asksForBrowser(r),
  },
  {
    path: 'advanced.prefer_markdown',
    message: 'is for tiers without a browser, which shows pages alone; leave it or the browser out',
    broken: (r) => r.advanced.prefer_markdown === true && asksForBrowser(r),
  },
  {
    path: 'advanced.proxy_session',
    message:
      'needs a proxy of the operator: set advanced.use_proxy, advanced.use_system_proxy or location.country',
    broken: (r) => {
      const { proxy_session, use_own_proxy, use_proxy, use_system_proxy, proxy_country } = r.advanced
      const asksForProxy = use_proxy || use_system_proxy || proxy_country || r.location?.country
      return proxy_session !== undefined && (use_own_proxy === true || !asksForProxy)
    },
  },
  {
    path: 'advanced.user_agent',
    message: 'and the header user-agent in advanced.session_headers are the same; send one of them',
    broken: (r) =>
      r.advanced.user_agent !== undefined &&
      headerValues(r.advanced.session_headers, 'user-agent').length > 0,
  },
  {
    path: 'advanced.user_agent',
    message: 'is that of a desktop, and advanced.mobile is a phone; leave one of them out',
    broken: (r) => r.advanced.mobile === true && r.advanced.user_agent?.includes('Mobile') === false,
  },
  {
    path: 'advanced.user_agent',
    message: 'is that of a phone, and advanced.viewport the window of a desktop; leave one of them out',
    broken: (r) => r.advanced.viewport !== undefined && r.advanced.user_agent?.includes('Mobile') === true,
  },
  {
    path: 'advanced.accept_language',
    message: 'and location.language say the same; send one of them',
    broken: (r) => r.advanced.accept_language !== undefined && r.location?.language !== undefined,
  },
  {
    path: 'advanced.accept_language',
    message: 'and the header accept-language in advanced.session_headers are the same; send one of them',
    broken: (r) =>
      r.advanced.accept_language !== undefined &&
      headerValues(r.advanced.session_headers, 'accept-language').length > 0,
  },
  {
    path: 'advanced.proxy_integration_id',
    message: 'requires advanced.use_own_proxy to be true',
    broken: (r) => r.advanced.proxy_integration_id !== undefined && r.advanced.use_own_proxy !== true,
  },
  {
    path: 'advanced.session_id',
    message: ({ session_id, advanced }) =>
      `is ${advanced.session_id}, and session_id at the top level is ${session_id}; send one of them`,
    broken: ({ session_id, advanced }) =>
      session_id !== undefined &&
      advanced.session_id !== undefined &&
      session_id.toLowerCase() !== advanced.session_id.toLowerCase(),
  },
  {
    path: 'advanced.session_update',
    message: 'requires a session_id',
    broken: (r) => r.advanced.session_update === true && sessionIdOf(r) === undefined,
  },
  {
    path: 'advanced.rag.overlap_tokens',
    message: 'must be smaller than half of chunk_tokens',
    broken: (r) => {
      const { chunk_tokens = LIMITS.ragChunkTokens.default, overlap_tokens = 0 } = r.advanced.rag ?? {}
      return overlap_tokens * 2 > chunk_tokens
    },
  },
]

/** What is wrong between the fields of a request whose fields are each right. */
export function scrapeRuleIssues(request: ScrapeFields): Issue[] {
  return RULES.filter((rule) => rule.broken(request)).map(({ path, message }) => ({
    path,
    message: typeof message === 'string' ? message : message(request),
  }))
}

/** Whether the page is to be rendered by a browser whatever the cheaper tiers would find. */
export function asksForRendering(request: Pick<ScrapeFields, 'mode' | 'advanced'>): boolean {
  return request.mode === 'js' || request.advanced.render_js === true
}

function authorizationsOf({ advanced }: ScrapeFields): string[] {
  return headerValues(advanced.session_headers, 'authorization')
}

function asksForBrowser(request: ScrapeFields): boolean {
  const { force_tier } = request.cost_controls
  return asksForRendering(request) || (force_tier !== undefined && BROWSER_TIERS.has(force_tier))
}
