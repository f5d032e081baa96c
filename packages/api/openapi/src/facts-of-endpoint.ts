import { type Endpoint, scopeOf, takesIdempotencyKey, takesSlot, tokensOf } from '@gleaner/contracts'

/** What follows for a caller from an endpoint's declaration, in sentences. */
export function factsOf(endpoint: Endpoint): string[] {
  const { auth, role, scope, consent, limitPerIp, limitPerAccount } = endpoint
  const tokens = tokensOf(endpoint)
  const slot = takesSlot(endpoint)
    ? " and, while it lasts, one of the account's slots for concurrent requests"
    : ''
  const lines = [
    auth !== 'none' && `Takes ${tokens} rate-limit ${tokens === 1 ? 'token' : 'tokens'}${slot}.`,
    role === 'admin' && 'In an organization: for admins and the owner.',
    scope && `A key needs the scope \`${scopeOf(endpoint)}\` or \`scrape\`.`,
    consent && 'A key that a tool got by OAuth may call it.',
    limitPerIp && `At most ${perSpan(limitPerIp)} from one IP address.`,
    limitPerAccount && `At most ${perSpan(limitPerAccount)} for one account.`,
    takesIdempotencyKey(endpoint) && 'Takes an `Idempotency-Key`.',
  ]
  return lines.filter((line) => typeof line === 'string')
}

const SPANS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

function perSpan({ requests, seconds }: { requests: number; seconds: number }): string {
  const [span, unit] = SPANS.find(([span]) => seconds % span === 0)!
  const count = seconds / span
  return `${requests} requests per ${count === 1 ? unit : `${count} ${unit}s`}`
}
