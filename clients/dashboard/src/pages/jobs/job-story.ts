import { GleanerError } from '@gleaner/sdk'
import type { gleaner } from '../../api/client.ts'
import type { Rung } from '../../parts/ladder.tsx'

export type Job = Awaited<ReturnType<ReturnType<typeof gleaner>['jobs']['get']>>

export interface Redirect {
  url: string
  status_code: number
}

/** What is known of a job beside its result. */
export interface Story {
  rungs: readonly Rung[]
  credits: number
  /** From when it was taken on to its delivery, and of that how long it was fetched, in milliseconds. */
  tookMs: number | undefined
  fetchedMs: number | undefined
  finalUrl: string | undefined
  statusCode: number | undefined
  sizeBytes: number | undefined
  method: string | undefined
  cachedAt: string | undefined
  redirects: readonly Redirect[]
  headers: Record<string, string>
  requestHeaders: Record<string, string>
  /** How the page may come, or cost less. */
  hints: readonly string[]
  /** What helps against an error of its code. */
  remedy: string | undefined
}

/** As results and details of errors have it; each of them may be absent. */
interface Outcome {
  billing?: { total_credits: number; escalations: Rung[]; optimization_suggestion?: string }
  final_url?: string
  status_code?: number
  size_bytes?: number
  response_time_ms?: number
  extraction_method?: string
  cached_at?: string
  redirect_chain?: Redirect[]
  headers?: Record<string, string>
  request_headers?: Record<string, string>
  warnings?: string[]
  tier_cap_warning?: { message?: string }
}

export function storyOf(job: Job): Story {
  const outcome = (job.result ?? job.error_details ?? {}) as Outcome
  const { billing } = outcome
  const rungs = billing?.escalations ?? []
  const { code, remedy } = new GleanerError(job.error ?? '', { code: job.error_code })
  return {
    rungs,
    credits: billing?.total_credits ?? 0,
    tookMs: outcome.response_time_ms,
    fetchedMs: rungs.length > 0 ? rungs.reduce((sum, { duration_ms }) => sum + duration_ms, 0) : undefined,
    finalUrl: outcome.final_url,
    statusCode: outcome.status_code,
    sizeBytes: outcome.size_bytes,
    method: outcome.extraction_method,
    cachedAt: outcome.cached_at,
    redirects: outcome.redirect_chain ?? [],
    headers: outcome.headers ?? {},
    requestHeaders: outcome.request_headers ?? {},
    hints: [billing?.optimization_suggestion, outcome.tier_cap_warning?.message].filter(
      (hint): hint is string => typeof hint === 'string',
    ),
    // Those that name fields of a reply are for programs.
    remedy: code === undefined || remedy?.includes('`') ? undefined : remedy,
  }
}
