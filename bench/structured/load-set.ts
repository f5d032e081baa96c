import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Document, parseHtml } from '@gleaner/markup'

export interface BenchPage<Truth> {
  id: string
  url: string
  truth: Truth
  document: Document
  chars: number
}

/** Which part of a set is measured: rules are tuned on one half and judged on the other. */
export type Half = 'tune' | 'validate' | 'all'

export function readGz(path: string): string {
  return gunzipSync(readFileSync(path)).toString('utf8')
}

/** The pages of a set whose pages and truth are present, parsed one by one so that memory holds a single page. */
export function* loadSet<Truth>(folder: string, half: Half): Generator<BenchPage<Truth>> {
  const truths: Record<string, Truth & { url?: string }> = JSON.parse(
    readGz(join(folder, 'ground-truth.json.gz')),
  )
  for (const [id, truth] of Object.entries(truths)) {
    const file = join(folder, 'html', `${id.replace(/\.html$/, '')}.html.gz`)
    if (!existsSync(file) || (half !== 'all' && halfOf(id) !== half)) continue
    const html = readGz(file)
    yield {
      id,
      url: truth.url ?? 'https://example.org/',
      truth,
      document: parseHtml(html),
      chars: html.length,
    }
  }
}

/** FNV-1a of the id, so that the split is the same on every machine. */
function halfOf(id: string): Half {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0
  return (hash >>> 7) % 2 === 0 ? 'tune' : 'validate'
}
