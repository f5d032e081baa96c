/**
 * Pages that want more than their share, each beside a quiet neighbour in the same browser: how it ends, whether the
 * neighbour is delivered, and the most memory that the browsers held. `node bench/browser/hostile.ts [part of a name]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createBrowserFetcher, createBrowserPool } from '@gleaner/browser-tiers'
import { HOSTILE_PAGES, hostileHtml } from '@gleaner/browser-tiers/testing/hostile-pages'
import { startLocalSite } from '@gleaner/browser-tiers/testing/local-site'
import { MORE_HOSTILE_PAGES } from '@gleaner/browser-tiers/testing/more-hostile-pages'
import { watchPeak } from '@gleaner/browser-tiers/testing/watch-peak'
import { createEgress } from '@gleaner/egress'
import { MEGABYTE as MB } from '@gleaner/runtime/units'

/** However an attack goes, it is over after this long. */
const ATTACK_MS = 30_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    memory: { type: 'string', default: '1024' },
    cpu: { type: 'string', default: '15' },
  },
})
const pages = Object.entries({ ...HOSTILE_PAGES, ...MORE_HOSTILE_PAGES })
const tempRoot = await mkdtemp(join(tmpdir(), 'gleaner-hostile-'))
const site = await startLocalSite({
  ...Object.fromEntries(pages.map(([name, page], at) => [`/hostile/${at}`, hostileHtml(name, page)])),
  '/quiet': `<p>${'Boats, ropes and nets. '.repeat(20)}</p>`,
  '/sink': 'ok',
})
const egress = createEgress({ allow: `127.0.0.1:${site.port}` })
const budgets = { memoryBytes: Number(values.memory) * MB, cpuMs: Number(values.cpu) * 1000 }
const pool = createBrowserPool({ egress, executablePath: values.chromium, tempRoot, maxPages: 4, budgets })
const fetcher = createBrowserFetcher({ pool, profile: 'full' })

function visit(path: string, browser: object) {
  const request = { url: site.url + path, method: 'GET' as const, maxBytes: 50 * MB }
  const options = { removeCookieBanners: false, ...browser }
  return fetcher.fetch({ ...request, browser: options }, AbortSignal.timeout(ATTACK_MS))
}

for (const [at, [name, page]] of pages.entries()) {
  if (!name.includes(positionals[0] ?? '')) continue
  const peak = watchPeak(tempRoot)
  const startedAt = performance.now()
  const waits = page.browser || page.ends === 'page' ? {} : { waitFor: '#never', waitForTimeoutMs: 15_000 }
  const [guilty, neighbour] = await Promise.all([
    visit(`/hostile/${at}`, { ...waits, ...page.browser }),
    visit('/quiet', { waitFor: 2_000 }),
  ])
  const ended = guilty.kind === 'failed' ? `${guilty.reason}: ${guilty.detail.slice(0, 60)}` : guilty.kind
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `${name} | ${ended} | neighbour: ${neighbour.kind} | ${Math.round(peak.stop() / MB)} MB | ${seconds} s`,
  )
}

await pool.close()
await egress.close()
await site.close()
await rm(tempRoot, { recursive: true, force: true })
