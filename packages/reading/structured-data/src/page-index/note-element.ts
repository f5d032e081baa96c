import { ELEMENT, type Element, findFirst, isHidden, TEXT } from '@gleaner/markup'
import { normalizeLanguage } from '@gleaner/values'
import type { PageIndex, Placed } from './entries.ts'
import { type AttributeNotes, readAttributes } from './judge-names.ts'
import { AUTHOR_PATH, OUTSIDE_ROLE, OUTSIDE_TAGS } from './name-patterns.ts'
import { shortText } from './short-text.ts'

/** Longest script that is kept whole for reading page state. */
const SCRIPT_CHARS = 2_000_000
/** Most entries of a list, so that a page of a million prices stays cheap to judge. */
const MOST_ENTRIES = 4_000
const ARTICLE_TAGS: ReadonlySet<string> = new Set(['article', 'main', 'section'])
const SIGNED_TAGS: ReadonlySet<string> = new Set(['article'])
const TITLE_CHARS = 200
const LEAST_TITLE = 6
const BUTTON_NAME = /btn|button|cart|buy/
/** Elements that only the page's own content holds. */
const CONTENT_TAGS: ReadonlySet<string> = new Set(['h1', 'main', 'article'])

function push<T>(list: T[], entry: T): void {
  if (list.length < MOST_ENTRIES) list.push(entry)
}

/** Keeps the text of a script that may hold data; returns how many characters were kept. */
export function noteScript(index: PageIndex, element: Element): number {
  const first = element.children[0]
  if (first?.type !== TEXT || first.value.length < 10) return 0
  const type = element.attrs.type?.toLowerCase().trim() ?? ''
  const text = first.value.length > SCRIPT_CHARS ? first.value.slice(0, SCRIPT_CHARS) : first.value
  if (type.startsWith('application/ld+json')) push(index.jsonLd, text)
  else if (/json|^$|javascript|^module$|x-magento-init/.test(type)) {
    push(index.scripts, { type, id: element.attrs.id ?? '', text })
  } else return 0
  return text.length
}

/** Notes head elements, wherever they stand; true when nothing below is of interest. */
export function noteHead(index: PageIndex, element: Element): boolean {
  const { attrs, tag } = element
  if (tag === 'meta') {
    noteMeta(index, attrs)
    return true
  }
  if (tag === 'link') {
    if (attrs.href !== undefined) push(index.links, element)
    if (attrs.typeof !== undefined || attrs.property !== undefined) index.hasRdfa = true
    return true
  }
  if (tag === 'title') {
    const text = element.children[0]
    if (element.ns === 'html' && text?.type === TEXT) index.title ??= text.value
    return true
  }
  if (tag === 'base') index.base ??= attrs.href
  if (tag === 'html') index.language ??= normalizeLanguage(attrs.lang ?? attrs['xml:lang'])
  return false
}

function noteMeta(index: PageIndex, attrs: Record<string, string>): void {
  if (attrs.content === undefined) return
  for (const key of new Set([attrs.name, attrs.property, attrs.itemprop, attrs['http-equiv']])) {
    if (key) push(index.metas, { key: key.trim().toLowerCase(), content: attrs.content.trim() })
  }
}

/** Notes an element of the body; true when it and what it holds stand outside the page's own content. */
export function noteBody(index: PageIndex, node: Element, order: number, isOutside: boolean): boolean {
  const { attrs, tag } = node
  const notes = readAttributes(index.judgedNames, attrs)
  if (notes.hasRdfa) index.hasRdfa = true
  if (notes.isItem) {
    push(index.items, node)
    if (attrs.itemref !== undefined) index.hasItemref = true
  }
  if (notes.name.isMicroformat) push(index.microformats, node)
  if (tag === 'body') {
    index.body ??= node
    return false
  }
  const outside = isOutside || startsOutside(node, notes, index.title)
  const list = listOf(index, node, notes)
  const isMarked = notes.isProperty || notes.name.marked
  const isAuthorLink =
    tag === 'a' && (attrs.rel?.includes('author') === true || AUTHOR_PATH.test(attrs.href ?? ''))
  if (!list && !isMarked && !isAuthorLink) return outside
  const placed: Placed = { node, order, outside, names: notes.name.text }
  if (list) push(list, placed)
  if (isAuthorLink) push(index.authorLinks, placed)
  if (isMarked) push(index.marked, placed)
  return outside
}

function startsOutside(
  node: Element,
  { name, hasRole, mayHide }: AttributeNotes,
  title: string | undefined,
): boolean {
  const { attrs, tag } = node
  if (tag === 'html') return false
  if (tag === 'header') return !isArticleHeader(node)
  // The footer of an article often names its author.
  if (tag === 'footer') return !isInside(node, SIGNED_TAGS)
  if (OUTSIDE_TAGS.has(tag)) return true
  if (hasRole && OUTSIDE_ROLE.test(attrs.role!)) return !isArticleHeader(node)
  // `with-sidebar` on the element around everything names a sidebar, and is none; what is hidden around the
  // headline is shown by a script (streamed pages, consent walls).
  return (
    (name.outside || (mayHide && isHidden(node))) && !findFirst(node, (element) => isContent(element, title))
  )
}

/** An element of the page's own content, or the heading that its title begins with, on a page without an `h1`. */
function isContent(element: Element, title: string | undefined): boolean {
  if (CONTENT_TAGS.has(element.tag)) return true
  if (element.tag !== 'h2' || title === undefined) return false
  const text = shortText(element, TITLE_CHARS)
  return text.length >= LEAST_TITLE && title.trimStart().startsWith(text)
}

function listOf(
  index: PageIndex,
  { tag, attrs }: Element,
  { name, hasRole }: AttributeNotes,
): Placed[] | undefined {
  if (tag === 'h1' || tag === 'h2') return index.headings
  if (tag === 'time') return index.times
  if (tag === 'button' || tag === 'input' || (hasRole && attrs.role === 'button')) return index.buttons
  return tag === 'a' && BUTTON_NAME.test(name.text) ? index.buttons : undefined
}

/** A header inside an article, or one that holds the headline and no menu, is content; any other is the site's. */
function isArticleHeader(element: Element): boolean {
  if (isInside(element, ARTICLE_TAGS)) return true
  return findFirst(element, 'h1') !== undefined && !findFirst(element, 'nav')
}

function isInside(element: Element, tags: ReadonlySet<string>): boolean {
  for (let at = element.parent; at?.type === ELEMENT; at = at.parent) if (tags.has(at.tag)) return true
  return false
}
