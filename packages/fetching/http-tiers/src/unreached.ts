import type { FetchOutcome } from './fetcher.ts'

/**
 * Whether nobody spoke at an address: no connection came about, or one that is no TLS. A certificate that is refused is none of it, for
 * somebody answered whom nobody vouches for.
 */
export function isUnreached(outcome: FetchOutcome): boolean {
  if (outcome.kind !== 'failed' || outcome.reason !== 'network_error') return false
  const isUnsafe = outcome.detail.includes('certificate')
  return !isUnsafe && (!outcome.mayHaveBeenSent || outcome.detail.startsWith('The TLS handshake failed'))
}
