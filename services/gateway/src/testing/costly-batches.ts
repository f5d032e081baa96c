import { MEGABYTE as MB } from '@gleaner/runtime/units'

/** Entries that a batch may have. */
const ENTRIES = 1_000

/** Bodies of POST /batch of the greatest allowed size, by what they are made of. */
export function costlyBatches(url: string): Record<string, () => string> {
  const batch = (entry: (index: number) => unknown, forAll: object = {}) =>
    JSON.stringify({
      urls: Array.from({ length: ENTRIES }, (_, index) => entry(index)),
      ...forAll,
    })
  const properties = (count: number, tag: string, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${tag}${index}`, value]))
  return {
    'a thousand addresses of 1,000 characters': () => batch((index) => `${url}?${index}${'x'.repeat(900)}`),
    'a thousand objects with many options': () =>
      batch((index) => ({
        url: `${url}?${index}`,
        formats: ['text', 'json', 'html', 'markdown', 'links', 'images'],
        advanced: { session_headers: properties(6, 'x-', 'y'.repeat(40)), block_ads: true, mobile: false },
        cost_controls: { max_tier: 2, prefer_cost: true, max_credits: 3 },
        location: { country: 'DE', language: 'de' },
        cache: true,
      })),
    'a thousand schemas': () =>
      batch((index) => ({
        url,
        extraction_schema: { properties: properties(20, `f${index}_`, { type: 'string' }) },
      })),
    'a thousand schemas with large patterns': () =>
      batch((index) => ({
        url,
        extraction_schema: { properties: { a: { pattern: `${index}[a-z]{990}` } } },
      })),
    'one schema of 16 KB for a thousand': () =>
      batch(() => url, { extraction_schema: { properties: properties(500, 'field_', { type: 'string' }) } }),
    'a thousand entries of unknown fields': () =>
      batch((index) => ({ url, ...properties(28, `u${index}_`, 1) })),
    'more parts than are allowed': () => `{"urls":[${'[],'.repeat(MB / 3 - 100)}[]]}`,
    'a thousand logins in addresses': () =>
      batch((index) => `http://user${index}:${'p'.repeat(900)}@${new URL(url).host}/`),
  }
}
