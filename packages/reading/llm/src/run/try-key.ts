import type { LlmKeyTestResult } from '@gleaner/contracts'
import { createClient } from '../client/create-client.ts'
import type { GuardedFetch } from '../client/guarded-fetch.ts'
import { LlmFailure } from '../client/llm-failure.ts'
import type { OpenedLlmKey } from '../keys/open-llm-key.ts'

const QUESTION = {
  system: 'Answer with one JSON object: {"data": "ok"}',
  turns: [{ role: 'user' as const, content: 'Answer now.' }],
  schema: {
    type: 'object',
    properties: { data: { type: 'string' } },
    required: ['data'],
    additionalProperties: false,
  },
  isStrict: true,
}

/** Asks a provider for a few words: whether key, address and model work together. */
export async function tryKey(
  guarded: Pick<GuardedFetch, 'fetch'>,
  key: OpenedLlmKey,
  signal: AbortSignal,
): Promise<LlmKeyTestResult> {
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  try {
    if (!key.model) throw new LlmFailure('no_model')
    const { model } = await (await createClient(guarded, key, key.model)).ask(QUESTION, signal)
    return { ok: true, model: model || key.model, latency_ms: took() }
  } catch (error) {
    if (!(error instanceof LlmFailure)) throw error
    return { ok: false, model: key.model, latency_ms: took(), error: error.message }
  }
}
