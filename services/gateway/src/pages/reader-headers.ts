import { type Issue, invalidRequest, ScrapeOptions } from '@gleaner/contracts'
import type { Request } from 'express'

/** Options as a query, for a door whose own query belongs to the page. */
const OPTIONS_HEADER = 'X-Service-Options'

/** Headers of Reader clients, with the option that each of them is, and what their values are called here. */
const READER_HEADERS: Record<
  string,
  { option: string; values?: Record<string, [option: string, text: string]> }
> = {
  'X-Return-Format': { option: 'format' },
  'X-Respond-With': { option: 'format' },
  'X-Wait-For-Selector': { option: 'wait_for' },
  'X-Target-Selector': { option: 'include_selectors' },
  'X-Remove-Selector': { option: 'exclude_selectors' },
  'X-Timeout': { option: 'timeout' },
  'X-Locale': { option: 'language' },
  'X-Set-Cookie': { option: 'cookies' },
  'X-User-Agent': { option: 'user_agent' },
  'X-Token-Budget': { option: 'max_tokens' },
  'X-Engine': {
    option: 'mode',
    values: { browser: ['render_js', 'true'], direct: ['mode', 'html'], curl: ['mode', 'html'] },
  },
}

/** The options of a request that stand in its headers, as texts. Throws INVALID_REQUEST for what has no meaning here. */
export function optionsOfHeaders(request: Request): Record<string, unknown> {
  const options: Record<string, unknown> = Object.fromEntries(
    new URLSearchParams(request.get(OPTIONS_HEADER) ?? ''),
  )
  const issues: Issue[] = []
  for (const [header, { option, values }] of Object.entries(READER_HEADERS)) {
    const text = request.get(header)
    if (text === undefined) continue
    const [name, value] = values?.[text] ?? [option, text]
    if (name in ScrapeOptions.shape) options[name] ??= value
    else issues.push({ path: header, message: 'asks for what this server does not do; leave it out' })
  }
  if (issues.length > 0) throw invalidRequest(issues, 'headers')
  return options
}
