import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createEgress } from '@gleaner/egress'
import type { Launch } from '@gleaner/fetch-engine/browser/chromium/launch-with-evasions'
import { createBrowserFetcher } from '@gleaner/fetch-engine/browser/fetcher'
import { descendants } from '@gleaner/runtime/process-table'
import { startSite } from './site.ts'

/**
 * The same pages through our browser fetcher and through a plain service as peers ship it: one warm headless Chromium,
 * for each request a new context and page, `goto` until `load` or `networkidle2`, `content()`. In turns, in one run.
 *
 *   node bench/browser/peer.ts [--path /article|/app] [--pages 30] [--rounds 3]
 */
const { values } = parseArgs({
  options: {
    path: { type: 'string', default: '/article' },
    pages: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
})
const pages = Number(values.pages)
const WARM_UP = 5
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
const services = [
  { name: 'gleaner, tier 4', start: startOurs },
  { name: 'plain service, load', start: () => startPlain('load') },
  { name: 'plain service, networkidle2', start: () => startPlain('networkidle2') },
]
const samples = new Map<string, Sample[]>()
for (let round = 0; round < Number(values.rounds); round++) {
  for (const { name, start } of services) {
    const service = { name, ...(await start()) }
    samples.set(name, [...(samples.get(name) ?? []), await measure(service)])
    await service.close()
  }
}
await site.close()
report()

async function startOurs(): Promise<Omit<Service, 'name'>> {
  const egress = createEgress({ allow: site.allow })
  const fetcher = createBrowserFetcher({ egress, executablePath: values.chromium, profile: 'full' })
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
  const engine = createRequire(import.meta.resolve('@gleaner/fetch-engine/browser/fetcher'))
  const module = await import(pathToFileURL(engine.resolve('puppeteer-core')).href)
  return (module.default as Puppeteer).launch({
    executablePath: values.chromium,
    headless: true,
    userDataDir,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--mute-audio'],
  })
}

async function measure({ name, fetch }: Service): Promise<Sample> {
  for (let index = 0; index < WARM_UP; index++) await fetch(urlOf(index))
  const before = cpuMs()
  const times: number[] = []
  let incomplete = 0
  for (let index = 0; index < pages; index++) {
    const startedAt = performance.now()
    const size = await fetch(urlOf(index + WARM_UP))
    times.push(performance.now() - startedAt)
    if (size < WHOLE_PAGE) incomplete += 1
  }
  const sample = { cpuMs: (cpuMs() - before) / pages, medianMs: median(times), incomplete }
  console.log(
    `${name}: ${sample.cpuMs.toFixed(0)} CPU-ms/page, median ${sample.medianMs.toFixed(0)} ms, ${incomplete} incomplete`,
  )
  return sample
}

function urlOf(index: number): string {
  return site.urlOf(index, `${values.path}?${index}`)
}

/** User and system time of node (the site included, alike for all) and of every Chromium process below it. */
function cpuMs(): number {
  return descendants(process.pid).reduce((sum, row) => sum + row.cpuMs, 0)
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

function report(): void {
  const ours = samples.get(services[0]!.name)!
  for (const [name, all] of samples) {
    const cpu = median(all.map((sample) => sample.cpuMs))
    const time = median(all.map((sample) => sample.medianMs))
    const incomplete = all.reduce((sum, sample) => sum + sample.incomplete, 0)
    console.log(
      `median of ${all.length} rounds, ${name}: ${cpu.toFixed(0)} CPU-ms/page ` +
        `(${(cpu / median(ours.map((sample) => sample.cpuMs))).toFixed(2)} of ours), ${time.toFixed(0)} ms ` +
        `(${(time / median(ours.map((sample) => sample.medianMs))).toFixed(2)}), ${incomplete} incomplete`,
    )
  }
}
