import { type BatchHead, type LogEntry, type LogPlace, logLength } from '@gleaner/batches'
import type { OwnedId } from '@gleaner/jobs'
import type { GroupedReads } from './grouped-reads.ts'
import type { WatchedRow, WatchedRows } from './watched-rows.ts'

/** A batch that is in the account. Disposing of it ends the following. */
export interface FollowedBatch extends Disposable {
  /** As it was when the following began. */
  readonly head: BatchHead
  /**
   * Its log from the entry after `seq` on (0: from the start), some entries at a time, until it has finished; then its head. What is not
   * asked for is not read: who is slow gets more at a time.
   */
  log(seq: number): AsyncGenerator<LogPart, BatchHead | undefined, undefined>
}

/** Entries of a log, and how many items the batch had by then: of a crawl these grow. */
export interface LogPart {
  entries: LogEntry[]
  total: number
}

export interface BatchReading {
  batches: WatchedRows<BatchHead>
  logReads: GroupedReads<LogPlace, LogEntry[]>
}

/** See `LiveHub.followBatch`. */
export async function followBatch(
  { batches, logReads }: BatchReading,
  batch: OwnedId,
  signal: AbortSignal,
): Promise<FollowedBatch | undefined> {
  const row = batches.watch(batch)
  const end = () => row[Symbol.dispose]()
  try {
    const head = await row.next(() => true, signal)
    if (head)
      return { head, log: (seq) => readLog(row, logReads, batch.id, seq, signal), [Symbol.dispose]: end }
  } catch (error) {
    end()
    throw error
  }
  end()
  return undefined
}

/** Returns undefined when the batch was deleted meanwhile. */
async function* readLog(
  row: WatchedRow<BatchHead>,
  logReads: GroupedReads<LogPlace, LogEntry[]>,
  batchId: string,
  seq: number,
  signal: AbortSignal,
): AsyncGenerator<LogPart, BatchHead | undefined, undefined> {
  let place: LogPlace = { batchId, seq, failed: seq === 0 ? 0 : null }
  for (;;) {
    const head = await row.next((now) => now.finished || logLength(now) > place.seq, signal)
    if (!head) return undefined
    const entries = logLength(head) > place.seq ? await logReads.read(place) : []
    signal.throwIfAborted()
    const last = entries?.at(-1)
    if (last) {
      place = { batchId, seq: last.seq, failed: last.failed }
      yield { entries: entries!, total: head.total }
    } else if (head.finished) return head
    // The rows of its items are gone: nothing more is to be read up to here.
    else place = { batchId, seq: logLength(head), failed: head.failed }
  }
}
