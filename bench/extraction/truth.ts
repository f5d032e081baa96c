import { join } from 'node:path'
import { listFolders, readGzip, readGzipJson } from './read-files.ts'

/** What a page's extraction is held against: a body text, or segments it must have and must not have. */
export type Truth =
  | { kind: 'shingles'; text: string }
  | { kind: 'words'; text: string }
  | { kind: 'segments'; with: string[]; without: string[] }

export interface TruthRow {
  id: string
  file: string
  url: string
  truth: Truth
  pageType: string | undefined
}

type Reader = (folder: string) => TruthRow[]

interface ArticleRow {
  url?: string
  articleBody: string
}
interface TypedRow {
  url: string
  page_type: string
  main_content: string
}
interface SegmentRow {
  url: string
  with: string[]
  without: string[]
}

/** The public sets by name; the metric of each is the one its authors publish. */
export const TRUTH_READERS: Readonly<Record<string, Reader>> = {
  /** scrapinghub/article-extraction-benchmark */
  aeb: (folder) => articles(folder),
  /** AndyTheFactory/article-extraction-dataset */
  n4k: (folder) => articles(folder),
  /** Web Content eXtraction Benchmark: seven page types */
  wcxb: (folder) =>
    rows<TypedRow>(folder).map(([id, row]) => ({
      id,
      file: htmlFile(folder, id),
      url: row.url,
      truth: { kind: 'words', text: row.main_content },
      pageType: row.page_type,
    })),
  /** adbar/trafilatura's evaluation data */
  traf: (folder) =>
    rows<SegmentRow>(folder).map(([id, row]) => ({
      id,
      file: htmlFile(folder, id.replace(/\.html$/, '')),
      url: row.url,
      truth: { kind: 'segments', with: row.with, without: row.without },
      pageType: undefined,
    })),
  /** mozilla/readability's own test pages: parity, not truth */
  readability: (folder) =>
    listFolders(folder).map((id) => ({
      id,
      file: join(folder, id, 'source.html.gz'),
      url: 'http://fakehost/test/page.html',
      truth: { kind: 'shingles', text: withoutTags(readGzip(join(folder, id, 'expected.html.gz'))) },
      pageType: undefined,
    })),
}

function articles(folder: string): TruthRow[] {
  return rows<ArticleRow>(folder).map(([id, row]) => ({
    id,
    file: htmlFile(folder, id),
    url: row.url ?? 'http://fakehost/',
    truth: { kind: 'shingles', text: row.articleBody },
    pageType: undefined,
  }))
}

function rows<T>(folder: string): [string, T][] {
  return Object.entries(readGzipJson<Record<string, T>>(join(folder, 'ground-truth.json.gz')))
}

function htmlFile(folder: string, id: string): string {
  return join(folder, 'html', `${id}.html.gz`)
}

function withoutTags(html: Uint8Array): string {
  return Buffer.from(html)
    .toString('utf8')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|apos);/g, ' ')
}
