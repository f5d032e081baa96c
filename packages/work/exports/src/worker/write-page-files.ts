import { createPace } from '@gleaner/runtime'
import { filesOf } from '../formats/page-files.ts'
import { type ObjectRow, recordFiles, recordWhole } from '../runs/record-progress.ts'
import { readRanges } from './read-ranges.ts'
import type { RunContext } from './run-context.ts'

/** Writes the files of each page into the folder that the object names, range by range. False: the turn is over. */
export async function writePageFiles(ctx: RunContext, object: ObjectRow): Promise<boolean> {
  const { pool, run, target } = ctx
  const kinds = run.request.page_files ?? ['md']
  const pace = createPace()
  let nextIndex = object.nextIndex
  for await (const items of readRanges(ctx, object)) {
    let bytes = 0
    for (const read of items) {
      const item = await ctx.withFiles(read)
      for (const file of filesOf(item, kinds)) {
        ctx.signal.throwIfAborted()
        await target.put(`${object.name}/${file.name}`, file.contentType, file.bytes)
        bytes += file.bytes.length
      }
      await pace()
    }
    nextIndex = items.at(-1)!.place + 1
    await recordFiles(pool, run, object.seq, { nextIndex, rows: items.length, bytes })
    if (ctx.isOver()) return false
  }
  await recordWhole(pool, run, object.seq, { nextIndex, rows: 0, bytes: 0 })
  return true
}
