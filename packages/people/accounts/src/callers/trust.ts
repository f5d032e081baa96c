/** Remembers for a moment what a credential was found to stand for, by the organization that it acts for. */
export interface Trust<Caller> {
  /** The remembered caller of the credential, or what `lookUp` finds. What it throws is not remembered. */
  verified(
    credential: string,
    organizationId: string | undefined,
    lookUp: () => Promise<Caller>,
  ): Promise<Caller>
  /** Whether the credential was good when it was asked about last, which may be a while ago. */
  wasGood(credential: string, organizationId: string | undefined): boolean
}

/**
 * How long, in ms, a credential is trusted without asking the database again: the longest that a revoked key still works and that
 * a new balance is not seen. It saves bursts of requests their look-up, and no more.
 */
const TRUST_MS = 500
const TRUSTED_MAX = 10_000

export function createTrust<Caller>(now: () => number = () => performance.now()): Trust<Caller> {
  const trusted = new Map<string, { caller: Caller; until: number }>()
  return {
    async verified(credential, organizationId, lookUp) {
      const key = keyOf(credential, organizationId)
      const known = trusted.get(key)
      if (known && known.until > now()) return known.caller
      // From before the look-up: what it read may be as old as that.
      const until = now() + TRUST_MS
      const caller = await lookUp().catch((error: unknown) => {
        trusted.delete(key)
        throw error
      })
      if (trusted.size >= TRUSTED_MAX) trusted.clear()
      trusted.set(key, { caller, until })
      return caller
    },
    wasGood: (credential, organizationId) => trusted.has(keyOf(credential, organizationId)),
  }
}

function keyOf(credential: string, organizationId: string | undefined): string {
  return organizationId === undefined ? credential : `${credential} ${organizationId}`
}
