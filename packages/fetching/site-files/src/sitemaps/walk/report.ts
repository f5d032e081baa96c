import type { ProblemCode } from '../problem.ts'

/** A file that was asked for, and what came of it. */
export interface FileReport {
  url: string
  /** Addresses in it, whatever became of them. */
  entries: number
  /** Why it was not read, or not to its end. */
  problem?: { code: ProblemCode; detail: string } | undefined
}

/** What reading a site's sitemaps came to; grows while they are read. */
export interface SitemapReport {
  /** Something that was asked for as a sitemap has addresses: a sitemap, an index, a list, or a feed. */
  found: boolean
  /** The first hundred files. Guessed names that do not exist are left out. */
  files: FileReport[]
  /** All files that were asked for. */
  filesRead: number
  /** Addresses of pages that were handed over. */
  entries: number
  /** Addresses that were not: of other hosts, or no addresses of the web at all. */
  outside: number
  invalid: number
  /** Files that an index names and that were not asked for: on hosts that have no say about this site, or too many. */
  filesSkipped: number
}

const MAX_FILES_LISTED = 100

export function emptyReport(): SitemapReport {
  return { found: false, files: [], filesRead: 0, entries: 0, outside: 0, invalid: 0, filesSkipped: 0 }
}

export function note(report: SitemapReport, file: FileReport): void {
  if (report.files.length < MAX_FILES_LISTED) report.files.push(file)
}
