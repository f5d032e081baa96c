import type { Queryable } from '@gleaner/db'
import { isSinglePairable, type ParsedQuery, type Unit } from '../terms/parse-query.ts'
import { UNSTEMMED } from '../terms/text-configs.ts'
import { accountMark, languageMark, siteMark } from './document.ts'

/** A part of a query as Postgres reads it. */
export interface Term {
  /** In the notation of `tsquery`. */
  query: string
  isQuoted: boolean
}

export interface CompiledQuery {
  terms: Term[]
  /** The whole query as it was written, '' for a single word. */
  phrase: string
  /** What every page must have, whatever else it has: its account, site and language, what is in quotes, and not what is excluded. */
  filter: string
}

export interface QueryScope {
  accountId: string
  /** Any of these. */
  sites: readonly string[]
  language: string | undefined
}

/** Reads a query in each language of the account's pages: a word of it is found by its stem in any of them, and as it is written. */
export async function compileQuery(
  db: Queryable,
  { groups, excluded }: ParsedQuery,
  scope: QueryScope,
  configs: readonly string[],
): Promise<CompiledQuery> {
  const words = groups.map(([first]) => first!.words)
  const whole: Unit = { words: words.join(' '), isQuoted: false }
  const stems = await stem(db, [...groups.flat(), ...excluded, whole], [...new Set([UNSTEMMED, ...configs])])
  const terms = termsOf(groups, stems)
  const filter = [
    literal(accountMark(scope.accountId)),
    anyOf(scope.sites.map((site) => literal(siteMark(site)))),
    scope.language === undefined ? '' : literal(languageMark(scope.language)),
    ...terms.filter(({ isQuoted }) => isQuoted).map(({ query }) => query),
    ...excluded.map((unit) => stems.get(unit)!.query).map((query) => query && `!(${query})`),
  ]
  return { terms, phrase: words.length > 1 ? stems.get(whole)!.query : '', filter: allOf(filter) }
}

/** Words that a language has no use for say nothing beside others; a query of nothing else means them. */
function termsOf(groups: readonly Unit[][], stems: ReadonlyMap<Unit, Stems>): Term[] {
  const all = groups.map((group) => ({
    query: anyOf(group.map((unit) => stems.get(unit)!.query)),
    isQuoted: group.every(({ isQuoted }) => isQuoted),
    isStopWord: group.every((unit) => stems.get(unit)!.isStopWord),
  }))
  const saying = all.filter(({ query, isStopWord }) => query !== '' && !isStopWord)
  return saying.length > 0 ? saying : all.filter(({ query }) => query !== '')
}

interface Stems {
  /** Found by its stem in any of the languages, or as it stands. */
  query: string
  /** One of the languages has no use for it. */
  isStopWord: boolean
}

async function stem(
  db: Queryable,
  units: readonly Unit[],
  configs: readonly string[],
): Promise<Map<Unit, Stems>> {
  const { rows } = await db.query<{ place: number; query: string }>({
    name: 'stem-search-query',
    text: `SELECT unit.place::int, phraseto_tsquery(config::regconfig, unit.words)::text AS query
           FROM unnest($1::text[]) WITH ORDINALITY AS unit(words, place), unnest($2::text[]) AS config`,
    values: [units.map(({ words }) => words), configs],
  })
  return new Map(
    units.map((unit, index) => {
      if (isSinglePairable(unit.words))
        return [unit, { query: `${literal(unit.words)}:*`, isStopWord: false }]
      const queries = rows.filter(({ place }) => place === index + 1).map(({ query }) => query)
      return [unit, { query: anyOf([...new Set(queries)]), isStopWord: queries.includes('') }]
    }),
  )
}

/** Queries joined by `|`; '' for none. */
export function anyOf(queries: readonly string[]): string {
  return joined(queries, ' | ')
}

/** Queries joined by `&`. */
export function allOf(queries: readonly string[]): string {
  return joined(queries, ' & ')
}

function joined(queries: readonly string[], by: string): string {
  const present = queries.filter((query) => query !== '')
  return present.length === 1 ? present[0]! : present.map((query) => `(${query})`).join(by)
}

function literal(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
