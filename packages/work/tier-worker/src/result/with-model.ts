import type { PageResult } from '@gleaner/contracts'
import type { ExtractedJson, ReadFailure } from '@gleaner/extract'
import type { ClaimedJob } from '@gleaner/jobs'
import type { TierContext } from '../context.ts'
import { askModel } from './ask-model.ts'

type Read = Extract<ExtractedJson, { ok: true }>
type Warnings = Pick<PageResult, 'warnings' | 'warning'>

/** A read page as JSON with what a model made of it, or the failure that the job ends with. */
export type ReadByModel =
  | { ok: true; json: string; hasAnswered: boolean }
  | { ok: false; code: ReadFailure; message: string }

/**
 * Lets the caller's model read a page, where that was asked for. A scrape whose model fails is delivered without it; an extraction has
 * then delivered nothing. `warnings`: those that are not in the page's JSON yet.
 */
export async function withModel(
  ctx: TierContext,
  job: ClaimedJob,
  read: Read,
  warnings: readonly string[],
  stopping: AbortSignal,
): Promise<ReadByModel> {
  const { json, forModel } = read
  if (!forModel) return { ok: true, json: warned(json, warnings), hasAnswered: false }
  const { supplied } = job.spec
  const url = (supplied && 'source_url' in supplied && supplied.source_url) || job.spec.url
  const asked = await askModel(ctx, job, forModel.text, url, stopping)
  if (stopping.aborted) return { ok: false, code: 'CANCELLED', message: 'The service was stopped' }
  if (asked.ok) {
    const fields = { extraction_method: 'llm', ...asked.fields, ...textsOf([...warnings, ...asked.warnings]) }
    return { ok: true, json: appended(json, fields), hasAnswered: true }
  }
  const message = `extraction_prompt was not answered: ${asked.reason}.`
  if (job.spec.extract && !job.test) return { ok: false, code: 'EXTRACTION_FAILED', message }
  const fields = { extraction_method: forModel.method, ...textsOf([...warnings, message]) }
  return { ok: true, json: appended(json, fields), hasAnswered: false }
}

function warned(json: string, warnings: readonly string[]): string {
  return warnings.length > 0 ? appended(json, textsOf([...warnings])) : json
}

function textsOf(warnings: string[]): Warnings {
  return warnings.length > 0 ? { warnings, warning: warnings.join(' ') } : {}
}

/** A page can be 50 MB, and nothing needs it parsed. */
function appended(json: string, fields: object): string {
  return `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`
}
