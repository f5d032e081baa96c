import type { Queryable } from '@gleaner/db'
import { accountMark, momentOf, type SearchDocument } from './document.ts'

/** A page that was read for the index. */
export interface ReadPage {
  jobId: string
  fetchedAt: Date
  urlKey: Buffer
  /** Undefined for a page of no use. */
  document: SearchDocument | undefined
  /** Whether an older page of the same address is out of date by it. */
  replaces: boolean
}

/**
 * Puts pages of an account into its index: of one address the newest counts, the others leave an empty row. Storing a page again changes
 * nothing. Returns the text search configurations of the pages.
 */
export async function storeDocuments(
  sql: Queryable,
  accountId: string,
  pages: readonly ReadPage[],
): Promise<string[]> {
  if (pages.length === 0) return []
  const documents = pages.map((page) => (isReplacedWithin(page, pages) ? undefined : page.document))
  const of = <T>(value: (document: SearchDocument) => T, none: T) =>
    documents.map((document) => (document ? value(document) : none))
  await sql.query({
    name: 'store-search-documents',
    text: STORE,
    values: [
      accountId,
      pages.map(({ jobId }) => jobId),
      pages.map(({ fetchedAt }) => fetchedAt),
      pages.map(({ urlKey }) => urlKey),
      pages.map(({ replaces }) => replaces),
      of<string | null>(({ config }) => config, null),
      of(({ url }) => url, ''),
      of(({ title }) => title, ''),
      of(({ description }) => description, ''),
      of(({ body }) => body, ''),
      of<string | null>(({ publishedAt }) => publishedAt ?? null, null),
      of<Date | null>(({ publishedAt }) => momentOf(publishedAt) ?? null, null),
      of(({ words }) => words.title, ''),
      of(({ words }) => words.headings, ''),
      of(({ words }) => words.place, ''),
      of(({ words }) => words.body, ''),
      of(({ marks }) => JSON.stringify([accountMark(accountId), ...marks]), '[]'),
    ],
  })
  return [...new Set(documents.flatMap((document) => (document ? [document.config] : [])))]
}

function isReplacedWithin(page: ReadPage, pages: readonly ReadPage[]): boolean {
  return pages.some(
    (other) => other.replaces && other.fetchedAt > page.fetchedAt && other.urlKey.equals(page.urlKey),
  )
}

/** What is in the title stands for itself too (`=word`), so that pages with all words in their titles are found by the index alone. */
const WORDS = `
  setweight(to_tsvector(config::regconfig, title_words) || to_tsvector('simple', title_words), 'A')
  || setweight(to_tsvector(config::regconfig, heading_words), 'B')
  || setweight(to_tsvector('simple', place_words), 'C')
  || to_tsvector(config::regconfig, body_words)
  || array_to_tsvector(ARRAY(SELECT json_array_elements_text(marks)))
  || array_to_tsvector(ARRAY(SELECT '=' || unnest(tsvector_to_array(to_tsvector(config::regconfig, title_words)))))`

const STORE = `
  WITH given AS (
    SELECT * FROM unnest($2::uuid[], $3::timestamptz[], $4::bytea[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                         $11::text[], $12::timestamptz[], $13::text[], $14::text[], $15::text[], $16::text[], $17::json[])
      AS page(job_id, fetched_at, url_key, replaces, config, url, title, description, body, published_at, moment, title_words, heading_words,
              place_words, body_words, marks)
  ), placed AS (
    SELECT *, config IS NOT NULL AND NOT EXISTS (
      SELECT FROM search_document AS newer WHERE newer.account_id = $1 AND newer.url_key = given.url_key
        AND newer.words IS NOT NULL AND newer.fetched_at > given.fetched_at) AS counts
    FROM given
  ), replaced AS (
    UPDATE search_document AS older SET words = NULL, title = '', description = '', body = ''
    FROM given WHERE older.account_id = $1 AND older.url_key = given.url_key AND given.replaces AND older.words IS NOT NULL
      AND older.fetched_at < given.fetched_at
  )
  INSERT INTO search_document (job_id, account_id, url, url_key, title, description, body, length, published_at, dated_at, fetched_at, words)
  SELECT job_id, $1, CASE WHEN counts THEN url ELSE '' END, url_key, CASE WHEN counts THEN title ELSE '' END,
         CASE WHEN counts THEN description ELSE '' END, CASE WHEN counts THEN body ELSE '' END,
         length(body_words) - length(replace(body_words, ' ', '')), published_at, coalesce(moment, fetched_at), fetched_at,
         CASE WHEN counts THEN ${WORDS} END
  FROM placed WHERE EXISTS (SELECT FROM job WHERE job.id = placed.job_id)
  ON CONFLICT (job_id) DO NOTHING`
