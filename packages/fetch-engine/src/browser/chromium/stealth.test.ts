import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createEgress, type Egress } from '@gleaner/egress'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../fetcher.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'
import { FINGERPRINT_PAGE } from '../testing/fingerprint-page.ts'
import { type Answer, type LocalSite, startLocalSite } from '../testing/local-site.ts'

const scriptOf = (name: string, file: string) =>
  readFileSync(join(dirname(createRequire(import.meta.url).resolve(name)), file))
const SCRIPTS = {
  '/botd.js': scriptOf('@fingerprintjs/botd', 'botd.esm.js'),
  '/fpscanner.js': scriptOf('fpscanner', 'fpScanner.es.js'),
}

describe.each(['full', 'light'] as const)('to a detection script, the %s profile', (profile) => {
  let site: LocalSite
  let egress: Egress
  // biome-ignore lint/suspicious/noExplicitAny: what the page found, as the page wrote it
  let found: any

  beforeAll(async () => {
    const scripts = Object.entries(SCRIPTS).map(([path, code]): [string, Answer] => [
      path,
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript' })
        response.end(code)
      },
    ])
    site = await startLocalSite({ '/': FINGERPRINT_PAGE, ...Object.fromEntries(scripts) })
    egress = createEgress({ allow: `127.0.0.1:${site.port}` })
    const fetcher = createBrowserFetcher({ egress, executablePath: CHROMIUM, profile })
    const outcome = await fetcher.fetch(
      {
        url: site.url,
        method: 'GET',
        maxBytes: 1_000_000,
        country: 'DE',
        browser: { removeCookieBanners: false, waitFor: '#found' },
      },
      AbortSignal.timeout(25_000),
    )
    await fetcher.close()
    if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
    const json = /<pre id="found">(.*)<\/pre>/.exec(Buffer.from(outcome.page.body).toString())![1]!
    found = JSON.parse(json.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'))
  }, 60_000)
  afterAll(async () => {
    await egress.close()
    await site.close()
  })

  test('is no bot that BotD or fpscanner knows', () => {
    expect(found.verdict).toEqual({ bot: false })
    expect(found.detections).toEqual([])
    expect(found.scanner).toEqual([])
  })

  test('shows no trace of automation', () => {
    expect(found.own.webdriver).toBe(false)
    expect(found.ownOfNavigator).toEqual([])
    expect(found.leaks).toEqual([])
    expect(found.notNative).toEqual([])
    expect(found.consoleLooks).toBe(1)
  })

  test('has what a browser on a desk has', () => {
    expect(found.plugins).toEqual([true, true, 2, true])
    expect(found.permission).toEqual(['default', 'prompt'])
    expect(found.chrome).toEqual(['loadTimes', 'csi', 'app'])
    expect(found.media).toEqual(['(pointer: fine)', '(hover: hover)'])
    expect(found.seen).toEqual(['visible', true])
    expect(found.codecs).toBe('probably')
    expect(found.scrollbar).toBeGreaterThan(0)
    expect(found.frameMs).toBeLessThan(1_000)
    expect(found.graphics[0]).toContain('Intel')
    expect(found.graphics[1]).toBe(found.graphics[0])
  })

  test('has sizes that fit into each other', () => {
    const { screen, available, outer, inner } = found.sizes
    expect(screen).toEqual([1920, 1080])
    expect(available[1]).toBeLessThan(screen[1])
    expect(outer).toEqual(available)
    expect(inner[0]).toBe(outer[0])
    expect(inner[1]).toBeLessThan(outer[1])
  })

  test('is the same everywhere: in frames, in workers, in its client hints', () => {
    for (const frame of found.frames) expect(frame).toEqual(found.own)
    const { userAgent, languages, platform } = found.own
    expect(userAgent).not.toContain('Headless')
    expect(found.worker).toEqual({
      userAgent,
      languages,
      platform,
      brands: found.brands,
      timeZone: found.timeZone,
    })
    expect(found.workerGraphics).toBe(found.graphics[0])
    expect(found.shared.userAgent).toBe(userAgent)
    const major = /Chrome\/(\d+)/.exec(userAgent)![1]
    expect(found.brands).toContainEqual({ brand: 'Google Chrome', version: major })
    for (const { brand, version } of found.full.fullVersionList) {
      if (brand.startsWith('Google') || brand === 'Chromium')
        expect(version).toMatch(new RegExp(`^${major}\\.0\\.\\d+\\.\\d+$`))
    }
    expect(found.full.platform).toBe('Linux')
    expect(languages).toEqual(['de-DE', 'de', 'en-US', 'en'])
    expect(found.timeZone).toBe('Europe/Berlin')
  })
})
