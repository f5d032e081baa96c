import type { OpenedLlmKey } from '../keys/open-llm-key.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { LlmFailure } from './llm-failure.ts'
import { type ModelAnswer, type ModelClient, type Question, SDK_OPTIONS, tokens } from './model-client.ts'
import { toFailure } from './to-failure.ts'

/** The API wants a bound; every current model writes this much. */
const MAX_TOKENS = 8_192
/** The one tool is the form of the answer: calling it does nothing. */
const FORM = 'give_extraction'

/** Anthropic's messages API. */
export async function createAnthropicClient(
  { fetch }: Pick<GuardedFetch, 'fetch'>,
  { apiKey, baseUrl }: Pick<OpenedLlmKey, 'apiKey' | 'baseUrl'>,
  model: string,
): Promise<ModelClient> {
  const { default: Anthropic } = await import('@anthropic-ai/sdk')
  // Each is given: what is left out is read from the environment of this process.
  const client = new Anthropic({
    apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: baseUrl,
    fetch,
    ...SDK_OPTIONS,
  })
  return {
    async ask({ system, turns, schema }: Question, signal) {
      try {
        const answer = await client.messages.create(
          {
            model,
            max_tokens: MAX_TOKENS,
            system,
            messages: [...turns],
            tools: [
              {
                name: FORM,
                description: 'Give what was extracted.',
                input_schema: { ...schema, type: 'object' },
              },
            ],
            tool_choice: { type: 'tool', name: FORM },
            stream: false,
          },
          { signal },
        )
        return read(answer)
      } catch (error) {
        throw signal.aborted ? new LlmFailure('timeout') : toFailure(error, apiKey)
      }
    },
  }
}

interface Message {
  model?: unknown
  content?: { type?: unknown; input?: unknown; text?: unknown }[]
  stop_reason?: unknown
  usage?: { input_tokens?: unknown; output_tokens?: unknown } | null
}

function read(given: unknown): ModelAnswer {
  const { model, content, stop_reason, usage } = (given ?? {}) as Message
  if (stop_reason === 'refusal') throw new LlmFailure('refused')
  const parts = Array.isArray(content) ? content : []
  const filled = parts.find(({ type }) => type === 'tool_use')
  const text = parts.find((part) => part.type === 'text')?.text
  return {
    text: filled ? JSON.stringify(filled.input ?? null) : typeof text === 'string' ? text : '',
    model: typeof model === 'string' ? model.slice(0, 200) : '',
    isCut: stop_reason === 'max_tokens',
    usage: {
      inputTokens: tokens(usage?.input_tokens),
      outputTokens: tokens(usage?.output_tokens),
      costMicros: null,
    },
  }
}
