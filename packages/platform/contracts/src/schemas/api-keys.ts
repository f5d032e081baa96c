import { isIP } from 'node:net'
import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { Limit, limitUpTo, Offset, offsetUpTo, Total } from '../fields/lists.ts'
import { GivenName } from '../fields/names.ts'
import { CreatedAt, time } from '../fields/times.ts'
import { SCOPES } from '../scopes.ts'
import { Name } from './primitives.ts'
import { SpendLimit } from './spend-limits.ts'

const SCOPES_SAY =
  'What it may do: `scrape`: everything that a key may do; `read`: what only reads; `write`: the rest.'

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

/** Null: from anywhere. */
const AllowedIps = z
  .array(
    z
      .string()
      .max(50)
      .refine(
        isNetwork,
        'must be an IPv4 or IPv6 address, or a network such as 203.0.113.0/24 or 2001:db8::/32',
      ),
  )
  .min(1, 'name at least one; null takes the key from anywhere')
  .max(50)
  .transform((entries) => [...new Set(entries.map((entry) => entry.toLowerCase()))])
  .nullable()

/** An IPv4 address within IPv6 is refused: a key is taken from it as the IPv4 address that it is. */
function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0 || /%|^::ffff:/i.test(address)) return false
  return (
    prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  )
}

export const ApiKeyCreate = z.strictObject({
  name: Name,
  scopes: Scopes.default(['scrape']).describe(SCOPES_SAY),
  expires_at: ExpiresAt.default(null).describe('Until when it is taken; null: for ever.'),
  allowed_ips: AllowedIps.default(null).describe(
    'Addresses and networks (CIDR) that it is taken from. Null: from anywhere.',
  ),
  test: z
    .boolean()
    .default(false)
    .describe('A test key answers from built-in sample pages and costs nothing.'),
})
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>

export const ApiKeyUpdate = z
  .strictObject({
    name: Name.optional(),
    scopes: Scopes.optional().describe(SCOPES_SAY),
    expires_at: ExpiresAt.optional().describe('Until when it is taken; null: for ever.'),
    allowed_ips: AllowedIps.optional().describe(
      'Addresses and networks (CIDR) that it is taken from; null: from anywhere.',
    ),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type ApiKeyUpdate = z.infer<typeof ApiKeyUpdate>

const OVERLAP_SECONDS = { usual: 86_400, most: 7 * 86_400 }

export const ApiKeyRotation = z.strictObject({
  overlap_seconds: z
    .number()
    .int()
    .min(0)
    .max(OVERLAP_SECONDS.most)
    .default(OVERLAP_SECONDS.usual)
    .describe('Seconds that the key is still taken which this one replaces; 0 ends it at once.'),
  end_previous: z
    .boolean()
    .default(false)
    .describe(
      'Whether to end the key that an earlier rotation has replaced and that is still taken. Else there is a 409 until then.',
    ),
})
export type ApiKeyRotation = z.infer<typeof ApiKeyRotation>

export const ApiKey = z
  .object({
    id: ownId('key_id'),
    name: GivenName,
    key_prefix: z.string().describe('The beginning of the key, such as `sk_live_a1B2c3`.'),
    key: z
      .string()
      .nullable()
      .describe('The whole key, in the reply that creates it and never again; null otherwise.'),
    scopes: z.array(z.enum(SCOPES)).describe(SCOPES_SAY),
    test: z.boolean().describe('Whether it answers from built-in sample pages and costs nothing.'),
    created_at: CreatedAt,
    expires_at: time('Until when it is taken; null: for ever.').nullable(),
    last_used_at: time('When it was used last, up to some seconds ago; null: never.').nullable(),
    last_used_ip: z.string().nullable().describe('IP address of that use; null: never used.'),
    allowed_ips: z
      .array(z.string())
      .nullable()
      .describe('Addresses and networks (CIDR) that it is taken from; null: it is taken from anywhere.'),
    previous_key_expires_at: z.iso
      .datetime()
      .nullable()
      .describe('When the key that the last rotation replaced ends, or has ended; null: there is none.'),
    requests: z.number().int().describe('How often it was used, but for the last seconds.'),
    limits: SpendLimit.nullable().describe('What it may spend; null without a limit of its own.'),
  })
  .describe('A key of your account, without the key itself.')
export type ApiKey = z.infer<typeof ApiKey>

/** All keys that an account can have fit into one page. */
export const ApiKeyQuery = z.strictObject({
  limit: limitUpTo(100, 100),
  offset: offsetUpTo(),
})

/** `items`, as published clients read it. */
export const ApiKeyList = z.object({
  items: z.array(ApiKey).describe('The oldest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type ApiKeyList = z.infer<typeof ApiKeyList>
