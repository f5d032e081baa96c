import { createRequire } from 'node:module'
import type { CDPSession, Page, PuppeteerNode } from 'puppeteer-core'

/**
 * What of puppeteer-extra-plugin-stealth is in use. Its 16 evasions were compared with Chromium 156 itself (headless,
 * with the switches of chromium-flags.ts), which now does 15 of them natively: `chrome.app`, `chrome.csi` and
 * `chrome.loadTimes` are there, `chrome.runtime` is as absent as in any browser without extensions, plugins, codecs,
 * permissions, languages, vendor, window sizes and frames are right, `navigator.webdriver` is false. A rebuilt part is
 * easier to tell than the real one. Only the graphics card has to be invented: a server has none.
 */
const GRAPHICS = {
  vendor: 'Google Inc. (Intel)',
  renderer: 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 630 (CFL GT2), OpenGL 4.6)',
}

let loading: Promise<PuppeteerNode> | undefined

/** Puppeteer with what is needed of the stealth plugin, loaded when the first browser starts: it takes 40 MB. */
export function loadPuppeteer(): Promise<PuppeteerNode> {
  loading ??= load()
  return loading
}

async function load(): Promise<PuppeteerNode> {
  const [{ default: core }, { addExtra }] = await Promise.all([
    import('puppeteer-core'),
    import('puppeteer-extra'),
  ])
  const extra = addExtra(core as never)
  // The plugin's evasions are CommonJS modules without types.
  const webglVendor = createRequire(import.meta.url)(
    'puppeteer-extra-plugin-stealth/evasions/webgl.vendor/index.js',
  )
  extra.use(webglVendor(GRAPHICS))
  return extra as unknown as PuppeteerNode
}

/**
 * Puppeteer's own session on a page, which hears every event of it: a second one that listens to the network would
 * double the traffic.
 */
export function puppeteerSession(page: Page): CDPSession {
  return (page as unknown as { _client(): CDPSession })._client()
}
