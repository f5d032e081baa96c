import { z } from 'zod'
import { LatencyMs } from '../fields/counts.ts'
import { ownId } from '../fields/ids.ts'
import { Total } from '../fields/lists.ts'
import { GivenName } from '../fields/names.ts'
import { CreatedAt, time, UpdatedAt } from '../fields/times.ts'
import { LLM_PROVIDER_NAMES } from '../llm-providers.ts'
import { HttpUrl } from './http-url.ts'
import { hasNoControls, Name } from './primitives.ts'

export const LlmProviderName = z
  .enum(LLM_PROVIDER_NAMES)
  .describe('Who has the model; `custom`: any server that speaks OpenAI’s chat completions, at `base_url`.')

/** A provider's own id of a model: free text, sent as it is. */
export const LlmModel = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(hasNoControls, 'must not contain control characters')
  .describe('The provider’s own id of a model, sent as it is.')

/** Goes into a header as it is. */
const ApiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{8,500}$/, 'must be 8 to 500 printable characters without spaces')
  .describe('The provider’s key. Write-only: replies show its last four characters.')

const BaseUrl = HttpUrl.refine((text) => {
  const { username, password, search, hash } = new URL(text)
  return username === '' && password === '' && search === '' && hash === ''
}, 'must have no login, query or fragment; the key goes into api_key')
  .transform(withoutEndSlashes)
  .describe('Where the provider answers, such as https://llm.example.com/v1. Required with custom.')

/** By hand: a pattern looks at each of many slashes again, from every slash before it. */
function withoutEndSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

export const LlmKeyCreate = z
  .strictObject({
    name: Name,
    provider: LlmProviderName,
    api_key: ApiKey.optional(),
    base_url: BaseUrl.optional(),
    model: LlmModel.optional().describe('Used unless a request names another by extraction_model.'),
  })
  .superRefine(({ provider, api_key, base_url }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (provider === 'custom' && base_url === undefined)
      issue('base_url', 'is required with provider "custom"')
    if (provider !== 'custom' && api_key === undefined)
      issue('api_key', `is required with provider "${provider}"`)
  })
export type LlmKeyCreate = z.infer<typeof LlmKeyCreate>

export const LlmKeyUpdate = z
  .strictObject({
    name: Name.optional(),
    api_key: ApiKey.optional(),
    base_url: BaseUrl.optional().describe('A new address needs the `api_key` beside it.'),
    model: LlmModel.nullable().optional().describe('Used unless a request names another; null: none.'),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
  // Who may change an address must not learn by that what was stored for another one.
  .refine(({ base_url, api_key }) => base_url === undefined || api_key !== undefined, {
    path: ['base_url'],
    message: 'needs api_key beside it: a stored key is never sent to another address than it was stored for',
  })
export type LlmKeyUpdate = z.infer<typeof LlmKeyUpdate>

export const LlmKey = z
  .object({
    id: ownId('llm_key_id'),
    name: GivenName,
    provider: LlmProviderName,
    key_suffix: z.string().nullable().describe('The last four characters of the key; null without one.'),
    base_url: z.string().describe('Where the key is sent.'),
    model: z
      .string()
      .nullable()
      .describe('Used unless a request names another by `extraction_model`; null: none.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    last_used_at: time('When a model was last asked through it; null: never.').nullable(),
  })
  .describe('A key of your own at a provider of language models, without the key itself.')
export type LlmKey = z.infer<typeof LlmKey>

export const LlmKeyList = z.object({ llm_keys: z.array(LlmKey).describe('The oldest first.'), total: Total })

export const LlmKeyTestResult = z.object({
  ok: z.boolean().describe('Whether the provider has answered.'),
  model: z
    .string()
    .nullable()
    .describe('The model that answered, or was asked; null where none is stored with the key.'),
  latency_ms: LatencyMs,
  error: z.string().optional().describe('Why there was no answer; absent with `ok`.'),
})
export type LlmKeyTestResult = z.infer<typeof LlmKeyTestResult>
