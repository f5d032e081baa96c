import { z } from 'zod'

/** `inactive`: it was deleted. */
export const SESSION_STATUSES = ['active', 'expired', 'invalid', 'pending_validation', 'inactive'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** How soon a session ends: a label beside its times. */
export const EXPIRY_STATUSES = ['valid', 'expiring', 'expired', 'unknown'] as const

const Time = z.iso.datetime()

/** A stored login, as replies show it: never its values. */
export const Session = z.object({
  id: z.uuid(),
  name: z.string(),
  domain: z.string(),
  cookie_names: z.array(z.string()),
  cookie_count: z.number().int(),
  header_names: z.array(z.string()).nullable(),
  status: z
    .enum(SESSION_STATUSES)
    .describe(
      '`expired`: `expires_at` or the last cookie has passed; `invalid`: a validation found nobody signed in; `pending_validation`: three uses in a row ended at a sign-in page; `inactive`: deleted.',
    ),
  expires_at: Time.nullable(),
  cookies_expire_at: Time.nullable().describe(
    'When the last of its cookies ends; null where that is unknown.',
  ),
  expiry_status: z
    .enum(EXPIRY_STATUSES)
    .describe('`expiring`: within 24 hours; `unknown`: a cookie names no end.'),
  last_validated_at: Time.nullable(),
  validation_confidence: z.number().nullable().describe('0 to 100'),
  consecutive_failures: z.number().int().describe('Uses in a row that ended at a sign-in page.'),
  last_used_at: Time.nullable(),
  total_requests: z.number().int(),
  successful_requests: z.number().int(),
  success_rate: z.number().describe('0 to 100; 0 before the first use'),
  notes: z.string().nullable(),
  is_owner: z
    .boolean()
    .describe('Whether it belongs to the account that asks; otherwise it is shared with it.'),
  organization_id: z.uuid().nullable().describe('The organization that it is shared with.'),
  created_at: Time,
  updated_at: Time,
})
export type Session = z.infer<typeof Session>

export const SessionDeleted = z.object({ deleted: z.literal(true) })

export const SessionList = z.object({
  sessions: z.array(Session),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})
export type SessionList = z.infer<typeof SessionList>
