import type { PageTask } from '../../extract-json.ts'
import { SAMPLE_PAGES } from './sample-pages.ts'

/** How large the samples are in each round, in repeated parts: small first, as they are read by an interpreter. */
const ROUNDS = [3, 6, 10, 14]

/**
 * Pages to be read by a fresh reader before it is given any: V8 runs new code in an interpreter, and compiles what runs often with the kinds of
 * values that it has seen. 24 pages of six kinds. After them the first ten pages of other makers take some 55 % of their processor time.
 */
export function* warmUpTasks(): Generator<PageTask> {
  for (const [round, size] of ROUNDS.entries())
    for (const make of SAMPLE_PAGES) yield toTask(make(size + (round % 2)), round)
}

function toTask(html: string, round: number): PageTask {
  return {
    request: {
      url: `https://example.com/section-1/${round}`,
      body: new TextEncoder().encode(html),
      contentType: 'text/html; charset=utf-8',
      mode: 'auto',
      formats: round === 1 ? ['markdown', 'json', 'text', 'html', 'links', 'images'] : ['markdown', 'json'],
      includeRawHtml: false,
      onlyMainContent: true,
      removeCookieBanners: true,
      evidence: false,
      ocr: false,
      maxContentBytes: Number.POSITIVE_INFINITY,
    },
    extra: {},
  }
}
