/** Bounds of what is kept for one person or organization, so that every list stays one that a person can read. */
export const ORGANIZATION_LIMITS = {
  /** Organizations that one person is in, in any role. */
  organizationsPerUser: 50,
  membersPerOrganization: 500,
  openInvitationsPerOrganization: 100,
  /** Mails of invitations that one person causes in 24 hours, to anybody and to one address: nobody floods others by our server. */
  invitationsPerDay: 50,
  invitationsToOneAddressPerDay: 3,
  invitationDays: 7,
} as const
