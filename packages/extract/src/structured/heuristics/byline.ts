import { collapse } from '../../dom/text.ts'
import { shortText } from '../short-text.ts'
import type { PageSurvey, Placed } from '../survey.ts'
import type { Headline } from './headline.ts'

const BYLINE =
  /(?:^|[\s_-])(?:by-?line\w*|authors?|author-?name|post-?author|article-?author|entry-?author|autor\w*|auteur|writer|contributors?|written-?by|posted-?by|story-?author|vcard|fn|redakteur|verfasser)(?:$|[\s_-])/
const NOT_NAME =
  /avatar|image|img|photo|bio|box|about|social|follow|more|desc|count|icon|list-?item|comment|title|role|job/
/** "By" in the languages of newspapers, at the start of a byline. */
const BY =
  /^(?:\W*)(?:(?:written|posted|published|reported|story|article|words|text|reviewed|medically reviewed)\s+)?(?:by|von|par|por|di|da|door|av|af|kirjoittanut|przez|autor(?:e|a|es|in)?|author(?:s)?|auteur|автор|от|skrevet af|skrevet av|text|texte|texto|testo|escrito por|écrit par|geschrieben von|ein beitrag von|od|napisał[a]?|szerző|írta|yazan|kirjoittaja|συντάκτης|বাই|作者|文|記者|記事|取材・文|글|기자)(?:\s*[:：]\s*|\s+|：)/iu
/** Where a name ends: a date, a job, a separator, a verb of publishing. */
const END =
  /\s*(?:[|•·–—]|\s-\s|\bon\s(?=\d|[A-Z])|\bam\s\d|\ble\s\d|,?\s*\b(?:published|updated|posted|last|reviewed|edited|contributor|correspondent|reporter|senior|editor|staff writer|writer|associate|veröffentlicht|aktualisiert|publié|mis à jour|publicado|actualizado|redactie)\b|\d{1,2}[./-]\d|\d{4}|\d{1,2}\s\p{L}{3,}\s\d|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s\d|@|https?:|\(|\[).*$/iu
const NOT_AUTHOR =
  /^(?:admin|administrator|author|by|staff|editor|unknown|guest|anonymous|user|null|undefined|true|false|n\/a|none|home|share|read more|follow|comments?|subscribe|editorial|contact us?)$/i

/** The author that the page names in a byline near its headline: one or several names, cleaned; undefined without one. */
export function findByline(survey: PageSurvey, headline: Headline | undefined): string | undefined {
  const near = (placed: Placed) =>
    !placed.outside && (headline === undefined || placed.order > headline.order - 80)
  const links = survey.authorLinks.filter((placed) => near(placed) && isClose(placed, headline))
  const relAuthors = links.filter(({ node }) => node.attrs.rel?.split(/\s+/).includes('author'))
  for (const { node } of survey.marked.filter(
    (placed) => near(placed) && /author/.test(placed.node.attrs.itemprop ?? ''),
  )) {
    const name = cleanName(shortText(node, 120))
    if (name) return name
  }
  const named = namesOf(relAuthors.length > 0 ? relAuthors : [])
  if (named) return named
  for (const placed of survey.marked) {
    if (
      !near(placed) ||
      !BYLINE.test(placed.names) ||
      NOT_NAME.test(placed.names) ||
      placed.node.tag === 'img'
    )
      continue
    const name = cleanName(shortText(placed.node, 160))
    if (name) return name
  }
  return namesOf(links)
}

function isClose({ order }: Placed, headline: Headline | undefined): boolean {
  return headline === undefined || order - headline.order < 200
}

function namesOf(links: readonly Placed[]): string | undefined {
  const names = [...new Set(links.slice(0, 6).flatMap(({ node }) => cleanName(shortText(node, 100)) ?? []))]
  return names.length > 0 && names.length <= 4 ? names.join(', ') : undefined
}

/** A name without "By", job and date; undefined when what is left is no name. */
export function cleanName(text: string): string | undefined {
  let name = collapse(text).replace(BY, '').replace(BY, '').replace(END, '')
  name = name.replace(/^[\s:,;.|–—-]+|[\s:,;|–—-]+$/g, '')
  if (name.length < 2 || name.length > 80 || NOT_AUTHOR.test(name) || !/\p{L}{2}/u.test(name))
    return undefined
  return name.split(' ').length > 10 ? undefined : name
}
