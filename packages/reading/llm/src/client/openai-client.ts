import type { OpenedLlmKey } from '../keys/open-llm-key.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { LlmFailure } from './llm-failure.ts'
import { type ModelAnswer, type ModelClient, type Question, SDK_OPTIONS, tokens } from './model-client.ts'
import { toFailure } from './to-failure.ts'

/** How the form of an answer is asked for, the strictest first: not every server and model knows each. */
const FORMS = ['json_schema', 'json_object', 'none'] as const
type Form = (typeof FORMS)[number]

/** The form that a model was last seen to take, by its address. */
const known = new Map<string, Form>()
const MOST_KNOWN = 1_000

/** Any server that speaks OpenAI's chat completions. The SDK is loaded when it is first asked for: 35 MB of files lie on the disk. */
export async function createOpenAiClient(
  { fetch }: Pick<GuardedFetch, 'fetch'>,
  { apiKey, baseUrl }: Pick<OpenedLlmKey, 'apiKey' | 'baseUrl'>,
  model: string,
): Promise<ModelClient> {
  const { default: OpenAI } = await import('openai')
  // Each is given: what is left out is read from the environment of this process.
  const client = new OpenAI({
    apiKey: apiKey === '' ? 'none' : apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrl,
    fetch,
    ...SDK_OPTIONS,
  })

  async function askIn(form: Form, { system, turns, schema, isStrict }: Question, signal: AbortSignal) {
    const messages = [{ role: 'system' as const, content: system }, ...turns]
    const format = {
      json_schema: {
        type: 'json_schema' as const,
        json_schema: { name: 'extraction', schema, strict: isStrict },
      },
      json_object: { type: 'json_object' as const },
      none: undefined,
    }[form]
    return await client.chat.completions.create(
      { model, messages: [...messages], stream: false, ...(format && { response_format: format }) },
      { signal },
    )
  }

  return {
    async ask(question, signal) {
      const place = `${baseUrl} ${model}`
      for (const form of FORMS.slice(FORMS.indexOf(known.get(place) ?? FORMS[0]))) {
        try {
          const answer = read(await askIn(form, question, signal))
          if (known.size >= MOST_KNOWN) known.clear()
          known.set(place, form)
          return answer
        } catch (error) {
          const failure = signal.aborted ? new LlmFailure('timeout') : toFailure(error, apiKey)
          if (failure.reason !== 'rejected' || form === FORMS.at(-1)) throw failure
        }
      }
      throw new LlmFailure('rejected')
    },
  }
}

/** Servers that are only like OpenAI's leave things out: nothing is taken for granted. */
interface Completion {
  model?: unknown
  choices?: { finish_reason?: unknown; message?: { content?: unknown; refusal?: unknown } }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown; cost?: unknown } | null
}

function read(given: unknown): ModelAnswer {
  const { model, choices, usage } = (given ?? {}) as Completion
  const choice = Array.isArray(choices) ? choices[0] : undefined
  if (choice?.message?.refusal || choice?.finish_reason === 'content_filter') throw new LlmFailure('refused')
  const content = choice?.message?.content
  const cost = usage?.cost
  return {
    text: typeof content === 'string' ? content : '',
    model: typeof model === 'string' ? model.slice(0, 200) : '',
    isCut: choice?.finish_reason === 'length',
    usage: {
      inputTokens: tokens(usage?.prompt_tokens),
      outputTokens: tokens(usage?.completion_tokens),
      // OpenRouter tells what an answer has cost, in dollars.
      costMicros:
        typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? Math.round(cost * 1_000_000) : null,
    },
  }
}
