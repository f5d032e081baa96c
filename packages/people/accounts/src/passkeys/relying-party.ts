/** Who asks for passkeys, as WebAuthn names it. */
export interface RelyingParty {
  /** The domain that passkeys are of: that of `PUBLIC_URL`, or one above it which it shares with the operator's web app. */
  id: string
  name: string
  /** Of pages that may ask for one. */
  origins: string[]
}

/** `domain` and `origins` are the operator's settings; without them it is the service itself. */
export function relyingPartyOf(options: {
  publicUrl: string
  domain: string | undefined
  origins: readonly string[]
}): RelyingParty {
  const { hostname, host, origin } = new URL(options.publicUrl)
  return { id: options.domain ?? hostname, name: host, origins: [origin, ...options.origins] }
}
