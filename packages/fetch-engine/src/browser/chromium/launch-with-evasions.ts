import { createRequire } from 'node:module'
import type { Browser, LaunchOptions, PuppeteerNode } from 'puppeteer-core'

/** Evasions of puppeteer-extra-plugin-stealth by name, each with its options. */
export type Evasions = Readonly<Record<string, object>>

/** A graphics card that desktops have: a server has none, and Chromium then names its software renderer. */
const GRAPHICS = {
  vendor: 'Google Inc. (Intel)',
  renderer: 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 630 (CFL GT2), OpenGL 4.6)',
}

/** Those that help on the Chromium in use. docs/decisions.md says of each of the 16 what `bench/browser/stealth.ts` found. */
export const EVASIONS: Evasions = { 'navigator.webdriver': {}, 'webgl.vendor': GRAPHICS }

/** Starts Chromium with these options, as `puppeteer.launch` would. */
export type Launch = (puppeteer: PuppeteerNode, options: LaunchOptions) => Promise<Browser>

/**
 * Launches a browser by puppeteer-extra: the evasions may change the options first, and set up each page that is opened.
 * Its modules take 40 MB and are loaded with the first browser.
 */
export async function launchWithEvasions(
  launch: Launch,
  options: LaunchOptions,
  evasions: Evasions = EVASIONS,
): Promise<Browser> {
  const [core, { addExtra }] = await Promise.all([import('puppeteer-core'), import('puppeteer-extra')])
  const puppeteer = core.default as unknown as PuppeteerNode
  // puppeteer-extra calls nothing else of it.
  const extra = addExtra({ launch: (changed: LaunchOptions) => launch(puppeteer, changed) } as never)
  for (const [name, settings] of Object.entries(evasions)) extra.use(evasion(name)(settings) as never)
  return (await extra.launch(options as never)) as unknown as Browser
}

/** Those that change what workers have as well. */
const IN_WORKERS = ['webgl.vendor']

/**
 * The evasions' code for a worker, which puppeteer-extra does not set up: one that reports another graphics card than
 * its page is detected. Empty when there is none.
 */
export async function workerScript(evasions: Evasions = EVASIONS): Promise<string> {
  const scripts: string[] = []
  const recorder = {
    async evaluateOnNewDocument(run: unknown, ...args: unknown[]) {
      scripts.push(`(${run})(...${JSON.stringify(args)})`)
    },
  }
  for (const name of IN_WORKERS.filter((one) => one in evasions)) {
    await evasion(name)(evasions[name]!).onPageCreated(recorder)
  }
  return scripts.join(';')
}

interface Evasion {
  onPageCreated(page: object): Promise<void>
}

/** The plugin's evasions are CommonJS modules without types. */
function evasion(name: string): (settings: object) => Evasion {
  return createRequire(import.meta.url)(`puppeteer-extra-plugin-stealth/evasions/${name}/index.js`)
}
