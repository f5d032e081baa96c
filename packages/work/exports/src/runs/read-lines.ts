import type { Queryable } from '@gleaner/db'

const AT_ONCE = 1_000

/** Lines of the index, sorted byte by byte. Only their places are held at once. */
export async function* readIndexLines(sql: Queryable, runId: string, seq: number): AsyncGenerator<string> {
  const { rows } = await sql.query<{ place: number }>(
    'SELECT place FROM export_line WHERE run_id = $1 AND seq = $2 ORDER BY key COLLATE "C", place',
    [runId, seq],
  )
  const places = rows.map(({ place }) => place)
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const slice = places.slice(from, from + AT_ONCE)
    const found = await sql.query<{ line: string }>(
      `SELECT index_line AS line FROM unnest($3::int[]) WITH ORDINALITY AS wanted(place, at)
         JOIN export_line AS line USING (place) WHERE run_id = $1 AND seq = $2 ORDER BY wanted.at`,
      [runId, seq, slice],
    )
    for (const { line } of found.rows) yield line
  }
}

/** Lines about pages, in the order of their jobs. */
export async function* readPageLines(sql: Queryable, runId: string, seq: number): AsyncGenerator<string> {
  for (let from = -1; ; ) {
    const { rows } = await sql.query<{ place: number; line: string }>(
      `SELECT place, page_line AS line FROM export_line WHERE run_id = $1 AND seq = $2 AND place > $3
       ORDER BY place LIMIT ${AT_ONCE}`,
      [runId, seq, from],
    )
    for (const { line } of rows) yield line
    if (rows.length < AT_ONCE) return
    from = rows.at(-1)!.place
  }
}
