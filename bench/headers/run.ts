/**
 * Tier 2's headers: ours, those of got-scraping's generator as it is, and the same held to one version of Chrome and one
 * system. How many sets contradict themselves or what was asked, what a set costs, and how many a simple filter of headers
 * refuses. `node bench/headers/run.ts [sets]`.
 */
import { createEgress } from '@gleaner/egress'
import { browserHeaders, CURRENT_CHROME, createHttpTierFetcher, identityFor } from '@gleaner/http-tiers'
import { createSessionPool, sendByGot } from '@gleaner/http-tiers/http'
import { startTargetSite } from '@gleaner/testkit'
import { gotScraping } from 'got-scraping'

type Headers = [name: string, value: string][]
interface Generator {
  getHeaders(options: object): Record<string, string>
}

const generator = gotScraping.defaults.options.context.headerGenerator as unknown as Generator

const SETS = Number(process.argv[2] ?? 2_000)
const LANGUAGE = 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7'
const ASKED = { operatingSystems: ['windows'], devices: ['desktop'], locales: ['de-DE', 'de', 'en-US', 'en'] }
const HELD = { name: 'chrome', minVersion: CURRENT_CHROME, maxVersion: CURRENT_CHROME }

function generated(url: URL, browser: object): Headers {
  const httpVersion = url.protocol === 'https:' ? '2' : '1'
  const headers = generator.getHeaders({ ...ASKED, browsers: [browser], httpVersion })
  // The connection is not the headers' matter.
  return Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'connection')
}

const SOURCES: Record<string, (url: URL) => Headers> = {
  ours: (url) =>
    browserHeaders(identityFor({ country: 'DE', seed: url.href }), {
      url,
      method: 'GET',
      contentType: undefined,
      hasBody: false,
      redirected: false,
    }),
  generated: (url) => generated(url, { name: 'chrome' }),
  'one version': (url) => generated(url, HELD),
}

/** What no Chrome sends that opens an address. */
const FAULTS: Record<string, (headers: Map<string, string>, isSecure: boolean) => boolean> = {
  'versions differ': (headers) => {
    const [, claimed] = /Chrome\/(\d+)/.exec(headers.get('user-agent') ?? '') ?? []
    const hint = headers.get('sec-ch-ua')
    return hint !== undefined && !hint.includes(`"Chromium";v="${claimed}"`)
  },
  'other language': (headers) => headers.get('accept-language') !== LANGUAGE,
  'comes from a page': (headers) => (headers.get('sec-fetch-site') ?? 'none') !== 'none',
  'DNT or odd encodings': (headers, isSecure) =>
    headers.has('dnt') ||
    headers.get('accept-encoding') !== (isSecure ? 'gzip, deflate, br, zstd' : 'gzip, deflate'),
  'of the other scheme': (headers, isSecure) =>
    isSecure ? !headers.has('priority') : [...headers.keys()].some((name) => name.startsWith('sec-')),
}

const sites = await Promise.all([startTargetSite({ tls: true }), startTargetSite()])
const egress = createEgress({ allow: '127.0.0.0/8' })
const sessions = createSessionPool()

for (const [name, headersOf] of Object.entries(SOURCES)) {
  for (const site of sites) {
    const url = new URL(`${site.url}/not-browser`)
    const isSecure = url.protocol === 'https:'
    const before = process.cpuUsage()
    const sets = Array.from({ length: SETS }, () => new Map(headersOf(url)))
    const { user, system } = process.cpuUsage(before)
    const faults = Object.entries(FAULTS).map(
      ([fault, has]) => `${fault} ${percent(sets.filter((set) => has(set, isSecure)).length / SETS)}`,
    )
    const refused = await refusedShare(url, headersOf)
    console.log(
      `${name}, ${isSecure ? 'HTTP/2' : 'HTTP/1.1'}: ${((user + system) / SETS).toFixed(0)} µs a set; refused ${percent(refused)}; ${faults.join('; ')}`,
    )
  }
}

sessions.close()
await egress.close()
await Promise.all(sites.map((site) => site.close()))

async function refusedShare(url: URL, headersOf: (url: URL) => Headers): Promise<number> {
  const fetcher = createHttpTierFetcher({
    tier: '2',
    egress,
    headersFor: (_request, next) => headersOf(next.url),
    send: (request, reading) => sendByGot({ egress, sessions, ignoreTlsErrors: true }, request, reading),
    close: async () => {},
  })
  const requests = Math.ceil(SETS / 5)
  let refused = 0
  for (let i = 0; i < requests; i++) {
    const outcome = await fetcher.fetch(
      { url: url.href, method: 'GET', maxBytes: 1_000_000 },
      AbortSignal.timeout(10_000),
    )
    if (outcome.kind !== 'page') refused++
  }
  return refused / requests
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
