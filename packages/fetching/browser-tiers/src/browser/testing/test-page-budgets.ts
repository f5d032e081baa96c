import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress, type Egress } from '@gleaner/egress'
import type { BrowserOptions } from '@gleaner/http-tiers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../fetcher.ts'
import { type BrowserPool, createBrowserPool } from '../pool/pool.ts'
import { CHROMIUM } from './chromium-path.ts'
import { type HostilePage, hostileHtml } from './hostile-pages.ts'
import { type Answer, type LocalSite, startLocalSite } from './local-site.ts'
import { watchPeak } from './watch-peak.ts'

const MB = 1024 * 1024
const MEMORY_MB = 400
/** Of a page. Filling 400 MB takes less than one second of it. */
const CPU_MS = 2_500
/** Three pages' memory, what their browsers share, and what grows between two looks at a busy machine. */
const PEAK_MB = 3_000
const WORDS = `<p>${'Boats, ropes and nets. '.repeat(20)}</p>`

const DUCK = '🦆'
/** More than one piece of what is read at a time, and cut between the halves of one. */
const DUCKS = 3 * MB

/** Opens hostile pages beside honest ones. */
export function testPageBudgets(pages: Readonly<Record<string, HostilePage>>): void {
  describe('a page that takes more than its share', () => {
    let site: LocalSite
    let egress: Egress
    const pools: BrowserPool[] = []
    let tempRoot: string

    beforeAll(async () => {
      tempRoot = await mkdtemp(join(tmpdir(), 'gleaner-budgets-'))
      const hostile = Object.entries(pages).map(([name, page], at): [string, Answer] => [
        `/hostile/${at}`,
        hostileHtml(name, page),
      ])
      site = await startLocalSite({
        ...Object.fromEntries(hostile),
        '/quiet': WORDS,
        '/wide': `${WORDS}<div style="width:20000px;height:30000px">x</div>`,
        '/ducks': `${WORDS}<p id=ducks></p><script>ducks.hidden = true; ducks.textContent = 'x' + '${DUCK}'.repeat(${DUCKS})</script>`,
        '/sink': (request, response) => void request.resume().on('end', () => response.end('ok')),
      })
      egress = createEgress({ allow: `127.0.0.1:${site.port}` })
    })
    afterAll(async () => {
      await Promise.all(pools.map((pool) => pool.close()))
      await egress.close()
      await site.close()
      await rm(tempRoot, { recursive: true, force: true })
    })

    const visitors = new Map<number, ReturnType<typeof openVisitor>>()
    /** Fetches with pages of so much memory; all that have as much share one pool. */
    function visitor(memoryMb: number) {
      const known = visitors.get(memoryMb) ?? openVisitor(memoryMb)
      visitors.set(memoryMb, known)
      return known
    }

    function openVisitor(memoryMb: number) {
      const budgets = { memoryBytes: memoryMb * MB, cpuMs: CPU_MS }
      const pool = createBrowserPool({ egress, executablePath: CHROMIUM, tempRoot, maxPages: 4, budgets })
      pools.push(pool)
      const fetcher = createBrowserFetcher({ profile: 'full', pool })
      return (path: string, browser: Partial<BrowserOptions> = {}, method: 'GET' | 'POST' = 'GET') =>
        fetcher.fetch(
          {
            url: site.url + path,
            method,
            maxBytes: 50 * MB,
            browser: { removeCookieBanners: false, ...browser },
          },
          AbortSignal.timeout(50_000),
        )
    }

    test.each(Object.keys(pages))('%s: it ends alone, its neighbour is delivered', async (name) => {
      const { ends, browser, memoryMb = MEMORY_MB } = pages[name]!
      const fetchPage = visitor(memoryMb)
      const peak = watchPeak(tempRoot)
      const waits = { waitFor: '#never', waitForTimeoutMs: 30_000 }
      const [guilty, ...neighbours] = await Promise.all([
        fetchPage(`/hostile/${Object.keys(pages).indexOf(name)}`, {
          ...(ends instanceof RegExp && waits),
          ...browser,
        }),
        fetchPage('/quiet', { waitFor: 2_000 }),
        fetchPage('/quiet', {}, 'POST'),
      ])
      expect(neighbours).toMatchObject([{ kind: 'page' }, { kind: 'page' }])
      expect(guilty).toMatchObject(endOf(ends))
      expect(peak.stop() / MB).toBeLessThan(PEAK_MB)
    })

    test('a screenshot has at most 16,384 pixels in each direction and 32 megapixels', async () => {
      for (const [mobile, ratio] of [
        [false, 1],
        [true, 3],
      ] as const) {
        const outcome = await visitor(1024)('/wide', { screenshot: true, mobile })
        if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
        const png = Buffer.from(outcome.page.screenshot!)
        const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
        expect(Math.max(width, height)).toBeLessThanOrEqual(16_384 + ratio)
        expect(width * height).toBeLessThanOrEqual(32 * MB + 16_384 * ratio)
        expect(width).toBeGreaterThan(10_000)
      }
    })

    test('a long document is read whole, characters of two halves too', async () => {
      const outcome = await visitor(1024)('/ducks')
      if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
      const text = Buffer.from(outcome.page.body).toString('utf8')
      // One stands in the script.
      expect(text.split(DUCK)).toHaveLength(DUCKS + 2)
      expect(text).not.toContain('\ufffd')
    })
  })
}

function endOf(ends: HostilePage['ends']): object {
  if (ends instanceof RegExp)
    return { kind: 'failed', reason: 'resource_limit', detail: expect.stringMatching(ends) }
  if (ends === 'too_large') return { kind: 'failed', reason: 'too_large' }
  return { kind: ends === 'any' ? expect.any(String) : 'page' }
}
