import { type Purge, takeApart } from '@gleaner/db'
import type { BlobStore } from '@gleaner/storage'

const SLICE = 100

/** Deletes the files of pictures whose rows are gone, the oldest first. Those that cannot go stay for the next time, and keep no others. */
export function forgottenFiles(files: Pick<BlobStore, 'delete'>): Purge {
  return {
    name: 'forgotten-files',
    async run(db, endAt) {
      let rows = 0
      const faults: unknown[] = []
      const stuck: string[] = []
      do {
        const { rows: found } = await db.query<{ key: string }>(
          `SELECT key FROM forgotten_file WHERE key <> ALL($1) ORDER BY forgotten_at LIMIT ${SLICE}`,
          [stuck],
        )
        if (found.length === 0) return { rows, isDone: true, ...(faults.length > 0 && { faults }) }
        const forget = async (some: readonly { key: string }[]) => {
          await Promise.all(some.map(({ key }) => files.delete(key)))
          await db.query('DELETE FROM forgotten_file WHERE key = ANY($1)', [some.map(({ key }) => key)])
          rows += some.length
        }
        for (const { item, fault } of await takeApart(found, forget)) {
          stuck.push(item.key)
          faults.push(fault)
        }
      } while (Date.now() < endAt && stuck.length < SLICE)
      return { rows, isDone: stuck.length >= SLICE, ...(faults.length > 0 && { faults }) }
    },
  }
}
