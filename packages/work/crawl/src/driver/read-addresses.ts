import type { Queryable } from '@gleaner/db'
import { forEachInTurns } from '@gleaner/runtime'
import type { CrawlRow } from '../crawl-row.ts'
import type { PageSource } from '../frontier/insert-pages.ts'
import type { SiteFile } from '../site-notes.ts'
import { type CrawlRef, changeCrawl } from './change-crawl.ts'
import type { DriverContext } from './context.ts'
import { createGathering } from './gather.ts'
import { keepGap } from './keep-gap.ts'
import type { CrawlMemory } from './memory.ts'
import { putIntoFrontier } from './put-into-frontier.ts'

/** Of all of a site's sitemaps and feeds together. */
const DEADLINE_MS = 10 * 60_000
/** Addresses of one transaction. */
const PORTION = 1_000
/** Sitemaps and feeds that a crawl tells of. */
const FILES_TOLD = 100

export interface WantedAddresses {
  /** Sitemaps that robots.txt names; absent: only feeds are read. */
  named?: readonly string[]
  feeds?: readonly string[]
  login: { origin: string; authorization: string } | undefined
  /** Called when addresses stand in the frontier. */
  onChange(): void
}

/** Puts the addresses that a site's sitemaps and feeds name into the frontier of a crawl, while they are read. */
export async function readAddresses(
  ctx: DriverContext,
  ref: CrawlRef,
  { named, feeds, login, onChange }: WantedAddresses,
  signal: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(DEADLINE_MS)
  const crawl = await changeCrawl(ctx, ref, signal, async (_sql, crawl) => crawl)
  const { options } = crawl
  const reading = ctx.site.readSitemaps(options.scrape.url, {
    signal: AbortSignal.any([signal, late]),
    login,
    includeSubdomains: options.include_subdomains,
    keepGap: () => keepGap(ctx, crawl, signal),
    // Where only feeds are wanted the first of them stands for the sitemap, so that none is guessed.
    ...(named
      ? { named, sitemapPath: options.sitemap_path }
      : { sitemapPath: feeds?.[0], feeds: feeds?.slice(1) }),
  })
  let portion: Address[] = []
  const enter = async () => {
    if (portion.length === 0) return
    await changeCrawl(ctx, ref, signal, (sql, crawl, memory, within) =>
      enterAddresses(sql, crawl, memory, portion, within),
    )
    portion = []
    onChange()
  }
  try {
    for await (const batch of reading.batches) {
      for (const { url, source } of batch) portion.push({ url, source })
      if (portion.length >= PORTION) await enter()
    }
  } catch (error) {
    // What was read by then serves.
    if (!late.aborted || signal.aborted) throw error
  }
  await enter()
  const files = reading.report.files.map(({ url, entries, problem }) => ({
    url,
    entries,
    ...(problem && { problem: problem.detail }),
  }))
  await changeCrawl(ctx, ref, signal, async (_sql, _crawl, memory) => noteFiles(memory, files))
}

interface Address {
  url: string
  source: PageSource
}

async function enterAddresses(
  sql: Queryable,
  crawl: CrawlRow,
  memory: CrawlMemory,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<void> {
  const gathering = createGathering(crawl, memory)
  await forEachInTurns(addresses, signal, ({ url, source }) => gathering.add(url, 1, source))
  await putIntoFrontier(sql, crawl, gathering.pages)
}

async function noteFiles(memory: CrawlMemory, files: readonly SiteFile[]): Promise<void> {
  const fresh = new Map([...(memory.site.files ?? []), ...files].map((file) => [file.url, file]))
  memory.site.files = [...fresh.values()].slice(0, FILES_TOLD)
  delete memory.site.feeds
  memory.isSiteChanged = true
}
