import type { PageResult } from '@gleaner/contracts'
import type { ExtractedJson, ReadFailure } from '@gleaner/extract'
import type { ClaimedJob } from '@gleaner/jobs'
import type { TierContext } from '../context.ts'
import { askForSummary, askModel } from './ask-model.ts'

type Read = Extract<ExtractedJson, { ok: true }>
type Warnings = Pick<PageResult, 'warnings' | 'warning'>

/** A read page as JSON with what a model made of it, or the failure that the job ends with. */
export type ReadByModel =
  | { ok: true; json: string; hasAnswered: boolean; hasSummary: boolean }
  | { ok: false; code: ReadFailure; message: string }

/** What is to be written into a page's JSON: `warnings` that it does not hold yet, and what stands in the summary's place. */
export interface Unwritten {
  warnings: readonly string[]
  summarySlot: string | undefined
}

/**
 * Lets the caller's model read a page, where that was asked for. A scrape whose model fails is delivered without it; an extraction has
 * then delivered nothing.
 */
export async function withModel(
  ctx: TierContext,
  job: ClaimedJob,
  read: Read,
  { warnings, summarySlot }: Unwritten,
  stopping: AbortSignal,
): Promise<ReadByModel> {
  const { json, forModel } = read
  if (!forModel) return { ok: true, json: warned(json, warnings), hasAnswered: false, hasSummary: false }
  const { supplied } = job.spec
  const url = (supplied && 'source_url' in supplied && supplied.source_url) || job.spec.url
  const said = [...warnings]
  const fields: Partial<PageResult> = { extraction_method: forModel.method }
  const isPrompted = job.spec.extraction_prompt !== undefined
  const asked = isPrompted ? await askModel(ctx, job, forModel.text, url, stopping) : undefined
  if (stopping.aborted) return CANCELLED
  if (asked?.ok) {
    Object.assign(fields, { extraction_method: 'llm' }, asked.fields)
    said.push(...asked.warnings)
  } else if (asked) {
    const message = `extraction_prompt was not answered: ${asked.reason}.`
    if (job.spec.extract && !job.test) return { ok: false, code: 'EXTRACTION_FAILED', message }
    said.push(message)
  }
  // Where the content was cut there may be no place for it.
  const slot = summarySlot === undefined ? undefined : JSON.stringify(summarySlot)
  if (slot === undefined || !json.includes(slot)) return done(json, false)
  const summary = await askForSummary(ctx, job, forModel.text, url, stopping)
  if (stopping.aborted) return CANCELLED
  if (summary.ok) Object.assign(fields, summary.fields)
  said.push(...(summary.ok ? summary.warnings : [`content.summary is null: ${summary.reason}.`]))
  return done(
    json.replace(slot, () => JSON.stringify(summary.ok ? summary.text : null)),
    summary.ok,
  )

  function done(json: string, hasSummary: boolean): ReadByModel {
    const written = appended(json, { ...fields, ...textsOf(said) })
    return { ok: true, json: written, hasAnswered: asked?.ok === true, hasSummary }
  }
}

const CANCELLED = { ok: false, code: 'CANCELLED', message: 'The service was stopped' } as const

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
