import { readLinks } from '@gleaner/maps/read/read-links'
import { bookIndexItems, type KnownItem } from '../search/queries.ts'
import { pathOf, urlOf } from './folder-site.ts'

export interface Page {
  path: string
  html: string
}

/** Words that so large a share of a tree's titles has are its name. */
const NAME_SHARE = 0.3
/** Nobody types more. */
const MOST_WORDS = 6
const BOOK_INDEX = /(?:^|\/)(?:genindex[^/]*|bookindex)\.html$/

/** Pages that are lists of all others: neither an answer nor a page whose links say something of where they lead. */
export function isListOfAll(path: string): boolean {
  return BOOK_INDEX.test(path) || /(?:^|\/)(?:index-files|search|allclasses|allpackages)/.test(path)
}

/** The titles that one page alone has, as a person would type them: in lower case, without the site's name. */
export function titleQueries(pages: readonly Page[]): KnownItem[] {
  const titled = pages.map(({ path, html }) => ({ path, words: wordsOf(titleOf(html)) }))
  const uses = countOf(titled.flatMap(({ words }) => [...new Set(words)]))
  const name = new Set([...uses].filter(([, uses]) => uses > pages.length * NAME_SHARE).map(([word]) => word))
  return unique(
    titled.map(({ path, words }) => ({
      query: words
        .filter((word) => !name.has(word))
        .slice(0, MOST_WORDS)
        .join(' '),
      path,
    })),
  )
}

/** The terms of the index at the end of a book, as its authors wrote it. */
export function indexQueries(pages: readonly Page[]): KnownItem[] {
  return pages
    .filter(({ path }) => BOOK_INDEX.test(path))
    .flatMap(({ path, html }) => bookIndexItems(html, path.replace(/[^/]*$/, '')))
    .map(({ query, paths }) => ({ query: query.replaceAll(/\(.*\)/g, '').trim(), paths }))
}

/** The texts of links that lead to one page alone, of two words and more, on pages that are not in `known`. */
export function linkQueries(pages: readonly Page[], known: ReadonlySet<string>): KnownItem[] {
  const links = pages
    .filter(({ path }) => !known.has(path) && !isListOfAll(path))
    .flatMap(({ path, html }) => {
      const url = urlOf(path)
      return readLinks(Buffer.from(html), 'text/html; charset=utf-8', url)
        .links.filter((link) => link.url !== url && link.url.startsWith(urlOf('')))
        .map((link) => ({ query: wordsOf(link.text).join(' '), path: pathOf(link.url) }))
    })
  return unique(links).filter(({ query }) => {
    const words = query.split(' ').length
    return words >= 2 && words <= MOST_WORDS
  })
}

/** Each query once: those that lead to one page. */
function unique(items: readonly { query: string; path: string }[]): KnownItem[] {
  const byQuery = Map.groupBy(items, ({ query }) => query)
  return [...byQuery]
    .map(([query, found]) => ({ query, paths: new Set(found.map(({ path }) => path)) }))
    .filter(({ query, paths }) => paths.size === 1 && /\p{L}{2}/u.test(query))
}

function titleOf(html: string): string {
  return readLinks(Buffer.from(html.slice(0, 20_000)), 'text/html; charset=utf-8', urlOf('')).title ?? ''
}

/** A person types no numbers of chapters, and no marks. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/^(?:chapter|appendix|part|section)?[\s\d.ivx]*\d[\d.]*\s/i, '')
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  )
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
