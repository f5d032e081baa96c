import { createPace } from '@gleaner/runtime'
import type { Cut } from '../formats/encoder.ts'
import { ENCODERS } from '../formats/index.ts'
import { compressionOf, RunLost, sourceName } from '../runs/export-run.ts'
import { readIndexLines, readPageLines } from '../runs/read-lines.ts'
import {
  beginObjectAnew,
  type ObjectRow,
  readParts,
  recordBeginning,
  recordLines,
  recordPart,
  recordUpload,
  recordWhole,
} from '../runs/record-progress.ts'
import { type TakenPart, TargetFailure } from '../targets/target.ts'
import { abandonLost } from './abandon-lost.ts'
import { readRanges } from './read-ranges.ts'
import type { RunContext } from './run-context.ts'

/** Writes an object from where its last part has ended. False: the turn is over, and the next one goes on from here. */
export async function writeObject(ctx: RunContext, object: ObjectRow): Promise<boolean> {
  const { pool, run, target } = ctx
  const format = ENCODERS[run.request.format as keyof typeof ENCODERS]
  await abandonLost(ctx, object)
  const parts = await readParts(pool, run, object.seq)
  const sent: TakenPart[] = [...parts]
  const facts: unknown[] = parts.map((part) => part.facts)
  let [bytes, rows, nextIndex] = [object.bytes, 0, object.nextIndex]
  let upload = object.uploadId
  const encoder = format.open({
    request: run.request,
    compression: compressionOf(run.request),
    offset: bytes,
    cuts: parts.length,
    askedAt: run.createdAt,
    title: sourceName({ kind: run.sourceKind, id: run.sourceId }),
  })

  /** Its upload, which the first part begins. */
  async function uploaded(): Promise<{ name: string; contentType: string; id: string }> {
    if (upload === null) {
      await recordBeginning(pool, run, object.seq)
      upload = await target.begin(object.name, format.contentType)
      await noteUpload(upload)
    }
    return { name: object.name, contentType: format.contentType, id: upload }
  }

  async function send(piece: Uint8Array): Promise<TakenPart> {
    const number = sent.length + 1
    const etag = await target.writePart(await uploaded(), number, bytes, piece)
    if (etag === undefined) return await writeAnew()
    const part = { number, etag, bytes: piece.length }
    sent.push(part)
    bytes += piece.length
    return part
  }

  /** Another process that has the run by now does not know of it. */
  async function noteUpload(id: string): Promise<void> {
    try {
      await recordUpload(pool, run, object.seq, id)
    } catch (error) {
      if (error instanceof RunLost) await abandon(id)
      throw error
    }
  }

  async function abandon(id: string): Promise<void> {
    await target.abandon({ name: object.name, contentType: format.contentType, id }).catch(() => {})
  }

  async function writeAnew(): Promise<never> {
    if (upload !== null) await abandon(upload)
    await beginObjectAnew(pool, run, { ...object, ...(await written(ctx, object.seq)) })
    throw new TargetFailure(`The parts of ${object.name} are not there any more; it is written anew.`)
  }

  async function ship({ bytes: piece, facts: fact, lines = [] }: Cut): Promise<void> {
    const part = await send(piece)
    facts.push(fact)
    const progress = { nextIndex, rows, bytes: part.bytes }
    await recordPart(pool, run, object.seq, { part, progress, facts: fact, lines })
    rows = 0
  }

  const pace = createPace()
  for await (const items of readRanges(ctx, object))
    for (const item of items) {
      await encoder.add(await ctx.withFiles(item))
      await pace()
      rows++
      nextIndex = item.place + 1
      ctx.signal.throwIfAborted()
      if (encoder.bytes < target.partBytes) continue
      await ship(await encoder.cut())
      if (ctx.isOver()) return false
    }

  // What follows is recorded as a whole: a process that is killed meanwhile begins again behind the last part.
  const recorded = bytes
  const last = await encoder.cut()
  await recordLines(pool, run, object.seq, last.lines ?? [])
  facts.push(last.facts)
  const whole = {
    bytes: bytes + last.bytes.length,
    facts: facts.filter((fact) => fact !== undefined && fact !== null),
    indexLines: () => readIndexLines(pool, run.id, object.seq),
    pageLines: () => readPageLines(pool, run.id, object.seq),
  }
  let held = [last.bytes]
  let heldBytes = last.bytes.length
  for await (const piece of encoder.end(whole)) {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes < target.partBytes) continue
    await send(Buffer.concat(held))
    held = []
    heldBytes = 0
  }
  if (sent.length === 0) {
    await target.put(object.name, format.contentType, Buffer.concat(held))
    bytes += heldBytes
  } else {
    if (heldBytes > 0) await send(Buffer.concat(held))
    if (!(await target.complete(await uploaded(), sent))) await writeAnew()
  }
  await recordWhole(pool, run, object.seq, { nextIndex, rows, bytes: bytes - recorded })
  return true
}

/** What is recorded of an object by now. */
async function written({ pool, run }: RunContext, seq: number): Promise<Pick<ObjectRow, 'rows' | 'bytes'>> {
  const { rows } = await pool.query<{ rows: number; bytes: number }>(
    'SELECT rows, bytes::float8 AS bytes FROM export_object WHERE run_id = $1 AND seq = $2',
    [run.id, seq],
  )
  return rows[0]!
}
