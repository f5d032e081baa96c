import { ApiError, normalizeEmail } from '@gleaner/contracts'

/** Who a provider says that somebody is. */
export interface Identity {
  issuer: string
  subject: string
  /** As `normalizeEmail` makes it; only what counts as confirmed. */
  email: string | undefined
  name: string | undefined
  groups: readonly string[]
}

type Claims = Readonly<Record<string, unknown>>

const NAME_CHARS = 100

/** Whether something that is needed is not among the claims, and may be at the provider's userinfo endpoint. */
export function lacksClaims(claims: Claims, needed: readonly string[]): boolean {
  return needed.some((name) => claims[name] === undefined)
}

/** Throws FORBIDDEN where the provider names groups elsewhere: without them nobody can say which roles they give. */
export function identityOf(
  claims: Claims,
  {
    issuer,
    subject,
    groupsClaim,
    trustEmails,
  }: { issuer: string; subject: string; groupsClaim: string; trustEmails: boolean },
): Identity {
  return {
    issuer,
    subject,
    email: confirmedEmail(claims, trustEmails),
    name: nameOf(claims.name),
    groups: groupsOf(claims, groupsClaim),
  }
}

/** Some providers write the flag as a text. Where it says no, nothing else counts. */
function confirmedEmail({ email, email_verified: flag }: Claims, trustEmails: boolean): string | undefined {
  const isConfirmed = flag === true || flag === 'true' || (flag === undefined && trustEmails)
  return isConfirmed && typeof email === 'string' ? normalizeEmail(email) : undefined
}

function nameOf(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const oneLine = name.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return oneLine.slice(0, NAME_CHARS) || undefined
}

/** https://openid.net/specs/openid-connect-core-1_0.html#AggregatedDistributedClaims: Entra ID does so beyond 200 groups. */
function groupsOf(claims: Claims, name: string): string[] {
  const groups = claims[name]
  const elsewhere = claims._claim_names
  if (typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere)
    throw new ApiError(
      'FORBIDDEN',
      'The provider does not name your groups, as they are too many; its operator can have it name those of this service alone.',
    )
  if (typeof groups === 'string') return [groups]
  return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : []
}
