import type { PageFile } from '@gleaner/contracts/schemas/exports/runs'
import type { ExportItem } from '../rows/export-item.ts'

export interface WrittenFile {
  name: string
  contentType: string
  bytes: Buffer
}

const CONTENT_TYPES: Record<PageFile, string> = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
}

/** The files of a page, as far as it has what they hold. */
export function filesOf({ row, jobId, url }: ExportItem, kinds: readonly PageFile[]): WrittenFile[] {
  const contents: Record<PageFile, unknown> = {
    md: row.markdown ?? row.text,
    html: row.html ?? row.raw,
    json: JSON.stringify(row),
  }
  return kinds.flatMap((kind) => {
    const text = contents[kind]
    if (typeof text !== 'string') return []
    return [
      { name: `${nameOf(url, jobId)}.${kind}`, contentType: CONTENT_TYPES[kind], bytes: Buffer.from(text) },
    ]
  })
}

const MOST_CHARS = 80

/** A folder of the host and a name of the path: safe in every file system, bounded, and the job's own. */
export function nameOf(url: string, jobId: string): string {
  const { hostname, pathname, search } = URL.canParse(url) ? new URL(url) : new URL('https://unknown/')
  const page = slugOf(pathname + search) || 'index'
  return `${slugOf(hostname) || 'unknown'}/${page}-${jobId.replaceAll('-', '').slice(-16)}`
}

/** Letters, digits, dots, hyphens and underscores; no dot or hyphen at either end, so no name is hidden or leads elsewhere. */
function slugOf(text: string): string {
  return text
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .slice(0, 2 * MOST_CHARS)
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+/, '')
    .slice(0, MOST_CHARS)
    .replace(/[.-]+$/, '')
}
