/** Where a request to sign in comes from. */
export interface Visitor {
  /** As `networkKeyOf` names it. */
  network: string
  /** Of the caller, and what their program calls itself: shown to the user among their sign-ins. */
  address?: string | undefined
  userAgent?: string | undefined
}

const MOST_CHARS = 300

/** A visitor as the columns `address` and `user_agent` of a sign-in. */
export function visitorColumns({
  address,
  userAgent,
}: Omit<Visitor, 'network'>): [string | null, string | null] {
  const oneLine = userAgent?.replaceAll(/\p{C}+/gu, ' ').slice(0, MOST_CHARS)
  return [address || null, oneLine || null]
}
