import { ELEMENT, TEXT, type Text } from '../../dom/node.ts'
import { shortText } from '../short-text.ts'
import type { PageSurvey, Placed, SurveyText } from '../survey.ts'
import { cleanName, looksLikeName } from './clean-name.ts'
import type { Headline } from './headline.ts'

const BYLINE_NAME =
  /(?:^|[\s_-])(?:by-?line\w*|authors?|author-?name|post-?author|article-?author|entry-?author|autor\w*|auteur|writer|contributors?|written-?by|posted-?by|story-?author|fn|redakteur|verfasser)(?:$|[\s_-])/
const NOT_NAME =
  /avatar|image|img|photo|bio|box|about|social|follow|more|desc|count|icon|list-?item|comment|title|role|job/
/** Names of the writer of a post in forum software (vBulletin, phpBB, XenForo, Discourse, SMF). */
const POSTER_NAME =
  /(?:^|[\s_-])(?:username\w*|bigusername|message-name|poster|postauthor|post-?username|nick(?:name)?|creator|thread-?starter)(?:$|[\s_-])/
/** A line that is only "By", in the languages of newspapers. */
const BY_ALONE =
  /^(?:(?:this (?:post|article|story) was )?(?:written|posted|published|words|story|text|article|reported|contributed|authored|created|started|reviewed)\s)?(?:by|von|par|por|door|av|af|przez|автор|autore?s?|autorka|autorin|authors?|author\(s\)|auteurs?|contributors?|thread starter|written by|szerző|yazar|συντάκτης|kirjoittaja|記者|作者|글쓴이|escrito por|écrit par)\s?[:：]?$/i
/** A label that stands for nothing else, wherever it is. */
const AUTHOR_LABEL =
  /^(?:(?:article |blog |post )?written by|(?:about the )?authors?|autor(?:in)?|auteur|автор|作者|geschrieben von|escrito por|écrit par)\s?[:：]?$/i
/** "By" with the name in the same line. */
const BY_INLINE =
  /^(?:(?:this (?:post|article|story) was )?(?:written|posted|published|words|story|text|reported|contributed|guest post)\s)?(?:by|von|par|por|di|door|av|af|przez|autor|autore|auteur|author|автор|escrito por|écrit par|szerző|yazar)\s?[:：]?\s+(?=\p{L})/iu
/** `By default, the command shows ...` goes on in small letters, as only a user name or a particle does. */
const IS_PROSE = /^(?!(?:de|van|von|da|di|el|al|bin|ben)\s)\p{Ll}\S*\s/u
/** A quick look before the long patterns. */
const BY_START = /^(?:\p{L}+\s?){1,6}[:：]?/u
const INLINE_TAGS: ReadonlySet<string> = new Set('a abbr b cite em i q small span strong u'.split(' '))
const AND = /^(?:,|&|and|und|et|y|e|i|och|og|ja|и|en|with)$/i
/** How far from the headline, in elements, a byline stands. */
const NEAR = { before: 40, after: 120 }
const MOST_AUTHORS = 8

/** The author that the page names in a byline near its headline: one or several names, cleaned; undefined without one. */
export function findByline(survey: PageSurvey, headline: Headline | undefined): string | undefined {
  const isNear = ({ order, outside }: { order: number; outside: boolean }) =>
    !outside &&
    (headline === undefined || (order > headline.order - NEAR.before && order < headline.order + NEAR.after))
  const named = survey.marked.filter(isNear).filter(({ node }) => /author/.test(node.attrs.itemprop ?? ''))
  const links = survey.authorLinks.filter(isNear)
  return (
    firstName(named) ??
    writtenBy(survey.texts, isNear) ??
    namesOf(links.filter(({ node }) => node.attrs.rel?.split(/\s+/).includes('author'))) ??
    firstName(
      survey.marked.filter(
        (placed) => isNear(placed) && BYLINE_NAME.test(placed.names) && !NOT_NAME.test(placed.names),
      ),
    ) ??
    namesOf(links) ??
    writtenBy(
      survey.texts,
      ({ outside, order, value }) => !outside && order > (headline?.order ?? 0) && AUTHOR_LABEL.test(value),
    )
  )
}

/** The writer of the first post of a discussion. */
export function findPoster(survey: PageSurvey, headline: Headline | undefined): string | undefined {
  const posters = survey.marked.filter(
    ({ names, outside, order }) => !outside && order > (headline?.order ?? 0) && POSTER_NAME.test(names),
  )
  return posters.map(({ node }) => shortText(node, 60)).find((name) => name.length > 1 && looksLikeName(name))
}

function firstName(elements: readonly Placed[]): string | undefined {
  for (const { node } of elements.slice(0, 20)) {
    const name = node.tag === 'img' ? undefined : cleanName(node.attrs.content ?? shortText(node, 160))
    if (name && looksLikeName(name.split(/,| and /)[0]!)) return name
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
function writtenBy(texts: readonly SurveyText[], isPlace: (text: SurveyText) => boolean): string | undefined {
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at]!
    if (text.value.length > 100 || !BY_START.test(text.value) || !isPlace(text) || !beginsLine(text.node))
      continue
    if (BY_ALONE.test(text.value)) {
      const names = followingNames(texts, at + 1)
      if (names.length > 0) return names.join(', ')
    } else if (BY_INLINE.test(text.value)) {
      const name = cleanName(text.value)
      if (name && !IS_PROSE.test(name) && looksLikeName(name.split(/,| and | & /)[0]!)) return name
    }
  }
  return undefined
}

/** No text stands before it in its element: `<p><a>A plan</a> by officials` is prose. */
function beginsLine(node: Text): boolean {
  for (const sibling of node.parent?.children ?? []) {
    if (sibling === node) return true
    if (
      sibling.type === TEXT
        ? /\S/.test(sibling.value)
        : sibling.type === ELEMENT && INLINE_TAGS.has(sibling.tag) && shortText(sibling, 20) !== ''
    )
      return false
  }
  return true
}

function followingNames(texts: readonly SurveyText[], from: number): string[] {
  const names: string[] = []
  for (let at = from; at < texts.length && names.length < MOST_AUTHORS; at += 1) {
    const { value } = texts[at]!
    if (names.length > 0) {
      if (!AND.test(value)) break
      at += 1
    }
    const name = cleanName(texts[at]?.value ?? '')
    if (!name || !looksLikeName(name)) break
    names.push(name)
  }
  return names
}
