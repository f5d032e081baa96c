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
  scopes: Scopes.default(['scrape']),
  expires_at: ExpiresAt.default(null),
  /** A test key answers from built-in sample pages and costs nothing. */
  test: z.boolean().default(false),
})
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>

export const ApiKeyUpdate = z
  .strictObject({ name: Name.optional(), scopes: Scopes.optional(), expires_at: ExpiresAt.optional() })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type ApiKeyUpdate = z.infer<typeof ApiKeyUpdate>

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The beginning of the key, to tell it from others by: `sk_live_a1B2c3`. */
  key_prefix: z.string(),
  /** The whole key, in the reply that creates it and never again. */
  key: z.string().nullable(),
  scopes: z.array(z.enum(SCOPES)),
  test: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  /** Of a request that it authenticated; this and `requests` are up to some seconds behind. */
  last_used_at: z.iso.datetime().nullable(),
  requests: z.number().int(),
  /** What it may spend; null without a limit of its own. */
  limits: SpendLimit.nullable(),
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
