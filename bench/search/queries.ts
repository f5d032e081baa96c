import type { TreePage } from './load-tree.ts'

/** A query with the pages that answer it. */
export interface KnownItem {
  query: string
  paths: ReadonlySet<string>
}

/** Pages of one entry: a term with more is no way to a page. */
const MOST_PAGES = 4

/** The terms of the index at the end of a book, as its authors wrote it, with the pages that they lead to. */
export function bookIndexItems(html: string, folder = ''): KnownItem[] {
  const entries = /genindex/i.test(html) ? sphinxEntries(html) : docbookEntries(html)
  return entries
    .map(([term, paths]) => ({
      query: unescapeHtml(term).replaceAll(/\s+/g, ' ').trim(),
      paths: new Set(paths.map((path) => folder + path.replace(/#.*/, ''))),
    }))
    .filter(({ query, paths }) => paths.size <= MOST_PAGES && /[a-z]{3}/i.test(query))
}

/** Python's: what leads to an object by its name. Entries below another one mean nothing by themselves. */
function sphinxEntries(html: string): [term: string, paths: string[]][] {
  return [
    ...html.matchAll(
      /<li><a href="([^"#]+)#[^"]*">([^<]{3,80}\((?:class|function|module|method|attribute|in|built)[^<]*)<\/a>/g,
    ),
  ].map(([, path, term]) => [term!, [path!]])
}

/** DocBook's: the terms that stand below no other. */
function docbookEntries(html: string): [term: string, paths: string[]][] {
  const entries: [string, string[]][] = []
  let depth = 0
  for (const [tag, term, links] of html.matchAll(
    /<dl[^>]*>|<\/dl>|<dt[^>]*>([^<]{3,80}),\s((?:<a class="indexterm"[^>]*>(?:(?!<\/a>).)*<\/a>,?\s*)+)/gs,
  )) {
    if (tag.startsWith('<dl')) depth++
    else if (tag === '</dl>') depth--
    else if (depth === 1) entries.push([term!, hrefs(links!)])
  }
  return entries
}

function hrefs(html: string): string[] {
  return [...html.matchAll(/href="([^"#]+)/g)].map(([, path]) => path!)
}

/** The words of titles that one page alone has, without the site's name behind them, in lower case and turned around. */
export function titleItems(pages: readonly TreePage[]): KnownItem[] {
  const byTitle = Map.groupBy(pages, ({ html }) => titleWords(html).join(' '))
  return [...byTitle]
    .filter(([title, { length }]) => length === 1 && title.split(' ').length >= 2)
    .map(([title, [page]]) => ({
      query: title.split(' ').reverse().join(' '),
      paths: new Set([page!.path]),
    }))
}

/** Five words in a row of the running text that stand on one page alone. */
export function phraseItems(pages: readonly (TreePage & { text: string })[]): KnownItem[] {
  const texts = pages.map(({ text }) => ` ${wordsOf(text).join(' ')} `)
  return pages.flatMap(({ path }, index) => {
    const words = texts[index]!.trim().split(' ')
    if (words.length < 80) return []
    const from = (index * 7919) % (words.length - 20)
    const query = words.slice(from, from + 5).join(' ')
    return texts.filter((text) => text.includes(` ${query} `)).length === 1
      ? [{ query, paths: new Set([path]) }]
      : []
  })
}

function titleWords(html: string): string[] {
  const [title = ''] = unescapeHtml(/<title>([^<]*)/i.exec(html)?.[1] ?? '').split(/ [—|·-] /)
  return wordsOf(title)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
