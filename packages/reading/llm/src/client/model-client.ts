import type { JsonSchema } from '@gleaner/contracts'

/** What a model is asked. It has no tools beside the form that it is to fill in. */
export interface Question {
  system: string
  turns: readonly { role: 'user' | 'assistant'; content: string }[]
  /** Of the answer: an object. */
  schema: JsonSchema
  /** Whether the schema keeps to what OpenAI's strict structured outputs take. */
  isStrict: boolean
}

export interface Usage {
  inputTokens: number
  outputTokens: number
  /** In micros of a dollar, where the provider tells it. */
  costMicros: number | null
}

export interface ModelAnswer {
  /** JSON, if the model did as it was told. */
  text: string
  usage: Usage
  /** The model as the provider names it. */
  model: string
  /** It ended at the most that the model writes at once. */
  isCut: boolean
}

/** A model at a provider. Throws LlmFailure. */
export interface ModelClient {
  ask(question: Question, signal: AbortSignal): Promise<ModelAnswer>
}

/** What both SDKs are given beside the key. */
export const SDK_OPTIONS = {
  logLevel: 'off',
  /** Attempts after the first one at 408, 409, 429 and 5xx; the SDKs heed Retry-After up to a minute. */
  maxRetries: 2,
  /** Longest wait for one answer, in ms. */
  timeout: 120_000,
} as const

/** Tokens as a provider reports them, which may be anything. */
export function tokens(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}
