import { z } from 'zod'
import { queryFlag } from '../fields/flags.ts'
import { ownId } from '../fields/ids.ts'
import { limitUpTo, Total } from '../fields/lists.ts'
import { GivenName } from '../fields/names.ts'
import { CreatedAt, time } from '../fields/times.ts'
import { ROLES } from '../roles.ts'
import { Name } from './primitives.ts'

const Description = z.string().trim().max(500, 'at most 500 characters')

export const OrganizationCreate = z.strictObject({
  name: Name,
  description: Description.nullish().describe('Up to 500 characters for its members; null: none.'),
})
export type OrganizationCreate = z.infer<typeof OrganizationCreate>

export const OrganizationUpdate = z
  .strictObject({
    name: Name.optional(),
    description: Description.nullable()
      .optional()
      .describe('Up to 500 characters for its members; null: none.'),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type OrganizationUpdate = z.infer<typeof OrganizationUpdate>

export const Organization = z
  .object({
    id: ownId('organization_id'),
    name: GivenName,
    slug: z
      .string()
      .describe(
        'The name in letters of an address, and 8 hexadecimal digits. It stays when the name changes.',
      ),
    description: z.string().nullable().describe('What its members read of it; null where there is nothing.'),
    is_personal: z.boolean().describe('Whether it is your own account, and no organization.'),
    role: z
      .enum(ROLES)
      .describe(
        'What you may do in it: the `owner` everything, an `admin` all but to delete it or hand it over, a `member` work with it.',
      ),
    member_count: z.number().int().describe('How many people are in it, you included.'),
    created_at: CreatedAt,
  })
  .describe('An organization, as one of its members sees it.')
export type Organization = z.infer<typeof Organization>

export const OrganizationList = z.object({
  organizations: z.array(Organization).describe('Those that you are in.'),
  total: Total,
})
export type OrganizationList = z.infer<typeof OrganizationList>

export const OrganizationDelete = z.strictObject({
  confirm: queryFlag().default(false).describe('Whether to give up what is left of the balance.'),
})

/** A role that is given; the owner's is handed over by a transfer. */
export const GivenRole = z
  .enum(['admin', 'member'], {
    error:
      'must be "admin" or "member"; the owner’s role is handed over with POST /organizations/{id}/transfer',
  })
  .describe(
    'What a member may do: an `admin` manages members, keys and payments, a `member` works with them.',
  )
export type GivenRole = z.infer<typeof GivenRole>

export const Member = z
  .object({
    user_id: ownId('user_id'),
    email: z.string().describe('Address by which the person signs in.'),
    name: z.string().nullable().describe('What the person is called; null where they have not said.'),
    role: z.enum(ROLES).describe('What the person may do in the organization.'),
    joined_at: time('When the person became a member.'),
  })
  .describe('A member of an organization.')
export type Member = z.infer<typeof Member>

export const MemberList = z.object({
  members: z.array(Member).describe('The one who has been in it longest comes first.'),
  total: Total,
})
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
  limit: limitUpTo(100, 20),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'must be the next_cursor of a reply')
    .optional()
    .describe('The `next_cursor` of the page before.'),
})

export const AuditLogEntry = z
  .object({
    id: z.string().describe('Names the entry; later ones have greater numbers.'),
    actor: z.string().describe('`user:<id>`, `key:<id>`, `operator:<name>` or `system`.'),
    actor_name: z
      .string()
      .nullable()
      .describe('E-mail address of the person, or name of the key; null once that is gone.'),
    action: z.string().describe('What was done, such as `api_key.created`.'),
    target: z
      .string()
      .nullable()
      .describe('What it was done to, such as `api_key:<id>`; null where it was done to nothing.'),
    details: z.record(z.string(), z.unknown()).describe('More of it, depending on `action`; never a secret.'),
    timestamp: time('When it was done.'),
  })
  .describe('What was done, by whom, to what.')
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

export const AuditLog = z.object({
  entries: z.array(AuditLogEntry).describe('The newest first.'),
  total: Total,
})
export type AuditLog = z.infer<typeof AuditLog>

export const AuditPage = z.object({
  entries: z.array(AuditLogEntry).describe('The newest first.'),
  next_cursor: z.string().nullable().describe('Reads on from here, as `cursor`; null on the last page.'),
})
export type AuditPage = z.infer<typeof AuditPage>
