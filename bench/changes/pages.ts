import { type Document, decodeBody, parseHtml } from '@gleaner/markup'
import { choosePages } from '../extraction/load-pages.ts'
import { type Fold, foldOf } from '../lib/fold.ts'

export interface RealPage {
  id: string
  url: string
  fold: Fold
  html: string
}

const SETS = ['wcxb', 'peb', 'n4k', 'aeb', 'traf'] as const
/** Characters of a page: whole books on one page say nothing more about changes. */
const MOST_CHARS = 1_500_000

/** Real pages of several kinds (articles, shops, forums, documentation, lists), `most` at most, the same ones each time. */
export function loadRealPages(data: string, most: number): RealPage[] {
  const { pages } = choosePages({ data, sets: SETS, every: 1 })
  const step = Math.max(1, Math.floor(pages.length / most))
  return pages
    .filter((_, index) => index % step === 0)
    .slice(0, most)
    .map(({ set, id, url, bytes }) => ({
      id: `${set} ${id}`,
      url,
      fold: foldOf(id, url),
      html: decodeBody(bytes, 'text/html').text,
    }))
    .filter(({ html }) => html.length <= MOST_CHARS)
}

export const treeOf = ({ html }: RealPage): Document => parseHtml(html)
