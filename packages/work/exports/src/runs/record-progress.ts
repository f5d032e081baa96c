import { type Pool, type Queryable, transaction } from '@gleaner/db'
import { END } from '@gleaner/queue/claim'
import type { IndexLine } from '../formats/encoder.ts'
import type { TakenPart } from '../targets/target.ts'
import { type ClaimedRun, type ExportError, RunLost, runClaims } from './export-run.ts'

/** An object of a run, as far as it is written. */
export interface ObjectRow {
  seq: number
  name: string
  /** `2026-11-24`; null: pages of all days. */
  day: string | null
  uploadId: string | null
  /** Whether there may be an upload of it whose id was never noted. */
  hasBegun: boolean
  nextIndex: number
  rows: number
  bytes: number
}

type Run = Pick<ClaimedRun, 'id' | 'fence'>

/** Those that are not whole, in order. */
export async function readOpenObjects(sql: Queryable, { id }: Run): Promise<ObjectRow[]> {
  const { rows } = await sql.query<ObjectRow>(
    `SELECT seq, name, day::text AS day, upload_id AS "uploadId", begun_at IS NOT NULL AS "hasBegun", next_index AS "nextIndex", rows, bytes::float8 AS bytes
     FROM export_object WHERE run_id = $1 AND NOT is_done ORDER BY seq`,
    [id],
  )
  return rows
}

export async function readParts(
  sql: Queryable,
  { id }: Run,
  seq: number,
): Promise<(TakenPart & { facts: unknown })[]> {
  const { rows } = await sql.query<TakenPart & { facts: unknown }>(
    'SELECT number, etag, bytes, facts FROM export_part WHERE run_id = $1 AND seq = $2 ORDER BY number',
    [id, seq],
  )
  return rows
}

/** What the destination has taken since the last note. */
export interface Progress {
  /** Place of the first job that is not in it. */
  nextIndex: number
  rows: number
  bytes: number
}

/** Notes that an upload is asked for: who is killed before its id is noted leaves one that the next process looks for. */
export async function recordBeginning(pool: Pool, run: Run, seq: number): Promise<void> {
  await inClaim(pool, run, {}, async (sql) => {
    await sql.query('UPDATE export_object SET begun_at = now() WHERE run_id = $1 AND seq = $2', [run.id, seq])
  })
}

/** Notes the upload that the parts of an object belong to. Throws RunLost, as all of these do. */
export async function recordUpload(pool: Pool, run: Run, seq: number, uploadId: string): Promise<void> {
  await inClaim(pool, run, {}, async (sql) => {
    await sql.query(
      'UPDATE export_object SET upload_id = $3, begun_at = NULL WHERE run_id = $1 AND seq = $2',
      [run.id, seq, uploadId],
    )
  })
}

/** Notes a part, and from where to go on behind it. */
export async function recordPart(
  pool: Pool,
  run: Run,
  seq: number,
  {
    part,
    progress,
    facts,
    lines,
  }: { part: TakenPart; progress: Progress; facts?: unknown; lines: readonly IndexLine[] },
): Promise<void> {
  await inClaim(pool, run, progress, async (sql) => {
    await sql.query(
      'INSERT INTO export_part (run_id, seq, number, etag, bytes, facts) VALUES ($1, $2, $3, $4, $5, $6)',
      [run.id, seq, part.number, part.etag, part.bytes, facts === undefined ? null : JSON.stringify(facts)],
    )
    await writeLines(sql, run, seq, lines)
    await moveOn(sql, run, seq, progress)
  })
}

/** Notes how far an object is that has no parts: a folder of files. */
export async function recordFiles(pool: Pool, run: Run, seq: number, progress: Progress): Promise<void> {
  await inClaim(pool, run, progress, (sql) => moveOn(sql, run, seq, progress))
}

/** Keeps lines of pages that no recorded part holds; may be repeated. */
export async function recordLines(
  pool: Pool,
  run: Run,
  seq: number,
  lines: readonly IndexLine[],
): Promise<void> {
  await inClaim(pool, run, {}, (sql) => writeLines(sql, run, seq, lines))
}

/** Notes that an object is whole, with what came since its last part. */
export async function recordWhole(pool: Pool, run: Run, seq: number, progress: Progress): Promise<void> {
  await inClaim(pool, run, progress, async (sql) => {
    await moveOn(sql, run, seq, progress)
    await sql.query(
      'UPDATE export_object SET is_done = true, upload_id = NULL, begun_at = NULL WHERE run_id = $1 AND seq = $2',
      [run.id, seq],
    )
    await forgetParts(sql, run, seq)
  })
}

/** Begins an object anew, whose upload is gone, or is to be. */
export async function beginObjectAnew(pool: Pool, run: Run, { seq, rows, bytes }: ObjectRow): Promise<void> {
  await inClaim(pool, run, {}, async (sql) => {
    await forgetParts(sql, run, seq)
    await sql.query(
      'UPDATE export_object SET upload_id = NULL, begun_at = now(), next_index = 0, rows = 0, bytes = 0 WHERE run_id = $1 AND seq = $2',
      [run.id, seq],
    )
    await sql.query('UPDATE export_run SET rows = rows - $2, bytes = bytes - $3 WHERE id = $1', [
      run.id,
      rows,
      bytes,
    ])
  })
}

/** Lets others go first: the run is taken up again in its turn, or after a pause when a try has failed. */
export async function postpone(
  sql: Queryable,
  run: Run,
  { ms = 0, error }: { ms?: number; error?: ExportError },
): Promise<void> {
  await sql.query(
    `UPDATE export_run AS run SET lease_until = NULL, next_at = now() + $3 * interval '1 millisecond',
       failures = failures + $4, error = $5 WHERE ${runClaims.isMine}`,
    [...runClaims.valuesOf(run), ms, error ? 1 : 0, error ? JSON.stringify(error) : null],
  )
}

/** Ends a run, with an error or whole. What its uploads needed is forgotten. False: somebody else has it. */
export async function endRun(pool: Pool, run: Run, error: ExportError | null): Promise<boolean> {
  return await transaction(pool, async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE export_run AS run SET ${END}, error = $3 WHERE ${runClaims.isMine}`,
      [...runClaims.valuesOf(run), error && JSON.stringify(error)],
    )
    if (rowCount === 0) return false
    await sql.query('DELETE FROM export_line WHERE run_id = $1', [run.id])
    await sql.query('DELETE FROM export_part WHERE run_id = $1', [run.id])
    return true
  })
}

/** Writes while the claim holds and nobody has cancelled: the row of the run is locked first. Something was done, so failures are forgotten. */
async function inClaim(
  pool: Pool,
  run: Run,
  { rows = 0, bytes = 0 }: Partial<Progress>,
  write: (sql: Queryable) => Promise<void>,
): Promise<void> {
  await transaction(pool, async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE export_run AS run SET rows = rows + $3, bytes = bytes + $4,
         failures = CASE WHEN $4 > 0 THEN 0 ELSE failures END, lost_leases = CASE WHEN $4 > 0 THEN 0 ELSE lost_leases END,
         error = NULL
       WHERE ${runClaims.isMine} AND run.cancelled_at IS NULL`,
      [...runClaims.valuesOf(run), rows, bytes],
    )
    if (rowCount === 0) throw new RunLost()
    await write(sql)
  })
}

async function moveOn(
  sql: Queryable,
  run: Run,
  seq: number,
  { nextIndex, rows, bytes }: Progress,
): Promise<void> {
  await sql.query(
    'UPDATE export_object SET next_index = $3, rows = rows + $4, bytes = bytes + $5 WHERE run_id = $1 AND seq = $2',
    [run.id, seq, nextIndex, rows, bytes],
  )
}

async function writeLines(sql: Queryable, run: Run, seq: number, lines: readonly IndexLine[]): Promise<void> {
  if (lines.length === 0) return
  await sql.query(
    `INSERT INTO export_line (run_id, seq, place, key, index_line, page_line)
     SELECT $1, $2, * FROM unnest($3::int[], $4::text[], $5::text[], $6::text[])
     ON CONFLICT (run_id, seq, place) DO UPDATE SET index_line = EXCLUDED.index_line`,
    [
      run.id,
      seq,
      lines.map(({ place }) => place),
      lines.map(({ key }) => key),
      lines.map(({ indexLine }) => indexLine),
      lines.map(({ pageLine }) => pageLine),
    ],
  )
}

async function forgetParts(sql: Queryable, run: Run, seq: number): Promise<void> {
  await sql.query('DELETE FROM export_line WHERE run_id = $1 AND seq = $2', [run.id, seq])
  await sql.query('DELETE FROM export_part WHERE run_id = $1 AND seq = $2', [run.id, seq])
}
