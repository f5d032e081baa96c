import { formatDuration, formatNumber } from '../../parts/amounts.tsx'
import * as words from '../../words/index.ts'
import './progress.css'

export interface Counts {
  total: number
  completed: number
  failed: number
  cancelled: number
  pending: number
}

/** How far a batch or crawl is: what was delivered and what failed, and how long the rest will take at this pace. */
export function Progress({ counts, since }: { counts: Counts; since?: string | undefined }) {
  const ended = counts.total - counts.pending
  const part = (count: number) => `${counts.total === 0 ? 0 : (100 * count) / counts.total}%`
  const left = since && counts.pending > 0 ? remaining(counts, Date.now() - Date.parse(since)) : undefined
  return (
    <div class="progress-line">
      <div
        class="progress"
        role="progressbar"
        aria-label={words.work.progress(formatNumber(ended), formatNumber(counts.total))}
        aria-valuemin={0}
        aria-valuemax={counts.total}
        aria-valuenow={ended}
      >
        <i class="good" ref={(bar) => bar?.style.setProperty('width', part(counts.completed))} />
        <i class="bad" ref={(bar) => bar?.style.setProperty('width', part(counts.failed))} />
      </div>
      <span class="small muted">
        {words.work.counts(
          formatNumber(counts.completed),
          formatNumber(counts.failed),
          formatNumber(counts.pending),
        )}
        {left !== undefined && `, ${words.work.remaining(formatDuration(left))}`}
      </span>
    </div>
  )
}

/** Milliseconds that the rest takes at the pace so far; undefined while nothing has ended. */
function remaining({ total, pending }: Counts, passedMs: number): number | undefined {
  const ended = total - pending
  return ended > 0 ? (passedMs / ended) * pending : undefined
}
