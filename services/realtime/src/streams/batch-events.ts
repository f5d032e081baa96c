import { type BatchHead, type LogEntry, logLength } from '@gleaner/batches'
import {
  type BatchCompleteEvent,
  type BatchProgressEvent,
  type CrawlCompleteEvent,
  presentLabels,
} from '@gleaner/contracts'
import { crawlStatusOf } from '../live/crawl-status.ts'

const texts = new WeakMap<readonly LogEntry[], Buffer>()

/** Entries of a batch's log as events. All who read the same entries share them, and what they are written as. */
export function progressEvents(entries: readonly LogEntry[], total: number): Buffer {
  const known = texts.get(entries)
  if (known) return known
  const text = Buffer.from(
    entries.map((entry) => event(entry.seq, 'progress', progressOf(entry, total))).join(''),
  )
  texts.set(entries, text)
  return text
}

function progressOf(entry: LogEntry, total: number): BatchProgressEvent {
  return {
    completed: entry.succeeded,
    failed: entry.failed,
    total,
    pending: total - entry.seq,
    latest_url: entry.url,
    latest_status: entry.status,
    job_id: entry.jobId,
    ...presentLabels(entry),
  }
}

/** The last event of a batch that has finished, after those of its log. */
export function completeEvent(head: BatchHead): Buffer {
  const { total, succeeded: completed, failed, cancelled } = head
  const status = head.kind === 'crawl' ? crawlStatusOf(head) : head.status
  const counts = { total, completed, failed, cancelled }
  const data = { status, ...presentLabels(head), ...counts } as BatchCompleteEvent | CrawlCompleteEvent
  return Buffer.from(event(logLength(head) + 1, 'complete', data))
}

/** JSON text holds no raw line feed. */
function event(id: number, name: string, data: unknown): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
