import { createRequire } from 'node:module'
import type { Browser, LaunchOptions, PuppeteerNode } from 'puppeteer-core'

/** Evasions of puppeteer-extra-plugin-stealth by name, each with its options. */
export type Evasions = Readonly<Record<string, object>>

/** The one that helps on the Chromium in use. docs/decisions/0111-one-stealth-evasion.md says why not the others. */
export const EVASIONS: Evasions = { 'navigator.webdriver': {} }

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

/** The plugin's evasions are CommonJS modules without types. */
function evasion(name: string): (settings: object) => unknown {
  return createRequire(import.meta.url)(`puppeteer-extra-plugin-stealth/evasions/${name}/index.js`)
}
