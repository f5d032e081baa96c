import type {
  ExtractionMetadata,
  ExtractRequest,
  ExtractResult,
  PageResult,
  SelectorFinds,
  Template,
  TemplateTestResult,
} from '@gleaner/contracts'

/** What a reply to an extraction says beside what stands in its page; it may be sent to a thread. */
export type ReplyFacts = JobFacts & (ExtractionFacts | TemplateTestFacts)

/** Of the job. */
export interface JobFacts {
  id: string
  credits: number
  cached: boolean
  latencyMs: number
}

export interface ExtractionFacts extends NonNullable<ExtractRequest['scrape']['extraction']> {
  kind: 'extraction'
}

export interface TemplateTestFacts {
  kind: 'template test'
  template: Pick<Template, 'id' | 'name'>
}

/** The reply, made of the job and its page. */
export function shapeReply(facts: ReplyFacts, page: PageResult): ExtractResult | TemplateTestResult {
  return facts.kind === 'extraction' ? shapeExtraction(facts, page) : shapeTemplateTest(facts, page)
}

function shapeExtraction(facts: JobFacts & ExtractionFacts, page: PageResult): ExtractResult {
  const { profile, contentChars, id, credits, cached } = facts
  const { filtered_content, metadata } = page
  const extracted = page.extraction_result ?? filtered_content
  const formats = typeof page.content === 'string' ? { markdown: page.content } : page.content
  const { field_evidence, evidence: ofPage } = metadata
  const evidence = page.evidence ?? ((field_evidence ?? ofPage) as Record<string, unknown> | undefined)
  const missing = page.missing_fields ?? (metadata.missing_fields as string[] | undefined)
  return {
    extract_id: id,
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
    extraction_metadata: { ...(page.extraction_metadata ?? algorithmic(facts)), cached },
    warnings: page.warnings ?? [],
  }
}

function algorithmic({ latencyMs }: JobFacts): ExtractionMetadata {
  return {
    mode: 'algorithmic',
    provider: null,
    model: null,
    input_tokens: null,
    output_tokens: null,
    cost_microcents: null,
    cached: false,
    latency_ms: latencyMs,
  }
}

/** What a template's selectors found. */
function shapeTemplateTest(
  { id, credits, template }: JobFacts & TemplateTestFacts,
  { filtered_content, metadata, missing_fields, warnings }: PageResult,
): TemplateTestResult {
  const {
    template_selectors,
    template_fault,
    missing_fields: missing,
  } = metadata as {
    template_selectors?: Record<string, SelectorFinds>
    template_fault?: string
    missing_fields?: string[]
  }
  return {
    job_id: id,
    template_id: template.id,
    template: template.name,
    result: (filtered_content ?? {}) as Record<string, unknown>,
    missing_fields: missing_fields ?? missing ?? [],
    selectors: template_selectors ?? {},
    fault: template_fault ?? null,
    credits_used: credits,
    warnings: warnings ?? [],
  }
}
