/** Bounds of invitations; `BOUNDED` of packages/platform/db has those of what is kept. */
export const ORGANIZATION_LIMITS = {
  /** Mails of invitations that one person causes in 24 hours, to anybody and to one address: nobody floods others by our server. */
  invitationsPerDay: 50,
  invitationsToOneAddressPerDay: 3,
  invitationDays: 7,
} as const
