import type { Queryable } from '@gleaner/db'

/** A page whose findings are in. */
export interface ReadPage {
  key: Buffer
  jobId: string
  title: string | null
  /** Of what it shows; pages with the same one are the same page. */
  signature: Buffer | null
  /** The page that its address has led to. */
  target: { key: Buffer; url: string; depth: number } | undefined
}

/** How the pages of a step turned out. */
export interface ClosedPages {
  /** The pages that show what another page showed before, by job: that one's job. */
  duplicates: ReadonlyMap<string, string>
  /** Pages that waited, and are those that others were led to. */
  noLongerWaiting: number
}

/**
 * Notes that pages were read: which of them show what another one did, and that the addresses that they were led to are done as well. The
 * caller has locked the crawl.
 */
export async function closePages(
  sql: Queryable,
  crawlId: string,
  pages: readonly ReadPage[],
): Promise<ClosedPages> {
  const { noLongerWaiting, elsewhere } = await closeTargets(sql, crawlId, pages)
  const duplicates = new Map([...elsewhere, ...(await findDuplicates(sql, crawlId, pages))])
  await sql.query({
    name: 'close-crawl-pages',
    text: `
      UPDATE crawl_page AS page SET state = 'done', signature = read.signature, duplicate_of = read.duplicate_of, title = read.title
      FROM unnest($2::bytea[], $3::bytea[], $4::uuid[], $5::text[]) AS read(key, signature, duplicate_of, title)
      WHERE page.crawl_id = $1 AND page.key = read.key`,
    values: [
      crawlId,
      pages.map(({ key }) => key),
      pages.map(({ signature }) => signature),
      pages.map(({ jobId }) => duplicates.get(jobId) ?? null),
      pages.map(({ title }) => title),
    ],
  })
  return { duplicates, noLongerWaiting }
}

/** By job: the job of the first page that showed the same. */
async function findDuplicates(
  sql: Queryable,
  crawlId: string,
  pages: readonly ReadPage[],
): Promise<Map<string, string>> {
  const signed = pages.filter(({ signature }) => signature !== null)
  if (signed.length === 0) return new Map()
  const { rows } = await sql.query<{ signature: Buffer; jobId: string }>({
    name: 'find-crawl-duplicates',
    text: `SELECT DISTINCT ON (signature) signature, job_id AS "jobId" FROM crawl_page
           WHERE crawl_id = $1 AND signature = ANY($2) AND duplicate_of IS NULL AND job_id IS NOT NULL`,
    values: [crawlId, signed.map(({ signature }) => signature)],
  })
  const first = new Map(rows.map(({ signature, jobId }) => [signature.toString('latin1'), jobId]))
  const duplicates = new Map<string, string>()
  for (const { signature, jobId } of signed) {
    const shown = signature!.toString('latin1')
    const known = first.get(shown)
    if (known === undefined) first.set(shown, jobId)
    else if (known !== jobId) duplicates.set(jobId, known)
  }
  return duplicates
}

/**
 * Addresses that pages were led to are not scraped again. One that another item scrapes, or has scraped, makes the page a duplicate of that
 * one: `elsewhere`, by job.
 */
async function closeTargets(
  sql: Queryable,
  crawlId: string,
  pages: readonly ReadPage[],
): Promise<{ noLongerWaiting: number; elsewhere: Map<string, string> }> {
  const led = pages.filter(({ target }) => target !== undefined)
  if (led.length === 0) return { noLongerWaiting: 0, elsewhere: new Map() }
  const targets = new Map(
    led.map(({ target, jobId }) => [target!.key.toString('latin1'), { ...target!, jobId }]),
  )
  const unique = [...targets.values()]
  const { rows } = await sql.query<{ key: Buffer; wasWaiting: boolean; jobId: string | null }>({
    name: 'close-crawl-targets',
    text: `
      WITH target AS (
        SELECT * FROM unnest($2::bytea[], $3::text[], $4::int[]) AS given(key, url, depth)
      ), known AS (
        SELECT page.key, page.state = 'waiting' AS was_waiting, page.job_id FROM crawl_page AS page JOIN target USING (key)
        WHERE page.crawl_id = $1
      ), closed AS (
        UPDATE crawl_page SET state = 'done' FROM known
        WHERE crawl_page.crawl_id = $1 AND crawl_page.key = known.key AND known.was_waiting
      ), added AS (
        INSERT INTO crawl_page (crawl_id, key, url, depth, source, seq, state)
        SELECT $1, key, url, depth, 'redirect', 0, 'done' FROM target ON CONFLICT (crawl_id, key) DO NOTHING
      )
      SELECT key, was_waiting AS "wasWaiting", job_id AS "jobId" FROM known`,
    values: [
      crawlId,
      unique.map(({ key }) => key),
      unique.map(({ url }) => url),
      unique.map(({ depth }) => depth),
    ],
  })
  const scraped = new Map(rows.map(({ key, jobId }) => [key.toString('latin1'), jobId]))
  const elsewhere = new Map<string, string>()
  for (const { target, jobId } of led) {
    const other = scraped.get(target!.key.toString('latin1'))
    if (other && other !== jobId) elsewhere.set(jobId, other)
  }
  return { noLongerWaiting: rows.filter(({ wasWaiting }) => wasWaiting).length, elsewhere }
}
