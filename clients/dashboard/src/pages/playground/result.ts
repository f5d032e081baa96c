import type { Rung } from '../../parts/ladder.tsx'

/** What the dashboard reads of a result; the API has more. */
export interface Result {
  job_id?: string
  url?: string
  title?: string | null
  author?: string
  published_at?: string
  final_url: string
  redirect_chain?: readonly { url: string; status_code: number }[]
  status_code: number
  content: string | Record<string, unknown>
  raw_html?: string
  raw_encoding?: 'base64'
  filtered_content?: Record<string, unknown> | unknown[] | null
  extraction_result?: unknown
  metadata?: Record<string, unknown>
  headers?: Record<string, string>
  request_headers?: Record<string, string>
  size_bytes?: number
  screenshot_url?: string | null
  pdf_url?: string | null
  document_url?: string
  action_results?: readonly unknown[]
  captured_xhr?: readonly unknown[]
  quality_warning?: { reason: string }
  warnings?: readonly string[]
  response_time_ms?: number
  billing: {
    total_credits: number
    tier_used: string
    escalations: Rung[]
    optimization_suggestion?: string
  }
}

/** What was asked for by name, the Markdown where nothing was. */
export function contentOf({ content }: Result): Record<string, unknown> {
  return typeof content === 'string' ? { markdown: content } : content
}

/** The page as it came, where it is HTML. */
export function htmlOf(result: Result): string | undefined {
  const raw = contentOf(result).raw ?? result.raw_html
  return typeof raw === 'string' && result.raw_encoding === undefined && /<[a-z!]/i.test(raw)
    ? raw
    : undefined
}
