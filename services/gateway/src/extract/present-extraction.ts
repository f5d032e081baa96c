import type { ExtractionMetadata, ExtractRequest, ExtractResult, PageResult } from '@gleaner/contracts'
import { type FinishedJob, presentHeaders } from '@gleaner/jobs'

/** The reply to an extraction, made of its job and page. */
export function presentExtraction(
  { profile, contentChars }: Pick<ExtractRequest, 'profile' | 'contentChars'>,
  { row }: FinishedJob,
  page: PageResult,
): ExtractResult {
  const { credits, cached } = presentHeaders(row)
  const { filtered_content, metadata } = page
  const extracted = page.extraction_result ?? filtered_content
  const formats = typeof page.content === 'string' ? { markdown: page.content } : page.content
  const evidence = page.evidence ?? (metadata.evidence as Record<string, unknown> | undefined)
  const missing = page.missing_fields ?? (metadata.missing_fields as string[] | undefined)
  return {
    extract_id: row.id,
    formats: extracted !== undefined && 'json' in formats ? { ...formats, json: extracted } : formats,
    ...(extracted !== undefined && { extraction_result: extracted }),
    ...(filtered_content && { filtered_content }),
    missing_fields: missing ?? [],
    ...(evidence && { evidence }),
    credits_used: credits,
    model_used: page.model_used ?? null,
    extraction_method: page.extraction_method,
    extraction_profile: profile,
    content_size_chars: contentChars ?? page.size_bytes,
    cache_hit: cached,
    extraction_metadata: {
      ...(page.extraction_metadata ?? algorithmic(row)),
      cached,
    },
    warnings: page.warnings ?? [],
  }
}

function algorithmic({ createdAt, finishedAt }: FinishedJob['row']): ExtractionMetadata {
  return {
    mode: 'algorithmic',
    provider: null,
    model: null,
    input_tokens: null,
    output_tokens: null,
    cost_microcents: null,
    cached: false,
    latency_ms: finishedAt!.getTime() - createdAt.getTime(),
  }
}
