import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { Total } from '../fields/lists.ts'
import { GivenName } from '../fields/names.ts'
import { CreatedAt, time } from '../fields/times.ts'
import { Email } from './email.ts'
import { GivenRole } from './organizations.ts'

export const InvitationCreate = z.strictObject({
  email: Email.describe('Who is invited; the mail goes there.'),
  role: GivenRole.default('member').describe('What the invited person will be.'),
})
export type InvitationCreate = z.infer<typeof InvitationCreate>

export const Invitation = z
  .object({
    id: ownId('invitation_id'),
    email: z.string().describe('Who is invited.'),
    role: GivenRole,
    invited_by: z
      .string()
      .nullable()
      .describe('E-mail address of the sender; null once that account is deleted.'),
    created_at: CreatedAt,
    expires_at: time('Until when it may be accepted.'),
  })
  .describe('An open invitation, as those who manage the organization see it.')
export type Invitation = z.infer<typeof Invitation>

export const InvitationList = z.object({
  invitations: z.array(Invitation).describe('The newest first.'),
  total: Total,
})
export type InvitationList = z.infer<typeof InvitationList>

export const ReceivedInvitation = Invitation.extend({
  organization: z.object({ id: ownId('organization_id'), name: GivenName }).describe('Who invites.'),
}).describe('An invitation, as the person sees it who is invited.')
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>

export const ReceivedInvitationList = z.object({
  invitations: z.array(ReceivedInvitation).describe('The newest first.'),
  total: Total,
})
export type ReceivedInvitationList = z.infer<typeof ReceivedInvitationList>

/** What the link of the mail holds. */
export const InvitationAnswer = z.strictObject({
  token: z.string().min(1).max(200).describe('From the link of the mail.'),
})
