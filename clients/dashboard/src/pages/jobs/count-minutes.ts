import type { Schemas } from '@gleaner/sdk'
import { TIERS } from '../../api/choices.ts'

type Job = Schemas['JobListEntry']

const MINUTE_MS = 60_000
export const MINUTES = 60
/** Columns of the chart, the cheapest tier first; `failed` for what was not delivered, `cached` for answers of no tier. */
export const KINDS = ['cached', ...TIERS, 'failed'] as const
export type Kind = (typeof KINDS)[number]

export interface Minutes {
  /** The beginning of each minute, in milliseconds since the epoch. */
  starts: number[]
  /** How many jobs ended in each, by what they came to. */
  counts: Record<Kind, number[]>
  total: number
}

/** What ended in the last hour, minute by minute. */
export function countMinutes(jobs: Iterable<Job>, now: number): Minutes {
  const first = Math.floor(now / MINUTE_MS) - MINUTES + 1
  const starts = Array.from({ length: MINUTES }, (_, minute) => (first + minute) * MINUTE_MS)
  const counts = Object.fromEntries(
    KINDS.map((kind) => [kind, Array.from({ length: MINUTES }, () => 0)]),
  ) as Record<Kind, number[]>
  let total = 0
  for (const job of jobs) {
    const ended = job.completed_at ?? job.failed_at
    const minute = ended ? Math.floor(Date.parse(ended) / MINUTE_MS) - first : -1
    if (minute < 0 || minute >= MINUTES) continue
    counts[kindOf(job)][minute]!++
    total++
  }
  return { starts, counts, total }
}

function kindOf({ status, cached, tier }: Job): Kind {
  if (status === 'failed') return 'failed'
  if (cached) return 'cached'
  return KINDS.find((kind) => kind === tier) ?? 'cached'
}
