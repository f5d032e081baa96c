import { MAX_TIERS, TIERS } from '../../../api/choices.ts'
import type * as words from '../../../words/index.ts'

/** How an option is asked for, and what its text becomes in the request. */
export type OptionKind =
  /** A box; `value` is what a tick means. */
  | { kind: 'check'; value?: false }
  | { kind: 'number' }
  | { kind: 'text'; long?: true }
  /** One of a list. */
  | { kind: 'choice'; choices: readonly string[] }
  /** One of the account's own: its login sessions, templates and proxies. */
  | { kind: 'own'; of: 'sessions' | 'templates' | 'proxies' }
  /** Several texts, one a line. */
  | { kind: 'lines' }
  /** Names and values, `Name: value` on each line. */
  | { kind: 'pairs' }
  /** As JSON. */
  | { kind: 'json' }

export type OptionPath = keyof typeof words.options.fields
export type OptionGroup = keyof typeof words.options.groups

export type Option = OptionKind & {
  /** Where it stands in the request, with dots. */
  path: OptionPath
  group: OptionGroup
  /** What it needs besides: set with it. */
  also?: readonly OptionPath[]
  /** Never in the address. */
  secret?: true
}

type Row = [path: OptionPath, kind: OptionKind | OptionKind['kind'], more?: Pick<Option, 'also' | 'secret'>]

const RENDER = { also: ['advanced.render_js'] } as const

const ROWS: Record<OptionGroup, readonly Row[]> = {
  browser: [
    ['advanced.render_js', 'check'],
    ['advanced.screenshot', 'check', RENDER],
    ['advanced.full_page', { kind: 'check', value: false }, { also: ['advanced.screenshot', 'advanced.render_js'] }],
    ['advanced.generate_pdf', 'check', RENDER],
    ['advanced.wait_for', 'text', RENDER],
    ['advanced.wait_for_timeout', 'number', RENDER],
    ['advanced.wait_condition', { kind: 'choice', choices: ['domcontentloaded', 'load', 'networkidle'] }, RENDER],
    ['advanced.scroll_to_load', 'check', RENDER],
    ['advanced.scroll_count', 'number', { also: ['advanced.scroll_to_load', 'advanced.render_js'] }],
    ['advanced.actions', 'json', RENDER],
    ['advanced.mobile', 'check', RENDER],
    ['advanced.viewport.width', 'number', RENDER],
    ['advanced.viewport.height', 'number', RENDER],
    ['advanced.block_images', 'check', RENDER],
    ['advanced.block_ads', 'check', RENDER],
    ['advanced.capture_xhr', 'check', RENDER],
  ],
  price: [
    ['cost_controls.max_tier', { kind: 'choice', choices: MAX_TIERS }],
    ['cost_controls.force_tier', { kind: 'choice', choices: TIERS }],
    ['cost_controls.max_credits', 'number'],
    ['cost_controls.prefer_cost', 'check'],
    ['cost_controls.prefer_speed', 'check'],
    ['cost_controls.prefer_known', 'check'],
    ['cost_controls.fail_fast', 'check'],
    ['cost_controls.time_budget', 'number'],
    ['timeout', 'number'],
  ],
  cache: [
    ['cache', 'check'],
    ['cache_ttl', 'number', { also: ['cache'] }],
    ['force_refresh', 'check'],
  ],
  reading: [
    ['mode', { kind: 'choice', choices: ['html', 'js', 'pdf', 'ocr'] }],
    ['advanced.only_main_content', { kind: 'check', value: false }],
    ['advanced.remove_cookie_banners', { kind: 'check', value: false }],
    ['advanced.include_selectors', 'lines'],
    ['advanced.exclude_selectors', 'lines'],
    ['advanced.rag.chunk_tokens', 'number'],
    ['advanced.rag.overlap_tokens', 'number'],
    ['advanced.section_filter.min_content_blocks', 'number'],
    ['advanced.section_filter.content_only', 'check'],
    ['advanced.section_filter.exclude_content_types', 'lines'],
    ['advanced.change_tracking.tag', 'text'],
    ['advanced.change_tracking.mode', { kind: 'choice', choices: ['semantic', 'exact'] }],
    ['advanced.ocr', 'check'],
    ['advanced.ocr_languages', 'lines'],
    ['max_response_bytes', 'number'],
    ['include_raw_html', 'check'],
  ],
  fields: [
    ['template', { kind: 'own', of: 'templates' }],
    [
      'extraction_profile',
      {
        kind: 'choice',
        choices: 'auto product article job_posting faq recipe event ecommerce_homepage directory_listing'.split(' '),
      },
    ],
    ['extraction_prompt', { kind: 'text', long: true }],
    ['extraction_provider', 'text'],
    ['extraction_model', 'text'],
    ['evidence', 'check'],
  ],
  visitor: [
    ['session_id', { kind: 'own', of: 'sessions' }],
    ['advanced.session_update', 'check'],
    ['location.country', 'text'],
    ['location.language', 'text'],
    ['advanced.cookies', 'pairs', { secret: true }],
    ['advanced.session_headers', 'pairs', { secret: true }],
    ['advanced.user_agent', 'text'],
    ['advanced.accept_language', 'text'],
    ['advanced.prefer_markdown', 'check'],
    ['advanced.follow_redirects', { kind: 'check', value: false }],
    ['advanced.include_request_headers', 'check'],
  ],
  proxy: [
    ['advanced.use_proxy', 'check'],
    ['advanced.use_system_proxy', 'check'],
    ['advanced.use_own_proxy', 'check'],
    ['advanced.proxy_integration_id', { kind: 'own', of: 'proxies' }, { also: ['advanced.use_own_proxy'] }],
    ['advanced.proxy_country', 'text'],
    ['advanced.proxy_session', 'text'],
  ],
  request: [
    ['method', { kind: 'choice', choices: ['POST', 'PUT', 'PATCH', 'DELETE'] }],
    ['body', { kind: 'text', long: true }, { secret: true }],
    [
      'content_type',
      {
        kind: 'choice',
        choices: ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/graphql'],
      },
    ],
  ],
} // biome-ignore format: a table

/** Every option of a scrape that has a place of its own in the form. */
export const OPTIONS: readonly Option[] = (Object.keys(ROWS) as OptionGroup[]).flatMap((group) =>
  ROWS[group].map(
    ([path, kind, more]) =>
      ({ path, group, ...(typeof kind === 'string' ? { kind } : kind), ...more }) as Option,
  ),
)

export const OPTION_OF: ReadonlyMap<string, Option> = new Map(OPTIONS.map((option) => [option.path, option]))

/** Fields of the API that the form asks for elsewhere, or that mean nothing here. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  url: 'the first field',
  formats: 'boxes of their own',
  extraction_schema: 'a field of its own, and pointing',
  sync: 'the page shows the climb, so the job is followed',
  webhook_url: 'the answer is shown here',
  external_id: 'a name for programs',
  metadata: 'a name for programs',
  pdf_format: 'formats says it',
  'advanced.markdown': 'has no effect',
  'advanced.session_id': 'the same as session_id',
  'advanced.evidence': 'the same as evidence',
  'cost_controls.max_cost': 'the same as cost_controls.max_credits',
}
