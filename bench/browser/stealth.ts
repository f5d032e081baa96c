import { createBrowserFetcher, createBrowserPool, EVASIONS, type Evasions } from '@gleaner/browser-tiers'
import { CHROMIUM } from '@gleaner/browser-tiers/testing/chromium-path'
import { detectorScripts } from '@gleaner/browser-tiers/testing/detectors'
import { FINGERPRINT_PAGE } from '@gleaner/browser-tiers/testing/fingerprint-page'
import { startLocalSite } from '@gleaner/browser-tiers/testing/local-site'
import { tamperChecks } from '@gleaner/browser-tiers/testing/tamper-checks'
import { createEgress } from '@gleaner/egress'

/**
 * What each of the 16 evasions of puppeteer-extra-plugin-stealth does on the Chromium in use, as tier 4 runs it: which
 * detectors (BotD, fpscanner) say otherwise with it, which values change, and what gives the evasion itself away.
 *
 *   node bench/browser/stealth.ts [part of a name]
 */
const SINGLE: Evasions = {
  'chrome.app': {},
  'chrome.csi': {},
  'chrome.loadTimes': {},
  // By default it acts on pages of https only.
  'chrome.runtime': { runOnInsecureOrigins: true },
  defaultArgs: {},
  'iframe.contentWindow': {},
  'media.codecs': {},
  'navigator.hardwareConcurrency': {},
  'navigator.languages': {},
  'navigator.permissions': {},
  'navigator.plugins': {},
  'navigator.webdriver': {},
  sourceurl: {},
  'user-agent-override': { maskLinux: false },
  'webgl.vendor': {},
  'window.outerdimensions': {},
}
/** Without it Chromium says that it is automated, whatever else is in use: measured alone, and then part of the ground. */
const GROUND: Evasions = { 'navigator.webdriver': {} }

const TAMPER_PAGE = `<!doctype html><title>Look</title><p>${'A page that looks at its visitor. '.repeat(10)}</p>
<script type="module">
const pre = document.createElement('pre')
pre.textContent = JSON.stringify(await (${tamperChecks})())
pre.id = 'found'
document.body.append(pre)
</script>`

interface Findings {
  /** What a detector takes for a bot's. */
  detected: string[]
  /** What gives an evasion away. */
  tampered: string[]
  /** Values that scripts read. */
  values: Record<string, string>
}

const site = await startLocalSite({
  '/looks': FINGERPRINT_PAGE,
  '/tampered': TAMPER_PAGE,
  ...detectorScripts(),
})
const egress = createEgress({ allow: `127.0.0.1:${site.port}` })

const variants: Record<string, Evasions> = {
  none: {},
  'navigator.webdriver': GROUND,
  ...Object.fromEntries(
    Object.entries(SINGLE)
      .filter(([name]) => name !== 'navigator.webdriver')
      .map(([name, settings]) => [name, { ...GROUND, [name]: settings }]),
  ),
  'all 16': SINGLE,
  'in use': EVASIONS,
}
const ground = await look(GROUND)
for (const [name, evasions] of Object.entries(variants)) {
  if (!name.includes(process.argv[2] ?? '')) continue
  report(name, await look(evasions))
}
await egress.close()
await site.close()

async function look(evasions: Evasions): Promise<Findings> {
  const pool = createBrowserPool({ egress, executablePath: CHROMIUM, evasions })
  const fetcher = createBrowserFetcher({ pool, profile: 'full' })
  try {
    const [looks, tampered] = [await read('/looks'), await read('/tampered')]
    const { detections, scanner, ...values } = looks
    return {
      detected: [
        ...namesOf(detections).map((one) => `botd ${one}`),
        ...namesOf(scanner).map((one) => `fpscanner ${one}`),
      ],
      tampered,
      values: Object.fromEntries(
        Object.entries(values)
          .filter(([key]) => key !== 'frameMs')
          .map(([key, value]) => [key, JSON.stringify(value)]),
      ),
    }
  } finally {
    await pool.close()
  }

  // biome-ignore lint/suspicious/noExplicitAny: what the page found, as the page wrote it
  async function read(path: string): Promise<any> {
    const browser = { removeCookieBanners: false, waitFor: '#found' }
    const request = {
      url: site.url + path,
      method: 'GET',
      maxBytes: 1_000_000,
      country: 'DE',
      browser,
    } as const
    const outcome = await fetcher.fetch(request, AbortSignal.timeout(40_000))
    if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome).slice(0, 300))
    const [, json = ''] =
      /<pre id="found">(.*?)<\/pre>/s.exec(Buffer.from(outcome.page.body).toString()) ?? []
    return JSON.parse(json.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'))
  }
}

/** The checks that found something. */
function namesOf(checks: Record<string, boolean>): string[] {
  return Object.keys(checks).filter((name) => checks[name])
}

/** What differs from Chromium with `GROUND` alone. */
function report(name: string, { detected, tampered, values }: Findings): void {
  const only = (some: string[], others: string[]) => some.filter((one) => !others.includes(one))
  console.log(`${name}`)
  print('  detected', detected)
  print('  no longer detected', only(ground.detected, detected))
  print('  given away by', only(tampered, ground.tampered))
  const changed = Object.keys({ ...ground.values, ...values }).filter(
    (key) => values[key] !== ground.values[key],
  )
  print(
    '  changed',
    changed.map((key) => `${key}: ${values[key]?.slice(0, 160)}`),
  )
}

function print(title: string, lines: string[]): void {
  if (lines.length > 0) console.log(`${title}: ${lines.join('; ')}`)
}
