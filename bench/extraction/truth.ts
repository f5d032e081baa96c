import { join } from 'node:path'
import { listPages, readGzipJson } from '../lib/data-files.ts'

/** What a page's extraction is held against: a body text, or segments it must have and must not have. */
export type Truth =
  | { kind: 'shingles'; text: string }
  | { kind: 'words'; text: string }
  | { kind: 'segments'; with: string[]; without: string[] }

export interface TruthRow {
  id: string
  file: string
  /** Undefined where the set does not tell it. */
  url: string | undefined
  /** Undefined where the set has the page but no text to hold it against. */
  truth: Truth | undefined
  pageType: string | undefined
}

/** The sets that are measured unless others are named: aeb is scrapinghub/article-extraction-benchmark, n4k
 * AndyTheFactory/article-extraction-dataset, wcxb the Web Content eXtraction Benchmark, traf adbar/trafilatura's evaluation data. */
export const PUBLIC_SETS = ['aeb', 'n4k', 'wcxb', 'traf'] as const

/** A row of a set's `ground-truth.json.gz`. Which text it has decides the metric, which is the one its authors publish. */
interface Row {
  url?: string | null
  page_type?: string
  /** Compared by shingles of four words. */
  articleBody?: string
  /** Compared by words. */
  main_content?: string
  /** Looked for as they are. */
  with?: string[]
  without?: string[]
}

/** The pages of a set: `ground-truth.json.gz` with a row by id, and `html/<id>.html.gz`. */
export function readTruth(folder: string): TruthRow[] {
  const rows = readGzipJson<Record<string, Row>>(join(folder, 'ground-truth.json.gz'))
  const pages = listPages(join(folder, 'html'))
  const ids = Object.keys(rows)
  const known = new Set(ids.map(pageOf))
  return [...ids, ...pages.filter((page) => !known.has(page))].map((id) => {
    const row: Row = rows[id] ?? {}
    return {
      id,
      file: join(folder, 'html', `${pageOf(id)}.html.gz`),
      url: row.url ?? undefined,
      truth: truthOf(row),
      pageType: row.page_type,
    }
  })
}

function pageOf(id: string): string {
  return id.replace(/\.html$/, '')
}

function truthOf(row: Row): Truth | undefined {
  if (row.main_content !== undefined) return { kind: 'words', text: row.main_content }
  if (row.articleBody !== undefined) return { kind: 'shingles', text: row.articleBody }
  return row.with && { kind: 'segments', with: row.with, without: row.without ?? [] }
}
