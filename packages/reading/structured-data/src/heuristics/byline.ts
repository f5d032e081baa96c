import { ELEMENT, type Element, findFirst, type ParentNode, TEXT, type Text } from '@gleaner/markup'
import { oncePerPage } from '../page-index/once-per-page.ts'
import type { IndexedText, PageIndex, Placed } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import { cleanName, looksLikeName } from './clean-name.ts'
import type { Headline } from './headline.ts'
import { findSignature } from './signature.ts'

const BYLINE_NAME =
  /(?:^|[\s_-])(?:by-?line\w*|authors?|author-?name|post-?author|article-?author|entry-?author|autor\w*|auteur|writer|contributors?|written-?by|posted-?by|story-?author|fn|redakteur|verfasser)(?:$|[\s_-])/
const NOT_NAME =
  /avatar|image|img|photo|bio|box|about|social|follow|more|desc|count|icon|list-?item|comment|title|role|job/
/** Names of the writer of a post in forum software (vBulletin, phpBB, XenForo, Discourse, SMF). */
const POSTER_NAME =
  /(?:^|[\s_-])(?:username\w*|bigusername|message-name|poster|postauthor|post-?username|nick(?:name)?|creator|thread-?starter)(?:$|[\s_-])/
/** Names of the writer of one entry of many: a post, a comment, a review. */
export const SIGNED_NAME =
  /(?:^|[\s_-])(?:authors?|author-?name|byline|username\w*|user-?name|poster|postauthor|nick(?:name)?|creator|reviewer)(?:$|[\s_-])/
/** A line that is only "By", in the languages of newspapers. */
const BY_ALONE =
  /^(?:(?:this (?:post|article|story) was )?(?:written|posted|published|words|story|text|article|reported|contributed|authored|created|started|reviewed)\s)?(?:by|von|par|por|door|av|af|przez|автор|autore?s?|autorka|autorin|authors?|author\(s\)|auteurs?|contributors?|thread starter|written by|szerző|yazar|συντάκτης|kirjoittaja|記者|作者|글쓴이|escrito por|écrit par)\s?[:：]?$/i
/** "By" at the end of a line: after a mark, or after one word. */
const BY_AFTER_MARK = /[-–—|·,]\s?(?:by|von|par|por|door|przez)\s?:?$/i
const BY_AFTER_WORD = /^\p{L}+ (?:von|par|por|door|przez)\s?:?$/iu
const OF_PICTURES = /photo|foto|bild|grafi|illustr/i
/** A label that means an author wherever it stands. */
const AUTHOR_LABEL =
  /^(?:(?:article |blog |post )?written by|(?:about the )?authors?|autor(?:in)?|auteur|автор|作者|geschrieben von|escrito por|écrit par)\s?[:：]?$/i
/** "By" with the name in the same line. */
const BY_INLINE =
  /^(?:(?:this (?:post|article|story) was )?(?:written|posted|published|submitted|words|story|text|reported|contributed|guest post)\s)?(?:(?:by|von|par|por|di|door|av|af|przez|escrito por|écrit par)\s?[:：]?\s+|(?:autor|autore|auteur|author|автор|szerző|yazar)\s?[:：]\s*)(?=\p{L})/iu
/** `By default, the command shows ...` goes on in small letters, as only a user name or a particle does. */
const IS_PROSE = /^(?!(?:de|van|von|da|di|el|al|bin|ben)\s)\p{Ll}\S*\s/u
/** A cheap test before the long patterns. */
const BY_START = /^(?:\p{L}+\s?){1,6}[:：]?/u
const INLINE_TAGS: ReadonlySet<string> = new Set('a abbr b cite em i q small span strong u'.split(' '))
const AND = /^(?:,|&|and|und|et|y|e|i|och|og|ja|и|en|with)$/i
/** How far from the headline, in elements, a byline stands. */
const NEAR = { before: 40, after: 120, under: 30 }
/** How many texts after the headline are near it too: pictures and players are hundreds of elements. */
const NEAR_TEXTS = 15
/** Right under the headline, in elements, a labelled name is the author's even in a box that holds other things elsewhere. */
const RIGHT_UNDER = 14
/** Addresses of pages about writers, and not about anybody else. */
const OWN_PAGE = /\/(?:authors?|autor(?:en|es)?|auteurs?|writers?|columnists?|journalists?)\//i
const MOST_AUTHORS = 8
/** How far, in elements, a post's heading may stand behind its writer. */
const POST_TITLE = 30
/** `Posted on 6 November by Jane Doe`. */
const BY_WITHIN = /(?<=\s)by\s+(?=\p{Lu})/u
/** A name of several words in small letters: pages write it so where their style makes capitals of it. */
const SMALL_NAME = /^(?:\p{Ll}[\p{Ll}'’.-]+ ){1,3}\p{Ll}[\p{Ll}'’-]+$/u
/** Separators within a line: a byline may begin after one. */
const SEPARATOR = /[·•|–—]\s*$/
/** Characters at a text's end that are searched for one. */
const SEPARATOR_CHARS = 200

/** The author that the page names in a byline near its headline: one or several names, cleaned; undefined without one. */
export const findByline = oncePerPage(readByline)

function readByline(index: PageIndex, headline: Headline | undefined): string | undefined {
  const last = headline && lastNear(index.texts, headline.order)
  const isNear = ({ order, outside }: Place) =>
    !outside && (headline === undefined || (order > headline.order - NEAR.before && order < last!))
  const named = index.marked.filter(isNear).filter(({ node }) => /author/.test(node.attrs.itemprop ?? ''))
  const links = index.authorLinks.filter(isNear)
  const isWithin = ({ order }: Place, distance: number) =>
    headline !== undefined && order > headline.order && order < headline.order + distance
  const isUnder = (place: Place) => !place.outside && isWithin(place, NEAR.under)
  return (
    firstName(named) ??
    writtenBy(index.texts, isUnder) ??
    namesOf(links.filter((link) => isUnder(link) && OWN_PAGE.test(link.node.attrs.href ?? ''))) ??
    writtenBy(index.texts, isNear) ??
    namesOf(links.filter(({ node }) => node.attrs.rel?.split(/\s+/).includes('author'))) ??
    firstName(index.marked.filter((placed) => isNear(placed) && isByline(placed))) ??
    writtenBy(index.texts, (text) => isWithin(text, RIGHT_UNDER)) ??
    findSignature(index, headline) ??
    namesOf(links) ??
    namedBelow(index, headline)
  )
}

type Place = Pick<Placed, 'order' | 'outside'>

/** Number of the element up to which a text or an element is near the headline. */
function lastNear(texts: readonly IndexedText[], order: number): number {
  let count = 0
  for (const text of texts) {
    if (text.outside || text.order <= order) continue
    count += 1
    if (count === NEAR_TEXTS) return Math.max(order + NEAR.after, text.order)
  }
  return order + NEAR.after
}

/** Far below the headline only what is unmistakable names the author: a label of its own, or links to a single author's page. */
function namedBelow(index: PageIndex, headline: Headline | undefined): string | undefined {
  const isBelow = ({ outside, order }: Place) => !outside && order > (headline?.order ?? 0)
  const links = index.authorLinks.filter((link) => isBelow(link) && OWN_PAGE.test(link.node.attrs.href ?? ''))
  const isOne = new Set(links.map(({ node }) => node.attrs.href)).size === 1
  const declared = index.authorLinks.filter(({ node }) => node.attrs.rel?.split(/\s+/).includes('author'))
  return (
    writtenBy(index.texts, (text) => isBelow(text) && AUTHOR_LABEL.test(text.value)) ??
    (isOne ? namesOf(links) : undefined) ??
    soleName(index.marked.filter((placed) => isBelow(placed) && isByline(placed))) ??
    soleName(declared)
  )
}

function isByline({ names }: Placed): boolean {
  return BYLINE_NAME.test(names) && !NOT_NAME.test(names)
}

/** The name that all the marked elements agree on: of several, no one is the page's author more than the others. */
function soleName(elements: readonly Placed[]): string | undefined {
  const names = new Set(elements.slice(0, 20).flatMap((element) => firstName([element]) ?? []))
  return names.size === 1 ? [...names][0] : undefined
}

/** The writer of the first post of a discussion. */
export function findPoster(index: PageIndex, headline: Headline | undefined): string | undefined {
  // Older software prints the post's own title, which is the only heading, beside its writer.
  const from = (headline?.order ?? 0) - POST_TITLE
  for (const { node, names, outside, order } of index.marked) {
    if (outside || order <= from || !POSTER_NAME.test(names)) continue
    const name = nameText(node)
    if (name.length > 1 && looksLikeName(name)) return name
  }
  return undefined
}

/** The name in an element: the part of it that is declared as the name, else all of its text. */
function nameText(element: Element): string {
  const declared = findFirst(element, ({ attrs }) => attrs.itemprop?.split(/\s+/).includes('name') === true)
  const name = declared && (declared.attrs.content ?? shortText(declared, 100))
  return name || shortText(element, 160, true)
}

function firstName(elements: readonly Placed[]): string | undefined {
  for (const { node } of elements.slice(0, 20)) {
    if (node.tag === 'img') continue
    const text = node.attrs.content ?? nameText(node)
    const by = BY_WITHIN.exec(text)
    const name = cleanName(by ? text.slice(by.index) : text)
    const names = name && leadingNames(name)
    if (names) return names
  }
  return undefined
}

function namesOf(links: readonly Placed[]): string | undefined {
  const names = [
    ...new Set(links.slice(0, 6).flatMap(({ node }) => cleanName(shortText(node, 100)) ?? [])),
  ].filter(looksLikeName)
  return names.length > 0 && names.length <= 4 ? names.join(', ') : undefined
}

/** What follows a line of "By": in the same text, or in the next ones. */
function writtenBy(
  texts: readonly IndexedText[],
  isPlace: (text: IndexedText) => boolean,
): string | undefined {
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at]!
    if (text.value.length > 100 || !isPlace(text) || !BY_START.test(text.value) || !beginsLine(text.node))
      continue
    if (BY_ALONE.test(text.value) || endsInBy(text.value)) {
      const names = followingNames(texts, at + 1)
      if (names.length > 0) return names.join(', ')
    } else if (BY_INLINE.test(text.value)) {
      const name = cleanName(text.value)
      const names = name && !IS_PROSE.test(name) ? leadingNames(name) : undefined
      if (names) return names
    }
  }
  return undefined
}

/** After its date, or after the kind of text (`Kommentar von`), but for who made a picture of it. */
function endsInBy(line: string): boolean {
  const endsSo = BY_AFTER_WORD.test(line) || (/\d/.test(line) && BY_AFTER_MARK.test(line))
  return endsSo && !OF_PICTURES.test(line)
}

/** No text stands before it in its element: `<p><a>A plan</a> by officials` is prose, `6 November · by Jane` is not. */
function beginsLine(node: Text): boolean {
  const { parent } = node
  if (!parent) return true
  const known = lineStarts.get(parent) ?? findLineStarts(parent)
  lineStarts.set(parent, known)
  return known.has(node)
}

/** By element: a page may ask about thousands of texts in the same one. */
const lineStarts = new WeakMap<ParentNode, ReadonlySet<Text>>()

/** The texts of an element that begin a line, found in one pass. */
function findLineStarts(parent: ParentNode): ReadonlySet<Text> {
  const starts = new Set<Text>()
  let isStart = true
  for (const child of parent.children) {
    if (child.type === TEXT) {
      if (isStart) starts.add(child)
      if (/\S/.test(child.value)) isStart = endsInSeparator(child.value)
    } else if (child.type === ELEMENT && INLINE_TAGS.has(child.tag)) {
      const text = shortText(child, 20)
      if (text !== '') isStart = endsInSeparator(text)
    }
  }
  return starts
}

function endsInSeparator(text: string): boolean {
  return SEPARATOR.test(text.slice(-SEPARATOR_CHARS))
}

function followingNames(texts: readonly IndexedText[], from: number): string[] {
  const names: string[] = []
  for (let at = from; at < texts.length && names.length < MOST_AUTHORS; at += 1) {
    const { value } = texts[at]!
    if (names.length > 0 && !isMadeAsLast(texts, at)) {
      if (!AND.test(value)) break
      at += 1
    }
    const name = cleanName(texts[at]?.value ?? '')
    const made =
      name && (leadingNames(name) ?? (names.length === 0 && SMALL_NAME.test(name) ? name : undefined))
    if (!made) break
    names.push(made)
  }
  return names
}

/** The text stands in an element for an author's name like that of the one before it: co-authors have a box each. */
function isMadeAsLast(texts: readonly IndexedText[], at: number): boolean {
  const [last, next] = [texts[at - 1]!.node.parent, texts[at]!.node.parent]
  if (last?.type !== ELEMENT || next?.type !== ELEMENT || last === next) return false
  const names = next.attrs.class
  return names !== undefined && names === last.attrs.class && BYLINE_NAME.test(names.toLowerCase())
}

/** The names that a text begins with, joined by commas: what follows them (`, from Kensington, said`) is left out. */
function leadingNames(text: string): string | undefined {
  const parts = text.split(/,\s*(?:and |und |et )?| (?:and|und|et|&) /, MOST_AUTHORS * 2)
  const end = parts.findIndex((part) => !looksLikeName(part))
  const names = end < 0 ? parts : parts.slice(0, end)
  // A user's name of one word stands alone; a word before a sentence is its first.
  if (end === 1 && !names[0]!.includes(' ')) return undefined
  return names.length > 0 ? names.join(', ') : undefined
}
