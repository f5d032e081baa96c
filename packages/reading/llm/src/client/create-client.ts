import { LLM_PROVIDERS } from '@gleaner/contracts/llm-providers'
import type { OpenedLlmKey } from '../keys/open-llm-key.ts'
import { createAnthropicClient } from './anthropic-client.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import type { ModelClient } from './model-client.ts'
import { createOpenAiClient } from './openai-client.ts'

const DIALECTS = { openai: createOpenAiClient, anthropic: createAnthropicClient }

/** A client for the provider of a key; its requests leave through `guarded` only. */
export async function createClient(
  guarded: Pick<GuardedFetch, 'fetch'>,
  key: OpenedLlmKey,
  model: string,
): Promise<ModelClient> {
  return await DIALECTS[LLM_PROVIDERS[key.provider].dialect](guarded, key, model)
}
