import type { PuppeteerNode } from 'puppeteer-core'

let loading: Promise<PuppeteerNode> | undefined

/** Puppeteer with the stealth plugin, loaded when the first browser starts: the modules alone take 40 MB. */
export function loadPuppeteer(): Promise<PuppeteerNode> {
  loading ??= load()
  return loading
}

async function load(): Promise<PuppeteerNode> {
  const [{ default: core }, { addExtra }, { default: stealth }] = await Promise.all([
    import('puppeteer-core'),
    import('puppeteer-extra'),
    import('puppeteer-extra-plugin-stealth'),
  ])
  const extra = addExtra(core as never)
  extra.use(stealth({ enabledEvasions: new Set([]) }))
  return extra as unknown as PuppeteerNode
}
