import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createBrowserFetcher, type Launch } from '@gleaner/browser-tiers'
import { createEgress } from '@gleaner/egress'
import { descendants } from '@gleaner/runtime/process-table'
import { loadMixture } from '../lib/mixture/load-mixture.ts'
import { mixtureFolder } from '../lib/mixture/mixture-site.ts'
import { median } from '../lib/statistics.ts'
import { startSite } from './site.ts'

/**
 * The same pages through our browser fetcher and through a plain service as peers ship it (one warm headless Chromium, for
 * each request a new context and page, `goto` until `load` or `networkidle2`, `content()`), and one page of it that is used again and again
 * without any wipe, in turns. All see the same pages of the mixture.
 *
 *   node bench/browser/peer.ts <mixture> [--pages 12] [--rounds 5] [--without idle,load,again]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '5' },
    without: { type: 'string', default: '' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
})
const pages = Number(values.pages)
const WARM_UP = 5
/** Less than this is not the page: the smallest of the mixture has 5 KB. */
const WHOLE_PAGE = 3_000

/** What pages of the mixture name beside themselves is not there, for us as for peers. */
const NOWHERE_ELSE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.*'

type Puppeteer = Parameters<Launch>[0]

interface Service {
  name: string
  fetch(url: string): Promise<number>
  close(): Promise<void>
}

interface Sample {
  cpuMs: number
  medianMs: number
  incomplete: number
}

const mixture = loadMixture(mixtureFolder(positionals[0]))
const site = await startSite(mixture)
const starts: Record<string, () => Promise<Omit<Service, 'name'>>> = {
  'gleaner, tier 4': startEngine,
  'plain service, load': () => startPlain('load'),
  'plain service, networkidle2': () => startPlain('networkidle2'),
  'one page used again': startOnePage,
}
const left = values.without.split(',').filter((word) => word !== '')
const services: Service[] = []
for (const [name, start] of Object.entries(starts)) {
  if (left.some((word) => name.includes(word))) continue
  const service = { name, ...(await start()) }
  for (let index = 0; index < WARM_UP; index++) await service.fetch(urlOf(index)).catch(() => 0)
  services.push(service)
}
const samples = new Map<string, Sample[]>()
for (let round = 0; round < Number(values.rounds); round++) {
  // Each comes as often after the one as after the other.
  for (const service of round % 2 === 0 ? services : services.toReversed())
    samples.set(service.name, [
      ...(samples.get(service.name) ?? []),
      await measure(service, WARM_UP + round * pages),
    ])
}
for (const service of services) await service.close()
await site.close()
report()

async function startEngine(): Promise<Omit<Service, 'name'>> {
  const egress = createEgress({ allow: site.allow })
  const fetcher = createBrowserFetcher({
    egress,
    executablePath: values.chromium,
    profile: 'full',
    recycleAfterPages: 10_000,
    idleCloseMs: 3_600_000,
  })
  return {
    async fetch(url) {
      const outcome = await fetcher.fetch(
        { url, method: 'GET', maxBytes: 10_000_000 },
        AbortSignal.timeout(30_000),
      )
      return outcome.kind === 'page' ? outcome.page.body.length : 0
    },
    async close() {
      await fetcher.close()
      await egress.close()
    },
  }
}

async function startPlain(waitUntil: 'load' | 'networkidle2'): Promise<Omit<Service, 'name'>> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-peer-'))
  const browser = await launchPlain(folder)
  return {
    async fetch(url) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.goto(url, { waitUntil, timeout: 30_000 })
      const html = await page.content()
      await context.close()
      return html.length
    },
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** What a browser costs at least, with nothing kept apart: no service may hand pages of strangers on like that. */
async function startOnePage(): Promise<Omit<Service, 'name'>> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-peer-'))
  const browser = await launchPlain(folder)
  let page = await browser.newPage()
  return {
    async fetch(url) {
      if (page.isClosed() || page.mainFrame().detached) page = await browser.newPage()
      await page.goto(url, { waitUntil: 'load', timeout: 30_000 })
      return (await page.content()).length
    },
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Puppeteer belongs to the engine, so it is looked up from there. */
async function launchPlain(userDataDir: string): ReturnType<Puppeteer['launch']> {
  const engine = createRequire(import.meta.resolve('@gleaner/browser-tiers'))
  const module = await import(pathToFileURL(engine.resolve('puppeteer-core')).href)
  return (module.default as Puppeteer).launch({
    executablePath: values.chromium,
    headless: true,
    userDataDir,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--mute-audio', NOWHERE_ELSE],
  })
}

async function measure({ fetch }: Service, from: number): Promise<Sample> {
  const before = cpuMs()
  const times: number[] = []
  let incomplete = 0
  for (let index = 0; index < pages; index++) {
    const startedAt = performance.now()
    // A page may send its visitor away while it loads.
    const size = await fetch(urlOf(from + index)).catch(() => 0)
    times.push(performance.now() - startedAt)
    if (size < WHOLE_PAGE) incomplete += 1
  }
  return { cpuMs: (cpuMs() - before) / pages, medianMs: median(times), incomplete }
}

/** All services see the same pages of the same hosts. */
function urlOf(index: number): string {
  return site.urlOf(index, `/${index}?n=${index}`)
}

/** User and system time of node (the site included, alike for all) and of every Chromium process below it. */
function cpuMs(): number {
  return descendants(process.pid).reduce((sum, row) => sum + row.cpuMs, 0)
}

/** Ratios are medians over the rounds, of figures of the same round. */
function report(): void {
  const ours = samples.get(services[0]!.name)!
  for (const [name, all] of samples) {
    const of = (field: 'cpuMs' | 'medianMs') => {
      const ratio = median(all.map((sample, round) => sample[field] / ours[round]![field]))
      return `${median(all.map((sample) => sample[field])).toFixed(0)} (${ratio.toFixed(2)} of ours)`
    }
    const least = Math.min(...all.map((sample) => sample.cpuMs)).toFixed(0)
    const incomplete = all.reduce((sum, sample) => sum + sample.incomplete, 0)
    console.log(
      `${name}: CPU-ms/page ${of('cpuMs')}, least ${least}; ms ${of('medianMs')}; ${incomplete} incomplete`,
    )
  }
}
