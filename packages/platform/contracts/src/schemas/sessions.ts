import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { Limit, Offset, Total } from '../fields/lists.ts'
import { GivenName } from '../fields/names.ts'
import { CreatedAt, time, UpdatedAt } from '../fields/times.ts'

/** `inactive`: it was deleted. */
export const SESSION_STATUSES = ['active', 'expired', 'invalid', 'pending_validation', 'inactive'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** How soon a session ends: a label beside its times. */
export const EXPIRY_STATUSES = ['valid', 'expiring', 'expired', 'unknown'] as const

export const Session = z
  .object({
    id: ownId('session_id'),
    name: GivenName,
    domain: z
      .string()
      .describe('The host that its cookies belong to; they are sent to it and its subdomains.'),
    cookie_names: z.array(z.string()).describe('Names of its cookies; their values are never shown.'),
    cookie_count: z.number().int().describe('How many cookies it has.'),
    header_names: z.array(z.string()).nullable().describe('Names of its headers; null without any.'),
    storage_origins: z
      .array(z.string())
      .describe(
        'Origins whose `localStorage` or `sessionStorage` it keeps, which only a browser can use; never what is in it.',
      ),
    status: z
      .enum(SESSION_STATUSES)
      .describe(
        '`expired`: `expires_at` or the last cookie has passed; `invalid`: a validation found nobody signed in; `pending_validation`: three uses in a row ended at a sign-in page; `inactive`: deleted.',
      ),
    expires_at: time('When it is to end; null where nothing was said.').nullable(),
    cookies_expire_at: time('When the last of its cookies ends; null where that is unknown.').nullable(),
    expiry_status: z
      .enum(EXPIRY_STATUSES)
      .describe('How soon it ends: `expiring`: within 24 hours; `unknown`: a cookie names no end.'),
    last_validated_at: time('When it was validated last; null: never.').nullable(),
    validation_confidence: z
      .number()
      .nullable()
      .describe(
        'How sure the last validation was that it is signed in, from 0 to 100; null: never validated.',
      ),
    consecutive_failures: z.number().int().describe('Uses in a row that ended at a sign-in page.'),
    last_used_at: time('When a page was fetched with it last; null: never.').nullable(),
    total_requests: z.number().int().describe('Pages that were fetched with it.'),
    successful_requests: z.number().int().describe('Those of them that did not end at a sign-in page.'),
    success_rate: z.number().describe('Percent of them, from 0 to 100; 0 before the first use.'),
    notes: z.string().nullable().describe('What its owner has noted; null: nothing.'),
    is_owner: z
      .boolean()
      .describe('Whether it belongs to the account that asks; otherwise it is shared with it.'),
    organization_id: z
      .uuid()
      .nullable()
      .describe('The organization that it is shared with; null where it is shared with none.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe('A stored login, without its values.')
export type Session = z.infer<typeof Session>

export const SessionDeleted = z.object({
  deleted: z.literal(true).describe('It is gone, and its cookies and headers with it.'),
})

export const SessionList = z.object({
  sessions: z.array(Session).describe('The newest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type SessionList = z.infer<typeof SessionList>
