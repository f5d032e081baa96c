import type { Queryable } from '@gleaner/db'

export type PageSource = 'start' | 'link' | 'sitemap' | 'feed' | 'canonical' | 'redirect'

/** A URL that is to be scraped. */
export interface NewPage {
  key: Buffer
  url: string
  depth: number
  source: PageSource
}

/** Keys of pages. */
export interface InsertedPages {
  added: Buffer[]
  nearer: Buffer[]
}

/**
 * Puts pages that a crawl does not know yet into its frontier, in their order; the caller has locked the crawl. `from` is the place of the
 * first one in the order of finding. One that is known is as deep as the shortest way to it. Returns the keys of those
 * that were new, and of those to which this way is shorter.
 */
export async function insertPages(
  sql: Queryable,
  crawlId: string,
  pages: readonly NewPage[],
  from: number,
): Promise<InsertedPages> {
  const { rows } = await sql.query<{ key: Buffer; isNew: boolean }>({
    name: 'insert-crawl-pages',
    text: `
      INSERT INTO crawl_page (crawl_id, key, url, depth, source, seq, state)
      SELECT $1, key, url, depth, source, $2::bigint + position, 'waiting'
      FROM unnest($3::bytea[], $4::text[], $5::int[], $6::text[]) WITH ORDINALITY AS page(key, url, depth, source, position)
      ON CONFLICT (crawl_id, key) DO UPDATE SET depth = excluded.depth
        WHERE crawl_page.depth > excluded.depth
      RETURNING key, xmax = 0 AS "isNew"`,
    values: [
      crawlId,
      from,
      pages.map(({ key }) => key),
      pages.map(({ url }) => url),
      pages.map(({ depth }) => depth),
      pages.map(({ source }) => source),
    ],
  })
  const keysOf = (found: typeof rows) => found.map(({ key }) => key)
  return {
    added: keysOf(rows.filter(({ isNew }) => isNew)),
    nearer: keysOf(rows.filter(({ isNew }) => !isNew)),
  }
}
