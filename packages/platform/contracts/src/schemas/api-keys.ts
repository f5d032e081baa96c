import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { SCOPES } from '../scopes.ts'
import { Name } from './primitives.ts'
import { SpendLimit } from './spend-limits.ts'

/** Any of them more than once counts once. */
const Scopes = z
  .array(z.enum(SCOPES))
  .min(1, 'name at least one scope')
  .max(20)
  .transform((scopes) => [...new Set(scopes)])

/** Null: never. */
const ExpiresAt = z.iso
  .datetime({ offset: true })
  .refine((time) => Date.parse(time) > Date.now(), 'must lie in the future; DELETE revokes a key at once')
  .nullable()

export const ApiKeyCreate = z.strictObject({
  name: Name,
  scopes: Scopes.default(['scrape']).describe(
    '`scrape`: everything that a key may do; `read`: what only reads; `write`: the rest.',
  ),
  expires_at: ExpiresAt.default(null).describe('Null: never.'),
  test: z
    .boolean()
    .default(false)
    .describe('A test key answers from built-in sample pages and costs nothing.'),
})
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>

export const ApiKeyUpdate = z
  .strictObject({
    name: Name.optional(),
    scopes: Scopes.optional(),
    expires_at: ExpiresAt.optional().describe('Null: never.'),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type ApiKeyUpdate = z.infer<typeof ApiKeyUpdate>

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  key_prefix: z.string().describe('The beginning of the key, such as `sk_live_a1B2c3`.'),
  key: z.string().nullable().describe('The whole key, in the reply that creates it and never again.'),
  scopes: z.array(z.enum(SCOPES)),
  test: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable().describe('This and `requests` are up to some seconds behind.'),
  requests: z.number().int(),
  limits: SpendLimit.nullable().describe('What it may spend; null without a limit of its own.'),
})
export type ApiKey = z.infer<typeof ApiKey>

/** All keys that an account can have fit into one page. */
export const ApiKeyQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(100),
  offset: z.coerce.number().int().min(0).max(LIMITS.listOffset).default(0),
})

/** `items`, as published clients read it. */
export const ApiKeyList = z.object({
  items: z.array(ApiKey),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})
export type ApiKeyList = z.infer<typeof ApiKeyList>
