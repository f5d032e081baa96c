import type { PageResult, SelectorFinds, Template, TemplateTestResult } from '@gleaner/contracts'
import { type FinishedJob, presentHeaders } from '@gleaner/jobs'

/** What a template's selectors found, made of the job and page that it was tried on. */
export function presentTemplateTest(
  { id, name }: Template,
  { row }: FinishedJob,
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
    job_id: row.id,
    template_id: id,
    template: name,
    result: (filtered_content ?? {}) as Record<string, unknown>,
    missing_fields: missing_fields ?? missing ?? [],
    selectors: template_selectors ?? {},
    fault: template_fault ?? null,
    credits_used: presentHeaders(row).credits,
    warnings: warnings ?? [],
  }
}
