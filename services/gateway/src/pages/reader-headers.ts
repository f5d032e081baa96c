import { type Issue, invalidRequest } from '@gleaner/contracts'
import type { Request } from 'express'

/** Options as a query, for a door whose own query belongs to the page. */
const OPTIONS_HEADER = 'X-Service-Options'

type Options = Readonly<Record<string, string>>

/** What a header of Reader clients is here. */
type Meaning =
  /** An option that takes the text as it is, but for texts that have another name here. */
  | { option: string; texts?: Readonly<Record<string, Options>> }
  /** One of a few texts. */
  | { texts: Readonly<Record<string, Options>> }
  | { of: (text: string) => Options }
  /** Nothing, which is told with what does the same, but for the text that asks for just that. */
  | { instead: string; unless?: string }
  /** Nothing that may be passed over. */
  | { refused: string }

const FORMATS = { content: { format: 'markdown' } }
const STYLE = 'Markdown has one style here'
const BUDGET = 'asks for what this server does not do; leave it out'

const READER_HEADERS: Readonly<Record<string, Meaning>> = {
  'X-Return-Format': { option: 'format', texts: FORMATS },
  'X-Respond-With': { option: 'format', texts: FORMATS },
  'X-Wait-For-Selector': { option: 'wait_for' },
  'X-Target-Selector': { option: 'include_selectors' },
  'X-Remove-Selector': { option: 'exclude_selectors' },
  'X-Timeout': { option: 'timeout' },
  'X-Locale': { option: 'language' },
  'X-Set-Cookie': { option: 'cookies' },
  'X-User-Agent': { option: 'user_agent' },
  'X-Proxy': { option: 'proxy_country', texts: { auto: {}, none: {} } },
  'X-Engine': {
    texts: {
      auto: {},
      default: {},
      browser: { render_js: 'true' },
      'cf-browser-rendering': { render_js: 'true' },
      direct: { mode: 'html' },
      curl: { mode: 'html' },
    },
  },
  'X-No-Cache': { texts: { true: { force_refresh: 'true' }, false: {} } },
  'X-Cache-Tolerance': {
    of: (seconds): Options =>
      seconds === '0' ? { force_refresh: 'true' } : { cache: 'true', cache_ttl: seconds },
  },
  'X-Proxy-Url': {
    refused: `a proxy of your own is stored by POST /proxies and used by use_own_proxy=true in ${OPTIONS_HEADER}`,
  },
  'X-Token-Budget': { refused: BUDGET },
  'X-Max-Tokens': { refused: BUDGET },
  'X-With-Links-Summary': { instead: 'the format links lists them' },
  'X-With-Images-Summary': { instead: 'the format images lists them' },
  'X-With-Generated-Alt': { instead: 'pictures keep the descriptions of their page' },
  'X-Retain-Images': { instead: 'pictures stand in Markdown by their addresses', unless: 'all' },
  'X-Retain-Links': { instead: 'links stand in Markdown, and not in the format text', unless: 'all' },
  'X-Base': { instead: 'links begin at the address where redirects ended', unless: 'final' },
  'X-With-Iframe': { instead: 'what a page shows is read' },
  'X-With-Shadow-Dom': { instead: 'what a page shows is read' },
  'X-Robots-Txt': { instead: 'robots.txt is heeded by crawls and maps' },
  'X-Md-Heading-Style': { instead: STYLE },
  'X-Md-Hr': { instead: STYLE },
  'X-Md-Bullet-List-Marker': { instead: STYLE },
  'X-Md-Em-Delimiter': { instead: STYLE },
  'X-Md-Strong-Delimiter': { instead: STYLE },
  'X-Md-Link-Style': { instead: STYLE },
}

/**
 * The options of a request that stand in its headers, as texts, and what has no effect, as sentences. Throws INVALID_REQUEST for what has
 * no meaning here and may not be passed over.
 */
export function optionsOfHeaders(request: Request): { texts: Record<string, unknown>; warnings: string[] } {
  const texts: Record<string, unknown> = Object.fromEntries(
    new URLSearchParams(request.get(OPTIONS_HEADER) ?? ''),
  )
  const issues: Issue[] = []
  const warnings: string[] = []
  for (const [header, meaning] of Object.entries(READER_HEADERS)) {
    const text = request.get(header)
    if (text === undefined) continue
    if ('instead' in meaning) {
      if (text.toLowerCase() !== (meaning.unless ?? 'false'))
        warnings.push(`${header} has no effect: ${meaning.instead}.`)
      continue
    }
    const options = 'refused' in meaning ? meaning.refused : optionsOf(meaning, text)
    if (typeof options === 'string') issues.push({ path: header, message: options })
    else for (const [name, value] of Object.entries(options)) texts[name] ??= value
  }
  if (issues.length > 0) throw invalidRequest(issues, 'headers')
  return { texts, warnings }
}

/** The options that a header's text is; what is wrong with it where it is none. */
function optionsOf(
  meaning: Exclude<Meaning, { instead: string } | { refused: string }>,
  text: string,
): Options | string {
  if ('of' in meaning) return meaning.of(text)
  const known = Object.hasOwn(meaning.texts ?? {}, text.toLowerCase()) && meaning.texts![text.toLowerCase()]
  if (known) return known
  if (!('option' in meaning)) return `must be one of ${Object.keys(meaning.texts).join(', ')}`
  return { [meaning.option]: text }
}
