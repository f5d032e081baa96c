import { ScrapeRequest, uuidv7 } from '@gleaner/contracts'
import { createExtractPool, type PageFindings, type PageSignature } from '@gleaner/extract'
import { announceEnd, claimJob, completeJob, createBulkAdmission, failJob, splitRequest } from '@gleaner/jobs'
import { createJobsFixture, delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { createMetrics, silentLogger } from '@gleaner/runtime'
import { createRobotsPolicy, DISALLOW_ALL, type RobotsRules } from '@gleaner/site-files/robots'
import { eventually } from '@gleaner/testkit'
import type { CrawlSite } from '../driver/context.ts'
import { openCrawlPlaces } from '../driver/crawl-places.ts'
import { createDiscoveries } from '../driver/discoveries.ts'
import { createCrawlDriver } from '../driver/driver.ts'
import type { CrawlOptions } from '../options.ts'

/** A page of a site that tests play: what is found on it, or that it fails; `after`: it answers once that one was fetched. */
export interface PlayedPage extends Partial<Omit<PageFindings, 'signature'>> {
  signature?: Partial<PageSignature>
  fails?: boolean
  cost?: number
  after?: string
}

/** A site that tests play: pages by path. */
export interface PlayedSite {
  pages: Record<string, PlayedPage>
  robots?: Partial<RobotsRules>
  /** The same of single hosts. */
  robotsOf?: Record<string, Partial<RobotsRules>>
  /** Why it does not give its robots.txt. */
  robotsProblem?: string
  /** Portions that its sitemaps name, by path. */
  sitemap?: string[][]
  /** What the feeds that its start page names hold, by path. */
  feed?: string[]
  /** What it says to addresses that it has no page for, as HTML: it has one for all of them. */
  anyPage?: (path: string) => string
  /** Which of its files and pages never answer. */
  isSilent?: (asked: Asked, url: string) => boolean
  /** Silent requests that are open. */
  open?: Set<string>
}

export type Asked = 'robots' | 'sitemap' | 'feed' | 'page'

/** Of a whole crawl, on a machine that has other work. */
const UNTIL_ENDED_MS = 60_000

export const ORIGIN = 'https://site.example'

export interface CrawlFixture extends JobsFixture {
  /** Fetches by path, in their order: what the target has seen. */
  fetched: string[]
  /** Lines in which a turn was reserved for what is asked beside the pages. */
  reserved: string[]
  /** Items at the target at once, at most. */
  mostAtOnce(): number
  crawl(more?: CrawlSettings): Promise<{ id: string; accountId: string }>
  /** Drivers, schedulers and a worker, until `stop`. */
  run(site: PlayedSite, more?: { drivers?: number; workers?: boolean }): Promise<{ stop(): Promise<void> }>
  untilEnded(id: string): Promise<CrawlState>
  stateOf(id: string): Promise<CrawlState>
}

export interface CrawlSettings extends Partial<CrawlOptions> {
  url?: string
  maxPages?: number
  maxConcurrency?: number
  delayMs?: number
  maxCreditsMicros?: number
  micros?: number
  accountId?: string
}

export interface CrawlState {
  phase: string
  endReason: string | null
  pausedReason: string | null
  status: string
  total: number
  succeeded: number
  failed: number
  cancelled: number
  discovered: number
  waiting: number
  costMicros: bigint
  skipped: Record<string, number>
  finished: boolean
}

export async function createCrawlFixture(): Promise<CrawlFixture> {
  const fixture = await createJobsFixture()
  const { ctx, pool } = fixture
  const fetched: string[] = []
  const reserved: string[] = []
  let atOnce = 0
  let mostAtOnce = 0

  async function isSlow(jobId: string, site: PlayedSite): Promise<boolean> {
    if (!Object.values(site.pages).some(({ after }) => after !== undefined)) return false
    const { rows } = await pool.query<{ url: string }>('SELECT url FROM job WHERE id = $1', [jobId])
    const after = site.pages[new URL(rows[0]!.url).pathname]?.after
    return after !== undefined && !fetched.includes(after)
  }

  async function work(jobId: string, site: PlayedSite): Promise<void> {
    const claim = await claimJob(ctx, jobId, '1')
    if (claim.kind !== 'claimed') return
    const { job } = claim
    const url = new URL(job.spec.url)
    const path = url.pathname + url.search
    fetched.push(path)
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    await new Promise(setImmediate)
    atOnce--
    const page = site.pages[path]
    const { fails, cost = 200, after: _, ...found } = page ?? { fails: true }
    const findings = JSON.stringify({ final_url: job.spec.url, links: [], ...found })
    const ended = fails
      ? await failJob(ctx, job, { code: 'ALL_TIERS_FAILED', message: 'played' })
      : await completeJob(ctx, job, { ...delivery(cost), findings })
    if (ended) announceEnd(ctx, ended)
  }

  async function stateOf(id: string): Promise<CrawlState> {
    const { rows } = await pool.query<CrawlState>(
      `SELECT phase, end_reason AS "endReason", paused_reason AS "pausedReason", status, total, succeeded, failed, cancelled, discovered,
              waiting, cost_micros AS "costMicros", crawl.skipped, finished_at IS NOT NULL AS finished
       FROM crawl JOIN batch USING (id) WHERE id = $1`,
      [id],
    )
    return rows[0]!
  }

  return {
    ...fixture,
    fetched,
    reserved,
    mostAtOnce: () => mostAtOnce,
    stateOf,
    async crawl({
      maxPages = 100,
      maxConcurrency = 10,
      delayMs = 0,
      maxCreditsMicros,
      micros = 100_000_000,
      accountId: given,
      url = `${ORIGIN}/`,
      ...more
    } = {}) {
      const id = uuidv7()
      const accountId = given ?? (await fixture.account(micros))
      const { spec } = splitRequest(ScrapeRequest.parse({ url, sync: false }))
      const options: CrawlOptions = {
        max_depth: 5,
        include_patterns: [],
        exclude_patterns: [],
        sitemap: 'skip',
        include_subdomains: false,
        respect_robots: true,
        scrape: spec,
        ...more,
      }
      await pool.query(
        `INSERT INTO batch (id, account_id, api_key_id, kind, is_open, estimated_micros, total) VALUES ($1, $2, $3, 'crawl', true, 0, 0)`,
        [id, accountId, uuidv7()],
      )
      await pool.query(
        `INSERT INTO crawl (id, account_id, url, options, max_pages, max_concurrency, delay_ms, max_credits_micros) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          id,
          accountId,
          url,
          JSON.stringify(options),
          maxPages,
          maxConcurrency,
          delayMs,
          maxCreditsMicros ?? null,
        ],
      )
      return { id, accountId }
    },
    async run(site, { drivers = 1, workers = true } = {}) {
      const logger = silentLogger()
      const pages = createExtractPool({ threads: 1, memoryMb: 256 })
      const lines = {
        async reserve(line: string) {
          reserved.push(line)
          return 0
        },
      }
      const metrics = createMetrics({ service: 'test' })
      const driverCtx = {
        jobs: ctx,
        logger,
        metrics,
        site: readerOf(site),
        lines,
        pages,
        places: openCrawlPlaces(),
      }
      const admission = createBulkAdmission({
        ctx,
        logger,
        perHost: 1_000,
        places: async () => ({ all: 1_000, of: () => 1_000 }),
      })
      const parts = [
        admission,
        ...Array.from({ length: drivers }, () => [
          createCrawlDriver(driverCtx),
          createDiscoveries(driverCtx),
        ]).flat(),
      ]
      for (const part of parts) await part.start()
      const controller = new AbortController()
      const queue = ctx.producer.queues().find(({ name }) => name === 'scrape-tier-1')!
      const serve = async () => {
        while (!controller.signal.aborted) {
          const messages = await queue.getJobs(['wait', 'prioritized'], 0, 20, true)
          await Promise.all(
            messages.map(async (message) => {
              if (await isSlow(message.data.jobId, site)) return
              await work(message.data.jobId, site)
              await message.remove().catch(() => {})
            }),
          )
          if (messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
        }
      }
      const serving = workers ? serve() : Promise.resolve()
      return {
        async stop() {
          controller.abort()
          await serving
          await Promise.all(parts.map((part) => part.stop()))
          await pages.close()
        },
      }
    },
    async untilEnded(id) {
      return await eventually(
        async () => {
          const state = await stateOf(id)
          if (!state.finished)
            throw new Error(
              JSON.stringify(state, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
            )
          return state
        },
        { timeoutMs: UNTIL_ENDED_MS },
      )
    },
  }
}

function readerOf(site: PlayedSite): CrawlSite {
  const { robots, robotsOf, robotsProblem, sitemap = [], feed = [], anyPage } = site
  const entriesOf = (paths: readonly string[], source: 'sitemap' | 'feed') =>
    paths.map((path) => ({ url: ORIGIN + path, source }))
  return {
    async readRobots(url, { signal }) {
      const fails = await answers(site, 'robots', url, signal).catch(() => 'aborted')
      const problem = fails ?? robotsProblem
      const rules = robotsOf?.[new URL(url).host] ?? robots
      return {
        state: problem ? 'unreachable' : 'found',
        url: `${ORIGIN}/robots.txt`,
        policy: problem ? DISALLOW_ALL : createRobotsPolicy({ rules: [], sitemaps: [], ...rules }),
        detail: problem,
      }
    },
    async readPage(url, { signal }) {
      await answers(site, 'page', url, signal)
      const { pathname, search } = new URL(url)
      const body = Buffer.from(anyPage?.(pathname + search) ?? 'Not found')
      return { url, status: anyPage ? 200 : 404, contentType: 'text/html', body }
    },
    readSitemaps(siteUrl, { named, signal, keepGap }) {
      const portions = named ? sitemap.map((paths) => entriesOf(paths, 'sitemap')) : [entriesOf(feed, 'feed')]
      const entries = portions.flat().length
      const files = [{ url: `${ORIGIN}/sitemap.xml`, entries }]
      const report = { found: true, files, filesRead: 1, entries, outside: 0, invalid: 0, filesSkipped: 0 }
      const asked = named ? 'sitemap' : 'feed'
      const answered = async () => {
        await keepGap?.()
        await answers(site, asked, siteUrl, signal)
      }
      return { batches: portionsOf(portions, answered), report }
    },
  }
}

async function* portionsOf<T>(portions: readonly T[], answered: () => Promise<void>): AsyncGenerator<T> {
  await answered()
  yield* portions
}

/** Resolves at once, or rejects when `signal` aborts, as a real reader does with what is silent. */
async function answers(
  { isSilent, open }: PlayedSite,
  asked: Asked,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  if (!isSilent?.(asked, url)) return
  signal.throwIfAborted()
  const request = `${asked} ${url} ${uuidv7()}`
  open?.add(request)
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))).finally(
    () => open?.delete(request),
  )
}

/** Links to pages of the played site. */
export const linksTo = (...paths: string[]): PageFindings['links'] => linksAt(ORIGIN, ...paths)

export const linksAt = (origin: string, ...paths: string[]): PageFindings['links'] =>
  paths.map((path) => [origin + path])
