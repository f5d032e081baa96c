import { createEgress, type Egress } from '@gleaner/egress'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createCaptchaFetcher } from '../../captcha/fetcher.ts'
import { createBrowserFetcher } from '../fetcher.ts'
import { type BrowserPool, createBrowserPool } from '../pool/pool.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'
import { CONTEXT_FRAME, CONTEXT_SCRIPTS, contextsPage } from '../testing/contexts-page.ts'
import { detectorScripts, script } from '../testing/detectors.ts'
import { FINGERPRINT_PAGE } from '../testing/fingerprint-page.ts'
import { type LocalSite, startLocalSite } from '../testing/local-site.ts'
import { tamperChecks } from '../testing/tamper-checks.ts'

let site: LocalSite
let other: LocalSite
let egress: Egress
let pool: BrowserPool

beforeAll(async () => {
  other = await startLocalSite({ '/frame': CONTEXT_FRAME })
  const workers = Object.entries(CONTEXT_SCRIPTS).map(([path, code]) => [path, script(code)])
  site = await startLocalSite({
    '/looks': FINGERPRINT_PAGE,
    '/tampered': `<title>Look</title><p>${'A page that looks at its visitor. '.repeat(10)}</p><pre></pre><script type="module">
      const pre = document.querySelector('pre')
      pre.textContent = JSON.stringify(await (${tamperChecks})())
      pre.id = 'found'
    </script>`,
    '/contexts': contextsPage(other.url),
    '/frame': CONTEXT_FRAME,
    ...detectorScripts(),
    ...Object.fromEntries(workers),
  })
  egress = createEgress({ allow: `127.0.0.1:${site.port},127.0.0.1:${other.port}` })
  pool = createBrowserPool({ egress, executablePath: CHROMIUM })
})
afterAll(async () => {
  await pool.close()
  await egress.close()
  await site.close()
  await other.close()
})

const TIERS = {
  '3.5': () => createBrowserFetcher({ pool, profile: 'light' }),
  '4': () => createBrowserFetcher({ pool, profile: 'full' }),
  '5': () => createCaptchaFetcher({ pool }),
}

/** What a page wrote into `#found`. */
// biome-ignore lint/suspicious/noExplicitAny: as the page wrote it
async function read(path: string, tier: keyof typeof TIERS, mobile: boolean, country: string): Promise<any> {
  const browser = { removeCookieBanners: false, waitFor: '#found', mobile }
  const outcome = await TIERS[tier]().fetch(
    { url: site.url + path, method: 'GET', maxBytes: 1_000_000, country, browser },
    AbortSignal.timeout(25_000),
  )
  if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
  const json = /<pre id="found">(.*?)<\/pre>/s.exec(Buffer.from(outcome.page.body).toString())![1]!
  return JSON.parse(json.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'))
}

/** All checks of fpscanner 1.0.2. */
const FPSCANNER_CHECKS = [
  'headlessChromeScreenResolution',
  'hasWebdriver',
  'hasWebdriverWritable',
  'hasSeleniumProperty',
  'hasCDP',
  'hasPlaywright',
  'hasImpossibleDeviceMemory',
  'hasHighCPUCount',
  'hasMissingChromeObject',
  'hasWebdriverIframe',
  'hasWebdriverWorker',
  'hasMismatchWebGLInWorker',
  'hasMismatchPlatformIframe',
  'hasMismatchPlatformWorker',
  'hasSwiftshaderRenderer',
  'hasUTCTimezone',
  'hasMismatchLanguages',
  'hasInconsistentEtsl',
  'hasBotUserAgent',
  'hasGPUMismatch',
  'hasPlatformMismatch',
]

/** All of BotD 2.0.0. */
const BOTD_DETECTORS = [
  'detectAppVersion',
  'detectDocumentAttributes',
  'detectErrorTrace',
  'detectEvalLengthInconsistency',
  'detectFunctionBind',
  'detectLanguagesLengthInconsistency',
  'detectNotificationPermissions',
  'detectPluginsArray',
  'detectPluginsLengthInconsistency',
  'detectProcess',
  'detectUserAgent',
  'detectWebDriver',
  'detectWebGL',
  'detectWindowExternal',
  'detectWindowSize',
  'detectMimeTypesConsistent',
  'detectProductSub',
  'detectDistinctiveProperties',
]
const nothingDetected = (checks: string[]) => Object.fromEntries(checks.map((name) => [name, false]))

const VISITS = (['3.5', '4', '5'] as const).flatMap((tier) => [
  { tier, device: 'desktop' },
  { tier, device: 'phone' },
])

describe.each(VISITS)('to a detection script, tier $tier as a $device', ({ tier, device }) => {
  // biome-ignore lint/suspicious/noExplicitAny: what the page found, as the page wrote it
  let found: any

  beforeAll(async () => {
    found = await read('/looks', tier, device === 'phone', 'DE')
  })

  test('passes every check of fpscanner and BotD', () => {
    expect(found.scanner).toEqual(nothingDetected(FPSCANNER_CHECKS))
    expect(found.detections).toEqual(nothingDetected(BOTD_DETECTORS))
    expect(found.verdict).toEqual({ bot: false })
  })

  test('shows no trace of automation', () => {
    expect(found.own.webdriver).toBe(false)
    expect(found.ownOfNavigator).toEqual([])
    expect(found.leaks).toEqual([])
    expect(found.notNative).toEqual([])
    expect(found.consoleLooks).toBe(1)
  })

  test('is one browser throughout', () => {
    for (const frame of found.frames) expect(frame).toEqual(found.own)
    const { userAgent, languages } = found.own
    expect(userAgent).not.toContain('Headless')
    const major = /Chrome\/(\d+)/.exec(userAgent)![1]
    expect(found.brands).toContainEqual({ brand: 'Google Chrome', version: major })
    for (const { brand, version } of found.full.fullVersionList) {
      if (brand.startsWith('Google') || brand === 'Chromium')
        expect(version).toMatch(new RegExp(`^${major}\\.0\\.\\d+\\.\\d+$`))
    }
    expect(languages).toEqual(['de-DE', 'de', 'en-US', 'en'])
    expect(found.timeZone).toBe('Europe/Berlin')
    expect(found.permission).toEqual(['default', 'prompt'])
    expect(found.chrome).toEqual(['loadTimes', 'csi', 'app'])
    expect(found.seen).toEqual(['visible', true])
    expect(found.codecs).toBe('probably')
    expect(found.frameMs).toBeLessThan(1_000)
    expect(found.graphics[1]).toBe(found.graphics[0])
  })

  if (device === 'desktop')
    test('has what a browser on a desk has, in sizes that fit into each other', () => {
      expect(found.full.platform).toBe('Linux')
      expect(found.plugins).toEqual([true, true, 2, true])
      expect(found.media).toEqual(['(pointer: fine)', '(hover: hover)'])
      expect(found.scrollbar).toBeGreaterThan(0)
      expect(found.graphics[0]).toContain('Intel')
      const { screen, available, outer, inner } = found.sizes
      expect(screen).toEqual([1920, 1080])
      expect(available[1]).toBeLessThan(screen[1])
      expect(outer).toEqual(available)
      expect(inner[0]).toBe(outer[0])
      expect(inner[1]).toBeLessThan(outer[1])
    })
  else
    test('has what a browser on a phone has: no plugins, a finger, and 980 pixels for pages that were made for desks', () => {
      expect(found.full.platform).toBe('Android')
      expect(found.plugins).toEqual([true, false, 0, false])
      expect(found.media).toEqual(['(pointer: coarse)'])
      expect(found.touch).toEqual([5, 'portrait-primary'])
      expect(found.scrollbar).toBe(0)
      expect(found.graphics[0]).toContain('ARM')
      const { screen, outer, inner } = found.sizes
      expect(screen).toEqual([360, 800])
      expect(outer[0]).toBe(360)
      expect(inner[0]).toBe(980)
    })
})

describe.each([
  { device: 'desktop', country: 'DE' },
  { device: 'phone', country: 'JP' },
])('a visitor from $country with a $device', ({ device, country }) => {
  test('says the same in frames and workers of every kind as in the page', async () => {
    const { page, ...others } = await read('/contexts', '4', device === 'phone', country)
    expect(page.languages[0]).toContain(country)
    expect(Object.keys(others)).toHaveLength(10)
    expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, page])))
  })

  test('has no function that was replaced', async () => {
    const signs: string[] = await read('/tampered', '4', device === 'phone', country)
    // Chromium's own, which are made of JavaScript.
    expect(signs.filter((sign) => !/^chrome\.(loadTimes|csi):/.test(sign))).toEqual([])
  })
})
