import type { Queryable } from '@gleaner/db'
import { allOf, type CompiledQuery } from './compile-query.ts'

/** A page that matches, with how well it does. */
export interface FoundDocument {
  jobId: string
  url: string
  title: string
  score: number
}

/** Pages that hold a word are counted so far: what is more frequent tells next to nothing. */
const COUNTED = 2_000
/** And all pages of an account so far. */
const COUNTED_IN_ALL = 10_000
/** Pages that are judged: those with all words in their titles, with all words anywhere, and with one of the rarest words. */
const JUDGED = { inTitle: 200, all: 500, anyRare: 150 }
const RARE_WORDS = 4
const TITLE_WORTH = 0.5

/** Of `ts_rank`: words of the text, of the address, of headings, of the title. */
const WEIGHTS = '{0.2, 0.3, 0.5, 1}'

export interface FindOptions {
  accountId: string
  /** When a page was published, or else fetched, at the earliest. */
  since: Date
  /** When it was fetched at the earliest. */
  keptSince: Date
  limit: number
}

/** The best pages for a query, the best first; all of them at least have the words of the filter. */
export async function findDocuments(
  db: Queryable,
  { terms, phrase, filter }: CompiledQuery,
  { accountId, since, keptSince, limit }: FindOptions,
): Promise<FoundDocument[]> {
  let queries = terms.map(({ query }) => query)
  if (queries.length === 0) return []
  let counts = await countPages(db, queries, filter)
  if (counts.includes(0)) {
    queries = queries.map((query, place) => (counts[place] === 0 ? asBeginnings(query) : query))
    counts = await countPages(db, queries, filter)
  }
  const total = Math.max(await countAll(db, accountId), ...counts)
  const byRarity = queries.map((_, place) => place).sort((a, b) => counts[a]! - counts[b]!)
  const { rows } = await db.query<FoundDocument>({
    name: 'find-search-documents',
    text: FIND,
    values: [
      allOf([filter, ...queries]),
      allOf([filter, ...queries.map(inTitle)]),
      byRarity
        .filter((place) => counts[place]! > 0)
        .slice(0, RARE_WORDS)
        .map((place) => allOf([filter, queries[place]!])),
      queries,
      queries.map((_, place) => Math.log(1 + (total - counts[place]! + 0.5) / (counts[place]! + 0.5))),
      allOf(queries),
      since,
      limit,
      phrase,
      queries.length,
      queries.map(inTitle),
      keptSince,
      accountId,
    ],
  })
  return rows
}

/** How many pages have each query, up to COUNTED. */
async function countPages(db: Queryable, queries: readonly string[], filter: string): Promise<number[]> {
  const { rows } = await db.query<{ pages: number }>({
    name: 'count-search-documents',
    text: `SELECT (SELECT count(*)::int FROM (SELECT FROM search_document WHERE words @@ asked.query LIMIT ${COUNTED}) AS hit) AS pages
           FROM unnest($1::tsquery[]) WITH ORDINALITY AS asked(query, place) ORDER BY place`,
    values: [queries.map((query) => allOf([filter, query]))],
  })
  return rows.map(({ pages }) => pages)
}

/** How many pages an account has in its index, up to COUNTED_IN_ALL. */
async function countAll(db: Queryable, accountId: string): Promise<number> {
  const { rows } = await db.query<{ pages: number }>({
    name: 'count-all-search-documents',
    text: `SELECT count(*)::int AS pages FROM (SELECT FROM search_document WHERE account_id = $1 LIMIT ${COUNTED_IN_ALL}) AS kept`,
    values: [accountId],
  })
  return rows[0]!.pages
}

/** A query that finds nothing, as the beginnings of words: what a person has not typed to its end. Short ones begin too much. */
function asBeginnings(query: string): string {
  return query.replaceAll(/'((?:[^'\\]|''|\\.){3,})'(?!:)/g, "'$1':*")
}

/** The same of the lexemes that stand for words of the title. */
function inTitle(query: string): string {
  return query.replaceAll(/'((?:[^'\\]|''|\\.)*)'(?::\*)?/g, "'=$1'").replaceAll(/<(?:-|\d+)>/g, '&')
}

/** Added nothing, so that no index on the time is taken, and each page's words looked at, in place of the index of words. */
const IN_TIME = "dated_at >= $7 AND fetched_at + interval '0' >= $12"

/**
 * What a page is worth for a query, in SQL over `doc`: each word by how rare it is, and where and how often the page has it; the words near each
 * other; the whole query as it was written; a title that says little else. Long pages have more of everything. The filter has named the account
 * in words of the index; what is shown is held against its column once more.
 */
const FIND = `
  WITH candidate AS (
    (SELECT job_id FROM search_document WHERE words @@ $2::tsquery AND ${IN_TIME} LIMIT ${JUDGED.inTitle})
    UNION
    (SELECT job_id FROM search_document WHERE words @@ $1::tsquery AND ${IN_TIME} LIMIT ${JUDGED.all})
    UNION
    (SELECT hit.job_id FROM unnest($3::tsquery[]) AS rare, LATERAL (
      SELECT job_id FROM search_document WHERE words @@ rare AND ${IN_TIME} LIMIT ${JUDGED.anyRare}) AS hit)
  ), judged AS (
    SELECT job_id, fetched_at,
      (score + 0.5 * worth * density / (density + 0.3) + CASE WHEN words @@ $9::tsquery THEN 0.4 * worth ELSE 0 END
        + ${TITLE_WORTH} * titled * titled / worth / (1 + 0.1 * greatest(0, title_words - $10)))
      / (0.75 + 0.25 * sqrt((length + 20) / 1000.0)) AS score
    FROM candidate JOIN search_document USING (job_id), LATERAL (
      SELECT sum(worth * ts_rank('${WEIGHTS}', words, query)) AS score, sum(worth) AS worth,
             coalesce(sum(worth) FILTER (WHERE words @@ in_title), 0) AS titled
      FROM unnest($4::tsquery[], $11::tsquery[], $5::float8[]) AS term(query, in_title, worth)
    ) AS terms, LATERAL (SELECT ts_rank_cd('${WEIGHTS}', words, $6::tsquery) AS density) AS near,
    LATERAL (SELECT array_length(string_to_array(title, ' '), 1) AS title_words) AS heading
  )
  SELECT job_id AS "jobId", url, title, score
  FROM (SELECT job_id, fetched_at, score FROM judged ORDER BY score DESC, fetched_at DESC LIMIT $8) AS best JOIN search_document USING (job_id)
  WHERE search_document.account_id = $13
  ORDER BY score DESC, best.fetched_at DESC`
