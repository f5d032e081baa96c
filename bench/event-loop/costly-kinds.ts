interface Costly {
  path: string
  /** `site`: an address that may be fetched. */
  body(site: string): string
}

const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const nested = (open: string, inner: string, close: string, levels: number) =>
  open.repeat(levels) + inner + close.repeat(levels)
const template = (selector: string, fields: number) =>
  JSON.stringify({
    name: 'costly',
    fields: Object.fromEntries(many(fields, (at) => [`f${at}`, selector])),
  })

/** One kind of request each for another reader in the gateway, all as large as they may be or larger. */
export const COSTLY_KINDS: Record<string, Costly> = {
  'templates of nested selectors': {
    path: '/templates',
    body: () => {
      const selector = nested(':not(', 'a', ')', 166)
      const fields = Object.fromEntries(many(50, (at) => [`f${at}`, selector]))
      return JSON.stringify({ name: 'costly', fields, list: { selector, fields } })
    },
  },
  'templates of long selectors': {
    path: '/templates',
    body: () => template('.a>b,'.repeat(160).slice(0, -1), 20),
  },
  'cookies as a text of brackets': {
    path: '/sessions',
    body: () =>
      JSON.stringify({ name: 'costly', domain: 'example.com', cookies: nested('[', '', ']', 250_000) }),
  },
  'nested braces': {
    path: '/crawl/estimate',
    body: (url) => {
      const patterns = many(100, () => nested('/{a,', 'b', '}', 99))
      return JSON.stringify({ url, include_patterns: patterns, exclude_patterns: patterns })
    },
  },
  'patterns of a schema': {
    path: '/scrape',
    body: (url) =>
      JSON.stringify({
        url,
        extraction_schema: { allOf: many(2, (at) => ({ pattern: `a{1000}b{1000}c{39${at}}` })) },
      }),
  },
  'a batch of a thousand': {
    path: '/batch',
    body: (url) =>
      JSON.stringify({
        urls: many(1_000, (at) => ({
          url: `${url}/${at}`,
          formats: ['text'],
          advanced: { block_ads: true },
        })),
      }),
  },
  'names that nobody knows': {
    path: '/scrape',
    body: (url) =>
      JSON.stringify({ url, ...Object.fromEntries(many(1_300, (at) => [`render_j${at}`, 'x'.repeat(700)])) }),
  },
}
