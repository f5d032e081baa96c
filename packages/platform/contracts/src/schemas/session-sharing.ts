import { z } from 'zod'

/** Body of POST /sessions/{session_id}/share. */
export const SessionShare = z.strictObject({
  organization_id: z.uuid('must be the id of an organization that you are in').toLowerCase(),
})

export const SessionAuditEntry = z.object({
  /** created, updated, refreshed, deleted, validated, used_for_scrape, cookies_updated, shared, unshared or expired. */
  action: z.string(),
  /** `user:<id>`, `key:<id>` or `system`. */
  actor: z.string(),
  timestamp: z.iso.datetime(),
  /** Names, ids and counts; never a value of a cookie or header. */
  details: z.record(z.string(), z.unknown()),
})
export type SessionAuditEntry = z.infer<typeof SessionAuditEntry>

/** What has happened to a session, newest first. */
export const SessionAudit = z.object({ entries: z.array(SessionAuditEntry), total: z.number().int() })
export type SessionAudit = z.infer<typeof SessionAudit>
