import { ELEMENT, type Element, TEXT } from '../dom/node.ts'
import { findFirst, isHidden } from '../dom/query.ts'
import { normalizeLanguage } from '../values/language.ts'
import type { PageSurvey, Placed } from './survey.ts'
import { AUTHOR_PATH, MARK, OUTSIDE_NAME, OUTSIDE_ROLE, OUTSIDE_TAGS } from './survey-patterns.ts'

/** Longest script that is kept whole for reading page state. */
const SCRIPT_CHARS = 2_000_000
/** Most entries of a list, so that a page of a million prices stays cheap to judge. */
const MOST_ENTRIES = 4_000
/** Test hooks: the most telling names that a page has. */
const HOOK = /^data-(?:test|qa|hook|auto|ui|comp|role|element|selector|cy|e2e|field|section-name)/
const ARTICLE_TAGS: ReadonlySet<string> = new Set(['article', 'main', 'section'])
const SIGNED_TAGS: ReadonlySet<string> = new Set(['article'])
/** What only the page's own content holds. */
const CONTENT_TAGS: ReadonlySet<string> = new Set(['h1', 'main', 'article'])

function push<T>(list: T[], entry: T): void {
  if (list.length < MOST_ENTRIES) list.push(entry)
}

export function noteMarkup(survey: PageSurvey, { attrs, tag }: Element): void {
  if (attrs.typeof !== undefined || attrs.vocab !== undefined) survey.hasRdfa = true
  else if (attrs.property !== undefined && tag !== 'meta') survey.hasRdfa = true
}

/** Keeps the text of a script that may hold data; returns how many characters were kept. */
export function noteScript(survey: PageSurvey, element: Element): number {
  const first = element.children[0]
  if (first?.type !== TEXT || first.value.length < 10) return 0
  const type = element.attrs.type?.toLowerCase().trim() ?? ''
  const text = first.value.length > SCRIPT_CHARS ? first.value.slice(0, SCRIPT_CHARS) : first.value
  if (type.startsWith('application/ld+json')) push(survey.jsonLd, text)
  else if (/json|^$|javascript|^module$|x-magento-init/.test(type)) {
    push(survey.scripts, { type, id: element.attrs.id ?? '', text })
  } else return 0
  return text.length
}

/** Notes head elements, wherever they stand; true when nothing below is of interest. */
export function noteHead(survey: PageSurvey, element: Element): boolean {
  const { attrs, tag } = element
  if (tag === 'meta') {
    noteMeta(survey, attrs)
    return true
  }
  if (tag === 'link') {
    if (attrs.href !== undefined) push(survey.links, element)
    return true
  }
  if (tag === 'title') {
    const text = element.children[0]
    if (element.ns === 'html' && text?.type === TEXT) survey.title ??= text.value
    return true
  }
  if (tag === 'base') survey.base ??= attrs.href
  if (tag === 'html') survey.language ??= normalizeLanguage(attrs.lang ?? attrs['xml:lang'])
  return false
}

function noteMeta(survey: PageSurvey, attrs: Record<string, string>): void {
  if (attrs.content === undefined) return
  for (const key of new Set([attrs.name, attrs.property, attrs.itemprop, attrs['http-equiv']])) {
    if (key) push(survey.metas, { key: key.trim().toLowerCase(), content: attrs.content.trim() })
  }
}

/** Notes an element of the body; true when it and what it holds stand outside the page's own content. */
export function noteBody(survey: PageSurvey, node: Element, order: number, isOutside: boolean): boolean {
  const { attrs, tag } = node
  if (attrs.itemscope !== undefined) {
    push(survey.items, node)
    if (attrs.itemref !== undefined) survey.hasItemref = true
  }
  if (tag === 'body') {
    survey.body ??= node
    return false
  }
  const names = namesOf(attrs)
  const outside = isOutside || leadsOutside(survey, node, names)
  const placed: Placed = { node, order, outside, names }
  const list = listOf(survey, node, names)
  if (list) push(list, placed)
  if (tag === 'a' && (attrs.rel?.includes('author') || AUTHOR_PATH.test(attrs.href ?? '')))
    push(survey.authorLinks, placed)
  if (attrs.itemprop !== undefined || (names && judgeNames(survey, names).marked)) push(survey.marked, placed)
  return outside
}

function leadsOutside(survey: PageSurvey, node: Element, names: string): boolean {
  const { attrs, tag } = node
  if (tag === 'html') return false
  if (tag === 'header') return !isArticleHeader(node)
  // An article signs at its foot.
  if (tag === 'footer') return !isInside(node, SIGNED_TAGS)
  if (OUTSIDE_TAGS.has(tag)) return true
  if (attrs.role !== undefined && OUTSIDE_ROLE.test(attrs.role)) return !isArticleHeader(node)
  // `with-sidebar` on the element around everything tells of a sidebar, and is none; what is hidden around the
  // headline is shown by a script (streamed pages, consent walls).
  return (
    (isHidden(node) || (names !== '' && judgeNames(survey, names).outside)) && !findFirst(node, CONTENT_TAGS)
  )
}

/** Elements share their names by the hundred, and the patterns are long: each name is judged once. */
function judgeNames(survey: PageSurvey, names: string): { marked: boolean; outside: boolean } {
  const known = survey.judgedNames.get(names)
  if (known) return known
  const judged = { marked: MARK.test(names), outside: OUTSIDE_NAME.test(names) }
  survey.judgedNames.set(names, judged)
  return judged
}

function namesOf(attrs: Record<string, string>): string {
  let names = attrs.class ?? ''
  for (const key in attrs) {
    if (
      key === 'id' ||
      key === 'itemprop' ||
      (key.startsWith('data-') && HOOK.test(key) && attrs[key]!.length < 80)
    ) {
      names += ` ${attrs[key]}`
    }
  }
  return names === '' ? '' : (names.length > 400 ? names.slice(0, 400) : names).toLowerCase()
}

function listOf(survey: PageSurvey, { tag, attrs }: Element, names: string): Placed[] | undefined {
  if (tag === 'h1' || tag === 'h2') return survey.headings
  if (tag === 'time') return survey.times
  if (tag === 'button' || tag === 'input' || attrs.role === 'button') return survey.buttons
  return tag === 'a' && /btn|button|cart|buy/.test(names) ? survey.buttons : undefined
}

/** A header inside an article, or one that holds the headline and no menu, is the content's; the page's own holds the shop's. */
function isArticleHeader(element: Element): boolean {
  if (isInside(element, ARTICLE_TAGS)) return true
  return findFirst(element, 'h1') !== undefined && !findFirst(element, 'nav')
}

function isInside(element: Element, tags: ReadonlySet<string>): boolean {
  for (let at = element.parent; at?.type === ELEMENT; at = at.parent) if (tags.has(at.tag)) return true
  return false
}
