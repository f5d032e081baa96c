import type { Queryable } from '@gleaner/db'

/** Which of some pages stand in the frontier of a crawl, or have left it. */
export async function knownPages(
  sql: Queryable,
  crawlId: string,
  keys: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ key: Buffer }>({
    name: 'known-crawl-pages',
    text: 'SELECT key FROM crawl_page WHERE crawl_id = $1 AND key = ANY($2)',
    values: [crawlId, keys],
  })
  return new Set(rows.map(({ key }) => key.toString('latin1')))
}
