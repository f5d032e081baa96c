/** Headers that Chrome writes in lower case also over HTTP/1.1. Source: recorded from Chromium 156. */
const LOWER_CASE: ReadonlySet<string> = new Set([
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'priority',
])

/** The priority of a request is a matter of HTTP/2 alone. */
export const ONLY_HTTP2: readonly string[] = ['priority']

/** The flat list of names and values as Chrome writes them over HTTP/1.1: host and connection first, capitals. */
export function http1Headers(url: URL, headers: readonly [string, string][]): string[] {
  const list = ['Host', url.host, 'Connection', 'keep-alive']
  for (const [name, value] of headers) {
    if (ONLY_HTTP2.includes(name)) continue
    list.push(http1Name(name), value)
  }
  return list
}

/** The name of a header as Chrome writes it over HTTP/1.1. */
export function http1Name(name: string): string {
  return LOWER_CASE.has(name) ? name : capitalized(name)
}

function capitalized(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())
}
