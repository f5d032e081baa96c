import { z } from 'zod'
import { Total } from '../fields/lists.ts'
import { time } from '../fields/times.ts'

/** Body of POST /sessions/{session_id}/share. */
export const SessionShare = z.strictObject({
  organization_id: z
    .uuid('must be the id of an organization that you are in')
    .toLowerCase()
    .describe('An organization that you are an admin or the owner of.'),
})

export const SessionAuditEntry = z
  .object({
    action: z
      .string()
      .describe(
        '`created`, `updated`, `refreshed`, `deleted`, `validated`, `used_for_scrape`, `cookies_updated`, `shared`, `unshared` or `expired`.',
      ),
    actor: z.string().describe('`user:<id>`, `key:<id>` or `system`.'),
    timestamp: time('When it happened.'),
    details: z
      .record(z.string(), z.unknown())
      .describe('Names, ids and counts; never a value of a cookie or header.'),
  })
  .describe('What has happened to a login session.')
export type SessionAuditEntry = z.infer<typeof SessionAuditEntry>

/** What has happened to a session, newest first. */
export const SessionAudit = z.object({
  entries: z.array(SessionAuditEntry).describe('The newest first.'),
  total: Total,
})
export type SessionAudit = z.infer<typeof SessionAudit>
