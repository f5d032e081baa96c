import { z } from 'zod'
import { ROLES } from '../roles.ts'
import { Name } from './primitives.ts'

const Description = z.string().trim().max(500, 'at most 500 characters')

export const OrganizationCreate = z.strictObject({ name: Name, description: Description.nullish() })
export type OrganizationCreate = z.infer<typeof OrganizationCreate>

export const OrganizationUpdate = z
  .strictObject({ name: Name.optional(), description: Description.nullable().optional() })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type OrganizationUpdate = z.infer<typeof OrganizationUpdate>

/** An organization as one of its members sees it. */
export const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z
    .string()
    .describe('The name in letters of an address, and 8 hexadecimal digits. It stays when the name changes.'),
  description: z.string().nullable(),
  is_personal: z.boolean(),
  role: z.enum(ROLES).describe('Your role.'),
  member_count: z.number().int(),
  created_at: z.iso.datetime(),
})
export type Organization = z.infer<typeof Organization>

export const OrganizationList = z.object({ organizations: z.array(Organization), total: z.number().int() })
export type OrganizationList = z.infer<typeof OrganizationList>

export const OrganizationDelete = z.strictObject({
  confirm: z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
    .default(false)
    .describe('Whether to give up what is left of the balance.'),
})

/** A role that is given; the owner's is handed over by a transfer. */
export const GivenRole = z.enum(['admin', 'member'], {
  error:
    'must be "admin" or "member"; the owner’s role is handed over with POST /organizations/{id}/transfer',
})
export type GivenRole = z.infer<typeof GivenRole>

export const Member = z.object({
  user_id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  joined_at: z.iso.datetime(),
})
export type Member = z.infer<typeof Member>

export const MemberList = z.object({ members: z.array(Member), total: z.number().int() })
export type MemberList = z.infer<typeof MemberList>

export const MemberUpdate = z.strictObject({ role: GivenRole })

export const OwnershipTransfer = z.strictObject({
  user_id: z
    .uuid('must be the user_id of a member')
    .toLowerCase()
    .describe('The member who becomes owner; the owner becomes an admin.'),
})

/** `cursor` is the `next_cursor` of the page before. */
export const AuditQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'must be the next_cursor of a reply')
    .optional()
    .describe('The `next_cursor` of the page before.'),
})

export const AuditLogEntry = z.object({
  id: z.string(),
  actor: z.string().describe('`user:<id>`, `key:<id>`, `operator:<name>` or `system`.'),
  actor_name: z
    .string()
    .nullable()
    .describe('E-mail address of the person, or name of the key, while it exists.'),
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  timestamp: z.iso.datetime(),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

export const AuditLog = z.object({ entries: z.array(AuditLogEntry), total: z.number().int() })
export type AuditLog = z.infer<typeof AuditLog>

export const AuditPage = z.object({
  entries: z.array(AuditLogEntry),
  next_cursor: z.string().nullable().describe('Null on the last page.'),
})
export type AuditPage = z.infer<typeof AuditPage>
