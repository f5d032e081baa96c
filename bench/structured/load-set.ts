import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, parseHtml } from '@gleaner/markup'
import { readGzipJson, readGzipText } from '../lib/data-files.ts'
import { type Fold, foldOf } from '../lib/fold.ts'

export interface BenchPage<Truth> {
  id: string
  url: string
  truth: Truth
  document: Document
  chars: number
}

/** Which part of a set is measured: rules are tuned on one half and judged on the other. */
export type Half = Fold | 'all'

/** The pages of a set, parsed one by one so that memory holds a single page; notes what is not there. */
export function* loadSet<Truth>(folder: string, half: Half, leftOut: string[]): Generator<BenchPage<Truth>> {
  const file = join(folder, 'ground-truth.json.gz')
  if (!existsSync(file)) {
    leftOut.push('all of it, as there is no ground-truth.json.gz')
    return
  }
  const truths = readGzipJson<Record<string, Truth & { url?: string }>>(file)
  for (const [id, truth] of Object.entries(truths)) {
    const file = join(folder, 'html', `${id.replace(/\.html$/, '')}.html.gz`)
    if (half !== 'all' && foldOf(id, truth.url) !== half) continue
    if (!existsSync(file)) {
      leftOut.push(id)
      continue
    }
    const html = readGzipText(file)
    yield {
      id,
      url: truth.url ?? 'https://example.org/',
      truth,
      document: parseHtml(html),
      chars: html.length,
    }
  }
}
