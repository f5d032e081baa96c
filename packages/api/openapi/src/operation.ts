import { type Endpoint, takesIdempotencyKey, takesSlot, tokensOf } from '@gleaner/contracts'
import type { z } from 'zod'
import { exampleOf } from './examples/index.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'
import type { Schemas } from './schemas.ts'
import { securityOf } from './security.ts'
import { tagOf } from './tags.ts'
import type { Json, Operation } from './types.ts'

/** What one endpoint is, as OpenAPI says it. */
export function operationOf(name: string, endpoint: Endpoint, schemas: Schemas): Operation {
  const { summary, body } = endpoint
  const parameters = parametersOf(name, endpoint, schemas)
  return {
    operationId: name,
    summary,
    description: describe(endpoint),
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(name, body, endpoint, schemas) }),
    responses: responsesOf(name, endpoint, schemas),
    ...limits(endpoint),
  }
}

function requestBody(
  name: string,
  body: z.ZodType,
  { takesForm }: Endpoint,
  schemas: Schemas,
): NonNullable<Operation['requestBody']> {
  const { bodies } = exampleOf(name)
  const examples = Object.fromEntries(
    Object.entries(bodies).map(([summary, value]) => [identifier(summary), { summary, value }]),
  )
  const schema = schemas.request(body)
  const types = ['application/json', ...(takesForm ? ['application/x-www-form-urlencoded'] : [])]
  return {
    required: !body.safeParse(undefined).success,
    content: Object.fromEntries(types.map((type) => [type, { schema, examples }])),
  }
}

/** Names in OpenAPI's lists hold letters, digits and `_` only. */
function identifier(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
}

function describe(endpoint: Endpoint): string {
  const { description, auth, consent, limitPerIp, limitPerAccount } = endpoint
  const tokens = tokensOf(endpoint)
  const slot = takesSlot(endpoint)
    ? " and, while it lasts, one of the account's slots for concurrent requests"
    : ''
  const lines = [
    description,
    auth !== 'none' && `Takes ${tokens} rate-limit ${tokens === 1 ? 'token' : 'tokens'}${slot}.`,
    consent && 'A tool that got its key by OAuth may call it, too.',
    limitPerIp && `At most ${perSpan(limitPerIp)} from one IP address.`,
    limitPerAccount && `At most ${perSpan(limitPerAccount)} for one account.`,
    takesIdempotencyKey(endpoint) &&
      'Safe to repeat with an `Idempotency-Key`: for 24 hours the same request gets the first reply again.',
  ]
  return lines.filter(Boolean).join('\n\n')
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

/** For programs: the same as the description says. */
function limits(endpoint: Endpoint): Json {
  const { auth, limitPerIp, limitPerAccount } = endpoint
  return {
    ...(auth !== 'none' && { 'x-rate-limit-tokens': tokensOf(endpoint) }),
    ...(limitPerIp && { 'x-limit-per-ip': limitPerIp }),
    ...(limitPerAccount && { 'x-limit-per-account': limitPerAccount }),
  }
}
