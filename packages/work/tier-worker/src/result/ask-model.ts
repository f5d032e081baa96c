import type { ExtractionMetadata, JsonSchema, ModelFields } from '@gleaner/contracts'
import { expandShorthand } from '@gleaner/extract/expand-schema'
import type { ClaimedJob } from '@gleaner/jobs'
import { LlmFailure } from '@gleaner/llm/client/llm-failure'
import type { Usage } from '@gleaner/llm/client/model-client'
import { noteUse, type OpenedLlmKey, openLlmKey } from '@gleaner/llm/keys/open-llm-key'
import { createAnswerStore } from '@gleaner/llm/run/answer-store'
import { extractWithModel } from '@gleaner/llm/run/extract-with-model'
import { summarize } from '@gleaner/llm/run/summarize'
import { deadlineSignal } from '@gleaner/runtime'
import { SecretUnreadable } from '@gleaner/security/secret-box'
import type { TierContext } from '../context.ts'

/** What came of asking: fields of the result, or why there are none. */
export type ModelOutcome =
  | { ok: true; fields: ModelFields; warnings: string[] }
  | { ok: false; reason: string }

/** A page near its deadline is read by the model for so long all the same: it has been fetched, and would be paid for twice. */
const MIN_MODEL_MS = 15_000

/** Asks the caller's model for what the job's prompt wants of a page. Never rejects. */
export async function askModel(
  ctx: Context,
  job: ClaimedJob,
  text: string,
  url: string,
  stopping: AbortSignal,
): Promise<ModelOutcome> {
  return await asking(ctx, job, stopping, async ({ deps, key, signal, metadataOf }) => {
    const ran = await extractWithModel(
      deps,
      {
        key,
        model: job.spec.extraction_model,
        prompt: job.spec.extraction_prompt!,
        schema: schemaOf(job),
        evidence: job.spec.evidence ?? job.spec.advanced.evidence ?? false,
        url: contextUrl(url),
        text,
      },
      signal,
    )
    const { data, evidence, missing, warnings, model } = ran
    const fields: ModelFields = {
      extraction_result: data,
      model_used: model,
      ...(job.spec.extraction_schema && { missing_fields: missing }),
      ...(job.spec.evidence && { evidence }),
      extraction_metadata: metadataOf(ran),
    }
    return { ok: true, fields, warnings }
  })
}

/** Asks it for the format `summary`. Never rejects. */
export async function askForSummary(
  ctx: Context,
  job: ClaimedJob,
  text: string,
  url: string,
  stopping: AbortSignal,
): Promise<(Extract<ModelOutcome, { ok: true }> & { text: string }) | Extract<ModelOutcome, { ok: false }>> {
  return await asking(ctx, job, stopping, async ({ deps, key, signal, metadataOf }) => {
    const task = { key, model: job.spec.extraction_model, url: contextUrl(url), text }
    const summary = await summarize(deps, task, signal)
    const fields: ModelFields = { model_used: summary.model, summary_metadata: metadataOf(summary) }
    return { ok: true as const, text: summary.text, fields, warnings: summary.warnings }
  })
}

type Context = Pick<TierContext, 'jobs' | 'models' | 'logger'>

interface Asking {
  deps: Parameters<typeof extractWithModel>[0]
  key: OpenedLlmKey
  signal: AbortSignal
  metadataOf(ran: { usage: Usage; model: string }): ExtractionMetadata
}

/** Opens the key that a job names, for one question; what fails is a reason. */
async function asking<Answer>(
  ctx: Context,
  job: ClaimedJob,
  stopping: AbortSignal,
  ask: (asking: Asking) => Promise<Answer>,
): Promise<Answer | Extract<ModelOutcome, { ok: false }>> {
  if (job.test)
    return { ok: false, reason: 'a test key asks no model; filtered_content holds what is found without one' }
  const startedAt = performance.now()
  using deadline = deadlineSignal(Math.max(MIN_MODEL_MS, job.deadlineAt.getTime() - Date.now()), [stopping])
  try {
    const key = await openKey(ctx, job)
    const deps = { guarded: ctx.models, answers: createAnswerStore(ctx.jobs.pool, job) }
    const metadataOf: Asking['metadataOf'] = ({ usage, model }) => ({
      mode: 'byok',
      provider: key.provider,
      model,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cost_microcents: usage.costMicros,
      cached: false,
      latency_ms: Math.round(performance.now() - startedAt),
    })
    const answer = await ask({ deps, key, signal: deadline.signal, metadataOf })
    await noteUse(ctx.jobs.pool, key.id).catch(() => {})
    return answer
  } catch (error) {
    if (error instanceof LlmFailure) return { ok: false, reason: error.message }
    ctx.logger.error({ err: error, jobId: job.id }, 'a model could not be asked')
    return { ok: false, reason: 'the service failed to ask the model; repeat the request' }
  }
}

/** An address that a model may be told; pages without one have none. */
function contextUrl(url: string): string | undefined {
  return url.startsWith('http') ? url : undefined
}

async function openKey({ jobs }: Pick<TierContext, 'jobs'>, { accountId, spec }: ClaimedJob) {
  try {
    const key = await openLlmKey(jobs, accountId, { provider: spec.extraction_provider })
    if (key) return key
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    throw new LlmFailure('unreadable_key')
  }
  throw new LlmFailure('no_key')
}

function schemaOf({ spec }: ClaimedJob): JsonSchema | undefined {
  return spec.extraction_schema && expandShorthand(spec.extraction_schema)
}
