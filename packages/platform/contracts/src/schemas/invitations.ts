import { z } from 'zod'
import { Email } from './email.ts'
import { GivenRole } from './organizations.ts'

export const InvitationCreate = z.strictObject({ email: Email, role: GivenRole.default('member') })
export type InvitationCreate = z.infer<typeof InvitationCreate>

/** An open invitation as those who manage the organization see it. */
export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: GivenRole,
  invited_by: z
    .string()
    .nullable()
    .describe('E-mail address of the sender; null once that account is deleted.'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type Invitation = z.infer<typeof Invitation>

export const InvitationList = z.object({ invitations: z.array(Invitation), total: z.number().int() })
export type InvitationList = z.infer<typeof InvitationList>

/** An invitation as the person sees it who is invited. */
export const ReceivedInvitation = Invitation.extend({
  organization: z.object({ id: z.uuid(), name: z.string() }),
})
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>

export const ReceivedInvitationList = z.object({
  invitations: z.array(ReceivedInvitation),
  total: z.number().int(),
})
export type ReceivedInvitationList = z.infer<typeof ReceivedInvitationList>

/** What the link of the mail holds. */
export const InvitationAnswer = z.strictObject({ token: z.string().min(1).max(200) })
