import type { GivenRole } from '@gleaner/contracts'
import { secretLink } from '@gleaner/mail'

/** The page on which an invitation is answered, below PUBLIC_URL. */
export const INVITATION_PAGE = '/invitation'

interface InvitationFacts {
  organization: string
  /** E-mail address of who invites. */
  inviter: string
  role: GivenRole
  expiresAt: Date
}

/** The subject names nothing that a stranger chose. */
export function invitationMail(
  publicUrl: string,
  token: string,
  { organization, inviter, role, expiresAt }: InvitationFacts,
): { subject: string; text: string } {
  return {
    subject: 'You are invited to an organization',
    text: `${inviter} invites you to the organization "${organization}", as ${role === 'admin' ? 'an admin' : 'a member'}.

Look at the invitation, and accept or decline it:

${secretLink(publicUrl, INVITATION_PAGE, token)}

The link works until ${expiresAt.toUTCString()}. If you do not know who this is, do nothing, or decline.
`,
  }
}
