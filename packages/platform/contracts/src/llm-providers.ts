/**
 * Providers of language models, how each is spoken to, and where it is reached unless a key names another address. Sources: each
 * provider's API reference.
 */
export const LLM_PROVIDERS = {
  openai: { dialect: 'openai', baseUrl: 'https://api.openai.com/v1' },
  anthropic: { dialect: 'anthropic', baseUrl: 'https://api.anthropic.com' },
  openrouter: { dialect: 'openai', baseUrl: 'https://openrouter.ai/api/v1' },
  groq: { dialect: 'openai', baseUrl: 'https://api.groq.com/openai/v1' },
  /** Whatever speaks OpenAI's chat completions: a gateway, a server of one's own. */
  custom: { dialect: 'openai', baseUrl: undefined },
} as const satisfies Record<string, { dialect: 'openai' | 'anthropic'; baseUrl: string | undefined }>

export type LlmProvider = keyof typeof LLM_PROVIDERS

export const LLM_PROVIDER_NAMES = Object.keys(LLM_PROVIDERS) as [LlmProvider, ...LlmProvider[]]
