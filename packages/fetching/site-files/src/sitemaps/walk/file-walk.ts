import { setTimeout as pause } from 'node:timers/promises'
import { type Network, openFile } from '../fetch/open-file.ts'
import { refuseStatus } from '../fetch/read-robots.ts'
import { MAX_FILE_BYTES, MAX_FILES, MAX_INDEX_DEPTH, MAX_TOTAL_BYTES } from '../limits.ts'
import { type ProblemCode, ReadProblem } from '../problem.ts'
import type { RawEntry } from '../read/raw-entry.ts'
import { readEntries } from '../read/read-entries.ts'
import { addressOf, type SitemapEntry, toEntry } from './entry.ts'
import { type FileReport, note, type SitemapReport } from './report.ts'
import type { SitemapOptions } from './sitemap-options.ts'
import { scopeOf } from './sitemap-scope.ts'

interface Visit {
  url: string
  /** How many index files lead here. */
  depth: number
  /** Nobody named it: that it is not there is no news. */
  isGuess: boolean
  /** Asked for as a feed: it is no sitemap, whatever it is. */
  isFeed: boolean
}

/** Gives the pages of these files (paths or addresses) and of all that they lead to, in the order of their naming. */
export type FileWalk = (
  addresses: readonly string[],
  options?: { areGuesses?: boolean; areFeeds?: boolean },
) => AsyncGenerator<SitemapEntry[]>

/** A walk over a site's files that ends, however they lead to each other: none is read twice, and all have a budget. */
export function createFileWalk(
  network: Network,
  site: URL,
  options: SitemapOptions,
  report: SitemapReport,
): FileWalk {
  const { includeSubdomains = false, maxEntries = Number.POSITIVE_INFINITY, maxFiles = MAX_FILES } = options
  const isInScope = scopeOf(site, includeSubdomains)
  const keepGap = options.keepGap ?? createGap(options.gapMs ?? 0, options.signal)
  const seen = new Set<string>()
  let bytesLeft = MAX_TOTAL_BYTES

  return async function* walk(addresses, { areGuesses: isGuess = false, areFeeds: isFeed = false } = {}) {
    const toVisit = (depth: number) => (url: string) => ({ url, depth, isGuess, isFeed })
    const named = addresses.map((address) => URL.parse(address, site.origin)?.href ?? address)
    const waiting = named.filter(isNew).map(toVisit(0)).reverse()
    for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
      if (report.entries >= maxEntries || bytesLeft <= 0) {
        report.filesSkipped++
        continue
      }
      await keepGap()
      const children: string[] = []
      yield* readFile(visit, children)
      for (const child of children.map(toVisit(visit.depth + 1)).reverse()) waiting.push(child)
    }
  }

  /** Whether a file is to be read that was not named before. */
  function isNew(url: string): boolean {
    if (seen.has(url)) return false
    if (seen.size < maxFiles) seen.add(url)
    else report.filesSkipped++
    return seen.has(url)
  }

  async function* readFile(visit: Visit, children: string[]): AsyncGenerator<SitemapEntry[]> {
    const file: FileReport = { url: visit.url, entries: 0 }
    report.filesRead++
    try {
      yield* readPages(visit, file, children)
    } catch (error) {
      options.signal.throwIfAborted()
      if (!(error instanceof ReadProblem)) throw error
      file.problem = { code: error.code, detail: error.message }
    }
    const isAbsentGuess = visit.isGuess && file.entries === 0 && ABSENT.has(file.problem?.code)
    if (!isAbsentGuess) note(report, file)
  }

  /** What came before a file breaks has been given when the problem is thrown. */
  async function* readPages(
    visit: Visit,
    file: FileReport,
    children: string[],
  ): AsyncGenerator<SitemapEntry[]> {
    const opened = await openFile(network, visit.url, options)
    try {
      refuseStatus(opened.status)
      const reading = readEntries(opened.chunks, {
        ...opened,
        maxBytes: Math.min(MAX_FILE_BYTES, bytesLeft),
        onBytes: (count) => {
          bytesLeft -= count
        },
      })
      for await (const raws of reading) {
        const entries = raws.flatMap((raw) => take(raw, opened.url, visit, children))
        const pages = entries.slice(0, maxEntries - report.entries)
        report.entries += pages.length
        file.entries += raws.length
        if (pages.length > 0) yield pages
        if (report.entries >= maxEntries) return
      }
    } finally {
      opened.close()
    }
  }

  /** The page that an item is, if it is one of this site; a file that it names is kept for later. */
  function take(raw: RawEntry, base: URL, visit: Visit, children: string[]): SitemapEntry[] {
    const url = addressOf(raw, base)
    if (!visit.isFeed) report.found = true
    if (url === undefined) {
      report.invalid++
    } else if (raw.kind === 'sitemap') {
      // Source: sitemaps.org, "Sitemaps & Cross Submits": a file speaks for the host that it is on, or was named by.
      const isOfSite = url.host === base.host || isInScope(url)
      if (!isOfSite || visit.depth >= MAX_INDEX_DEPTH) report.filesSkipped++
      else if (isNew(url.href)) children.push(url.href)
    } else if (isInScope(url)) {
      return [toEntry(raw, url)]
    } else {
      report.outside++
    }
    return []
  }
}

const ABSENT: ReadonlySet<ProblemCode | undefined> = new Set(['not_found', 'not_a_sitemap'])

/** Waits until the next request may start. */
function createGap(gapMs: number, signal: AbortSignal): () => Promise<void> {
  let nextAt = 0
  return async () => {
    const now = performance.now()
    const wait = nextAt - now
    nextAt = Math.max(now, nextAt) + gapMs
    if (wait > 0) await pause(wait, undefined, { signal })
  }
}
