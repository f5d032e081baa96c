import type { JsonSchema, ModelFields } from '@gleaner/contracts'
import { expandShorthand } from '@gleaner/extract/expand-schema'
import type { ClaimedJob } from '@gleaner/jobs'
import { LlmFailure } from '@gleaner/llm/client/llm-failure'
import { noteUse, openLlmKey } from '@gleaner/llm/keys/open-llm-key'
import { createAnswerStore } from '@gleaner/llm/run/answer-store'
import { extractWithModel } from '@gleaner/llm/run/extract-with-model'
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
  ctx: Pick<TierContext, 'jobs' | 'models' | 'logger'>,
  job: ClaimedJob,
  text: string,
  url: string,
  stopping: AbortSignal,
): Promise<ModelOutcome> {
  if (job.test)
    return { ok: false, reason: 'a test key asks no model; filtered_content holds what is found without one' }
  const startedAt = performance.now()
  using deadline = deadlineSignal(Math.max(MIN_MODEL_MS, job.deadlineAt.getTime() - Date.now()), [stopping])
  try {
    const key = await openKey(ctx, job)
    const ran = await extractWithModel(
      { guarded: ctx.models, answers: createAnswerStore(ctx.jobs.pool, job) },
      {
        key,
        model: job.spec.extraction_model,
        prompt: job.spec.extraction_prompt!,
        schema: schemaOf(job),
        evidence: job.spec.evidence ?? job.spec.advanced.evidence ?? false,
        url: url.startsWith('http') ? url : undefined,
        text,
      },
      deadline.signal,
    )
    await noteUse(ctx.jobs.pool, key.id).catch(() => {})
    const { data, evidence, missing, warnings, usage, model } = ran
    const fields: ModelFields = {
      extraction_result: data,
      model_used: model,
      ...(job.spec.extraction_schema && { missing_fields: missing }),
      ...(job.spec.evidence && { evidence }),
      extraction_metadata: {
        mode: 'byok',
        provider: key.provider,
        model,
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        cost_microcents: usage.costMicros,
        cached: false,
        latency_ms: Math.round(performance.now() - startedAt),
      },
    }
    return { ok: true, fields, warnings }
  } catch (error) {
    if (error instanceof LlmFailure) return { ok: false, reason: error.message }
    ctx.logger.error({ err: error, jobId: job.id }, 'a model could not be asked')
    return { ok: false, reason: 'the service failed to ask the model; repeat the request' }
  }
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
