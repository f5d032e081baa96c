import { type Posts, rangeOf } from './find-posts.ts'
import { ownLine } from './mark-boilerplate.ts'
import { isLine, type Outline } from './outline.ts'
import { goodBetween } from './text-value.ts'

/** Fewer posts are no discussion. */
const MIN_COMMENTS = 3
/** Characters of running text before the first post, and how many posts it is worth. The first one of a log is as long as the rest. */
const MIN_ARTICLE = 600
const MIN_RATIO = 3
/** Running text of the posts, as a multiple of what stands before them. A log that is kept live has more. */
const MAX_WRITTEN = 2
/** Share of the article's running text. What follows the posts with more than this is still the article: they are its entries. */
const MAX_AFTER = 0.2
/** Characters without spaces of a label ("Reply"). */
const MAX_LABEL = 16
/** Share of the posts that have the same label. A link: a manual names the kind of each thing, too. */
const MIN_LABELLED = 0.8

/**
 * Marks what readers wrote under an article, by how it is built: dated boxes alike, after most of the text, with an
 * author, with a link that is called alike under each, or with a form to write another. False when there are none.
 */
export function markComments(
  outline: Outline,
  posts: Posts,
  good: Float64Array,
  clutter: Uint8Array,
): boolean {
  const { bodies } = posts
  if (bodies.length < MIN_COMMENTS) return false
  const [start, end] = rangeOf(outline, bodies)
  if (isInArticle(outline, start)) return false
  const written = bodies.reduce((sum, i) => sum + good[i]!, 0)
  const article = goodBetween(outline, good, clutter, 1, start)
  if (article < MIN_ARTICLE || article < (MIN_RATIO * written) / bodies.length) return false
  if (written > MAX_WRITTEN * article) return false
  if (goodBetween(outline, good, clutter, end, outline.end[0]!) > MAX_AFTER * article) return false
  if (!posts.areSigned && !isAnswerable(outline, start, bodies)) return false
  for (let i = start; i < end; i = outline.end[i]!) clutter.fill(1, i, outline.end[i])
  return true
}

/** In the `<article>` that has the headline: the entries of a log that is kept live, not what readers wrote. */
function isInArticle(outline: Outline, start: number): boolean {
  let at = start
  while (at > 0 && outline.elements[at]!.tag !== 'article') at = outline.parent[at]!
  return at > 0 && outline.elements.slice(at, start).some(({ tag }) => tag === 'h1')
}

/** Each post has a link of the same words, or the page has a field to write one. */
function isAnswerable(outline: Outline, start: number, bodies: readonly number[]): boolean {
  const isField = outline.elements.some(({ tag }, i) => tag === 'textarea' && i > start)
  if (isField) return true
  const labels = new Map<string, number>()
  for (let k = 1; k < bodies.length; k++) {
    for (const label of labelsBetween(outline, outline.end[bodies[k - 1]!]!, bodies[k]!))
      labels.set(label, (labels.get(label) ?? 0) + 1)
  }
  return [...labels.values()].some((count) => count >= MIN_LABELLED * (bodies.length - 1))
}

function labelsBetween(outline: Outline, from: number, to: number): ReadonlySet<string> {
  const labels = new Set<string>()
  for (let i = from; i < to; i++) {
    if (outline.ownText[i]! > MAX_LABEL || !isLine(outline, i) || outline.linkText[i] === 0) continue
    const label = ownLine(outline.elements[i]!)
    if (!/\d/.test(label)) labels.add(label)
  }
  return labels
}
