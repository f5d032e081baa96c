import { type Document, ELEMENT, type Element, TEXT, type Text } from '../dom/node.ts'
import { isHidden, walk } from '../dom/query.ts'
import { normalizeLanguage } from '../values/language.ts'
import { MARK, MONEY, OUTSIDE_NAME, OUTSIDE_ROLE, OUTSIDE_TAGS } from './survey-patterns.ts'

/** A body element with its place: readers compare distances, and distrust what stands outside the page's own content. */
export interface Placed<T = Element> {
  node: T
  /** Number of the element in document order. */
  order: number
  /** Inside navigation, footer, sidebar, cart or a block of related things. */
  outside: boolean
  /** Names of the element: class, id, test ids; lower case. Empty for texts. */
  names: string
}

export interface Meta {
  /** `name`, `property`, `itemprop` or `http-equiv`, lower case. */
  key: string
  content: string
}

export interface InlineScript {
  type: string
  id: string
  text: string
}

/** Everything that the structured and metadata readers look at, collected in one walk over the page. */
export interface PageSurvey {
  language: string | undefined
  /** `<base href>` as written. */
  base: string | undefined
  title: string | undefined
  metas: Meta[]
  links: Element[]
  jsonLd: string[]
  scripts: InlineScript[]
  /** Elements with `itemscope`. */
  items: Element[]
  hasItemref: boolean
  hasRdfa: boolean
  headings: Placed[]
  times: Placed[]
  /** Elements whose names say that they hold something (`product-price`, `byline`). */
  marked: Placed[]
  /** Short texts that may be a price. */
  moneyTexts: Placed<Text>[]
  buttons: Placed[]
  authorLinks: Placed[]
  images: Placed[]
  /** `<article>`, `<main>`: where the page's own content begins. */
  mains: Placed[]
  body: Element | undefined
  elements: number
}

/** Longest script that is kept for reading page state, and all of them together. */
const SCRIPT_CHARS = 2_000_000
const SCRIPTS_CHARS = 6_000_000
/** Most entries of a list, so that a page of a million prices stays cheap to judge. */
const MOST = 4_000

const surveys = new WeakMap<Document, PageSurvey>()

/** The survey of a parsed page; made once per document, which must not change between two calls. */
export function surveyPage(document: Document): PageSurvey {
  const known = surveys.get(document)
  if (known) return known
  const survey = collect(document)
  surveys.set(document, survey)
  return survey
}

function collect(document: Document): PageSurvey {
  const survey = emptySurvey()
  const outsideStack: Element[] = []
  let order = 0
  let scriptChars = 0

  walk(
    document,
    (node) => {
      if (node.type === TEXT) {
        if (node.value.length <= 120 && MONEY.test(node.value)) {
          push(survey.moneyTexts, { node, order, outside: outsideStack.length > 0, names: '' })
        }
        return undefined
      }
      if (node.type !== ELEMENT) return undefined
      order += 1
      noteMarkup(survey, node)
      if (node.tag === 'script') {
        if (scriptChars < SCRIPTS_CHARS) scriptChars += noteScript(survey, node)
        return 'skip'
      }
      if (noteHead(survey, node)) return 'skip'
      if (node.tag === 'style' || node.tag === 'template' || (node.tag === 'svg' && node.ns === 'svg'))
        return 'skip'
      noteBody(survey, node, order, outsideStack)
      return undefined
    },
    (element) => {
      if (outsideStack.at(-1) === element) outsideStack.pop()
    },
  )
  survey.elements = order
  return survey
}

function emptySurvey(): PageSurvey {
  return {
    language: undefined,
    base: undefined,
    title: undefined,
    metas: [],
    links: [],
    jsonLd: [],
    scripts: [],
    items: [],
    hasItemref: false,
    hasRdfa: false,
    headings: [],
    times: [],
    marked: [],
    moneyTexts: [],
    buttons: [],
    authorLinks: [],
    images: [],
    mains: [],
    body: undefined,
    elements: 0,
  }
}

function push<T>(list: T[], entry: T): void {
  if (list.length < MOST) list.push(entry)
}

function noteMarkup(survey: PageSurvey, { attrs, tag }: Element): void {
  if (
    attrs.typeof !== undefined ||
    attrs.vocab !== undefined ||
    (attrs.property !== undefined && tag !== 'meta')
  )
    survey.hasRdfa = true
}

/** Keeps the text of a script that may hold data; returns how many characters were kept. */
function noteScript(survey: PageSurvey, element: Element): number {
  const first = element.children[0]
  if (first?.type !== TEXT || first.value.length < 10) return 0
  const type = element.attrs.type?.toLowerCase().trim() ?? ''
  const text = first.value.length > SCRIPT_CHARS ? first.value.slice(0, SCRIPT_CHARS) : first.value
  if (type.startsWith('application/ld+json')) push(survey.jsonLd, text)
  else if (/json|^$|javascript|^module$|x-magento-init/.test(type))
    push(survey.scripts, { type, id: element.attrs.id ?? '', text })
  else return 0
  return text.length
}

/** Head elements, wherever they stand; true when nothing below is of interest. */
function noteHead(survey: PageSurvey, element: Element): boolean {
  const { attrs, tag } = element
  if (tag === 'meta') {
    const content = attrs.content
    if (content !== undefined) {
      for (const key of new Set([attrs.name, attrs.property, attrs.itemprop, attrs['http-equiv']])) {
        if (key) push(survey.metas, { key: key.trim().toLowerCase(), content: content.trim() })
      }
    }
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

function noteBody(survey: PageSurvey, node: Element, order: number, outsideStack: Element[]): void {
  const { attrs, tag } = node
  if (attrs.itemscope !== undefined) {
    push(survey.items, node)
    if (attrs.itemref !== undefined) survey.hasItemref = true
  }
  if (tag === 'body') {
    survey.body ??= node
    return
  }
  const names = namesOf(attrs)
  if (isHidden(node)) outsideStack.push(node)
  else if (
    OUTSIDE_TAGS.has(tag) ? !isArticleHeader(node) : attrs.role !== undefined && OUTSIDE_ROLE.test(attrs.role)
  )
    outsideStack.push(node)
  else if (names && OUTSIDE_NAME.test(names)) outsideStack.push(node)

  const placed: Placed = { node, order, outside: outsideStack.length > 0, names }
  const list = listOf(survey, tag)
  if (list) push(list, placed)
  if (
    tag === 'a' &&
    (attrs.rel?.includes('author') ||
      /\/(?:authors?|autor(?:en|es)?|auteurs?|profile|people|by|contributors?|writers?|columnists?|journalists?)\//i.test(
        attrs.href ?? '',
      ))
  ) {
    push(survey.authorLinks, placed)
  }
  if (attrs.itemprop !== undefined || (names && MARK.test(names))) push(survey.marked, placed)
}

function namesOf(attrs: Record<string, string>): string {
  let names = attrs.class ?? ''
  for (const key of NAME_ATTRIBUTES) if (attrs[key] !== undefined) names += ` ${attrs[key]}`
  return names.length > 400 ? names.slice(0, 400).toLowerCase() : names.toLowerCase()
}

const NAME_ATTRIBUTES = [
  'id',
  'itemprop',
  'data-testid',
  'data-test',
  'data-qa',
  'data-hook',
  'data-ui',
  'data-component',
]

function listOf(survey: PageSurvey, tag: string): Placed[] | undefined {
  switch (tag) {
    case 'h1':
    case 'h2':
      return survey.headings
    case 'time':
      return survey.times
    case 'button':
    case 'input':
      return survey.buttons
    case 'img':
      return survey.images
    case 'main':
    case 'article':
      return survey.mains
    default:
      return undefined
  }
}

/** A `<header>` inside an article holds its headline and byline; the page's own header holds the shop's. */
function isArticleHeader(element: Element): boolean {
  if (element.tag !== 'header') return false
  for (let at = element.parent; at?.type === ELEMENT; at = at.parent) {
    if (at.tag === 'article' || at.tag === 'main' || at.tag === 'section') return true
  }
  return false
}
