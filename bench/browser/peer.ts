import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createBrowserFetcher, type Launch } from '@gleaner/browser-tiers'
import { createEgress } from '@gleaner/egress'
import { descendants } from '@gleaner/runtime/process-table'
import { median } from '../lib/statistics.ts'
import { startSite } from './site.ts'

/**
 * The same pages through our browser fetcher and through a plain service as peers ship it (one warm headless Chromium, for
 * each request a new context and page, `goto` until `load` or `networkidle2`, `content()`), in turns.
 *
 *   node bench/browser/peer.ts [--path /article|/app] [--pages 8] [--rounds 5] [--without idle,load]
 */
const { values } = parseArgs({
  options: {
    path: { type: 'string', default: '/article' },
    pages: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
    without: { type: 'string', default: '' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
})
const pages = Number(values.pages)
const WARM_UP = 5
let visited = 0
/** Less than this is not the page: `/app` is empty before its script has asked the API. */
const WHOLE_PAGE = 3_000

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

const site = await startSite()
const starts: Record<string, () => Promise<Omit<Service, 'name'>>> = {
  'gleaner, tier 4': startEngine,
  'plain service, load': () => startPlain('load'),
  'plain service, networkidle2': () => startPlain('networkidle2'),
}
const left = values.without.split(',').filter((word) => word !== '')
const services: Service[] = []
for (const [name, start] of Object.entries(starts)) {
  if (left.some((word) => name.includes(word))) continue
  const service = { name, ...(await start()) }
  for (let index = 0; index < WARM_UP; index++) await service.fetch(nextUrl())
  services.push(service)
}
const samples = new Map<string, Sample[]>()
for (let round = 0; round < Number(values.rounds); round++) {
  // Each comes as often after the one as after the other.
  for (const service of round % 2 === 0 ? services : services.toReversed())
    samples.set(service.name, [...(samples.get(service.name) ?? []), await measure(service)])
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

/** Puppeteer belongs to the engine, so it is looked up from there. */
async function launchPlain(userDataDir: string): ReturnType<Puppeteer['launch']> {
  const engine = createRequire(import.meta.resolve('@gleaner/browser-tiers'))
  const module = await import(pathToFileURL(engine.resolve('puppeteer-core')).href)
  return (module.default as Puppeteer).launch({
    executablePath: values.chromium,
    headless: true,
    userDataDir,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--mute-audio'],
  })
}

async function measure({ fetch }: Service): Promise<Sample> {
  const before = cpuMs()
  const times: number[] = []
  let incomplete = 0
  for (let index = 0; index < pages; index++) {
    const startedAt = performance.now()
    const size = await fetch(nextUrl())
    times.push(performance.now() - startedAt)
    if (size < WHOLE_PAGE) incomplete += 1
  }
  return { cpuMs: (cpuMs() - before) / pages, medianMs: median(times), incomplete }
}

function nextUrl(): string {
  visited += 1
  return site.urlOf(visited, `${values.path}?${visited}`)
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
