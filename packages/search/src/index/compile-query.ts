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

/** Configurations of the languages that a query is read in at once, beside none. */
const MOST_CONFIGS = 6

/** Reads a query in each language of the account's pages: a word of it is found by its stem in any of them, and as it is written. */
export async function compileQuery(
  db: Queryable,
  { groups, excluded }: ParsedQuery,
  scope: QueryScope,
  configs: readonly string[],
): Promise<CompiledQuery> {
  const words = groups.map(([first]) => first!.words)
  const whole: Unit = { words: words.join(' '), isQuoted: false }
  const units = [...groups.flat(), ...excluded, whole]
  const queries = await stem(db, units, [...new Set([UNSTEMMED, ...configs])].slice(0, MOST_CONFIGS + 1))
  const terms = groups
    .map((group) => ({
      query: anyOf(group.map((unit) => queries.get(unit) ?? '')),
      isQuoted: group.every(({ isQuoted }) => isQuoted),
    }))
    .filter(({ query }) => query !== '')
  const unwanted = excluded.map((unit) => queries.get(unit) ?? '').filter((query) => query !== '')
  const filter = [
    literal(accountMark(scope.accountId)),
    anyOf(scope.sites.map((site) => literal(siteMark(site)))),
    scope.language === undefined ? '' : literal(languageMark(scope.language)),
    ...terms.filter(({ isQuoted }) => isQuoted).map(({ query }) => query),
    ...unwanted.map((query) => `!(${query})`),
  ]
  return { terms, phrase: words.length > 1 ? queries.get(whole)! : '', filter: allOf(filter) }
}

/** Each unit's query in any of the configurations; '' where it is nothing but words that a language has no use for. */
async function stem(
  db: Queryable,
  units: readonly Unit[],
  configs: readonly string[],
): Promise<Map<Unit, string>> {
  if (units.length === 0) return new Map()
  const { rows } = await db.query<{ place: number; query: string; config: string }>({
    name: 'stem-search-query',
    text: `SELECT unit.place::int, config, phraseto_tsquery(config::regconfig, unit.words)::text AS query
           FROM unnest($1::text[]) WITH ORDINALITY AS unit(words, place), unnest($2::text[]) AS config`,
    values: [units.map(({ words }) => words), configs],
  })
  return new Map(
    units.map((unit, index) => {
      if (isSinglePairable(unit.words)) return [unit, `${literal(unit.words)}:*`]
      const mine = rows.filter(({ place }) => place === index + 1)
      // A word that a language has no use for would match nearly every page of that language, or none.
      const stemmed = mine.filter(({ config, query }) => config !== UNSTEMMED && query !== '')
      const unstemmed = mine.find(({ config }) => config === UNSTEMMED)?.query ?? ''
      const isStopWord = configs.length > 1 && stemmed.length === 0
      return [unit, isStopWord ? '' : anyOf([...new Set([unstemmed, ...stemmed.map(({ query }) => query)])])]
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
