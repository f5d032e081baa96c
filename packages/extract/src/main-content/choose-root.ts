import type { Element } from '../dom/node.ts'
import { collapse, visibleText } from '../dom/text.ts'
import { addToParents, type Outline } from './outline.ts'
import { HEADINGS } from './text-value.ts'

/**
 * The element that holds the page's running text and least beside it: the subtree whose text values sum up highest,
 * then as deep as nothing of worth is lost.
 */
export function focusedRoot(outline: Outline, own: Float64Array, clutter: Uint8Array): number {
  const sum = own.slice()
  for (let i = sum.length - 1; i >= 0; i--) {
    if (clutter[i]) sum[i] = 0
    else if (i > 0) sum[outline.parent[i]!]! += sum[i]!
  }
  let best = 0
  for (let i = 1; i < sum.length; i++) if (sum[i]! > sum[best]!) best = i
  const enough = 0.9 * sum[best]!
  for (let next = best; next !== -1; next = richestChild(outline, sum, best, enough)) best = next
  return best
}

function richestChild(outline: Outline, sum: Float64Array, parent: number, enough: number): number {
  for (let i = parent + 1; i < outline.end[parent]!; i = outline.end[i]!) if (sum[i]! >= enough) return i
  return -1
}

/** The element that holds all of the page but its frame: `<main>` where one holds most of the text, else the body. */
export function broadRoot(outline: Outline, clutter: Uint8Array): number {
  const left = outline.ownText.map((text, i) => (clutter[i] ? 0 : text))
  addToParents(outline.parent, left)
  const isMain = (element: Element) => element.tag === 'main' || element.attrs.role === 'main'
  const main = outline.elements.findIndex((element, i) => !clutter[i] && isMain(element) && left[i]! > 0.4 * left[0]!)
  return Math.max(0, main)
}

/**
 * Of several articles in a row (a page that goes on with the next ones), the one that the page's title names. The
 * given root when it holds no others.
 */
export function namedArticle(outline: Outline, root: number, good: Float64Array, title: string): number {
  const articles: number[] = []
  for (let i = root + 1; i < outline.end[root]!; ) {
    if (good[i]! >= MIN_ARTICLE && isArticle(outline.elements[i]!)) {
      articles.push(i)
      i = outline.end[i]!
    } else {
      i++
    }
  }
  if (articles.length < 2) return root
  const named = articles.find((i) => hasHeading(outline, i, title))
  return named ?? root
}

/** Characters of good text; a teaser has fewer. */
const MIN_ARTICLE = 300
const ARTICLE_NAME = /(?:^|[\s_-])(?:article|hentry|post|story|ArticlePage)(?:$|[\s_-])/

function isArticle({ tag, attrs }: Element): boolean {
  return tag === 'article' || ARTICLE_NAME.test(attrs.class ?? '') || /Article$|Posting$/.test(attrs.itemtype ?? '')
}

function hasHeading(outline: Outline, article: number, title: string): boolean {
  const wanted = plain(title)
  for (let i = article; i < outline.end[article]!; i++) {
    if (!HEADINGS.has(outline.elements[i]!.tag) || outline.text[i]! > 300) continue
    const heading = plain(visibleText(outline.elements[i]!))
    if (heading.length > 8 && wanted.includes(heading)) return true
  }
  return false
}

/** For comparing titles: letters and digits only, lower case. */
export function plain(text: string): string {
  return collapse(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '))
}
