import { readBlocks, renderMarkdown } from '@gleaner/formats'
import { parseHtml } from '@gleaner/markup'
import type { Converter } from './converters.ts'

const ROUNDS = 3

/** CPU milliseconds per page (user and system), best of a few rounds after one to warm up. */
export function measureSpeed(pages: readonly string[], convert: Converter['convert']): number {
  return measure(pages, (html) => convert(html, 'https://example.com/page'))
}

/** Our own time without the parser, which a scrape needs for everything else anyway. */
export function measureRenderingOnly(pages: readonly string[]): number {
  return measure(
    pages.map((html) => parseHtml(html)),
    (document) => renderMarkdown(readBlocks(document, 'https://example.com/page')),
  )
}

function measure<T>(inputs: readonly T[], run: (input: T) => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage()
    for (const input of inputs) run(input)
    const { user, system } = process.cpuUsage(before)
    if (round > 0) best = Math.min(best, (user + system) / 1000 / inputs.length)
  }
  return best
}
