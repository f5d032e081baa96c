import { CountryCode } from '@gleaner/contracts/schemas/primitives'
import { ProxyUrl } from '@gleaner/contracts/schemas/proxies'
import { z } from 'zod'

/** `standard` serves `location.country` for free, `premium` serves `use_proxy`, `system` serves `use_system_proxy`. */
const PROXY_POOLS = ['standard', 'premium', 'system'] as const
export type ProxyPool = (typeof PROXY_POOLS)[number]

const OperatorProxy = z.strictObject({
  url: ProxyUrl,
  pool: z.enum(PROXY_POOLS).default('standard'),
  country: CountryCode.optional(),
})

/**
 * A proxy of the operator's. `{session}` in its user name or password is replaced by a token of the job, by which
 * many providers keep all requests of one job on one exit address.
 */
export type OperatorProxy = z.infer<typeof OperatorProxy>

/** Reads the `PROXIES` setting: a JSON array. Throws a message for the operator, without the credentials. */
export function parseOperatorProxies(json: string | undefined): OperatorProxy[] {
  if (!json) return []
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new Error('PROXIES is not valid JSON; it is an array of {"url", "pool"?, "country"?}')
  }
  const parsed = z.array(OperatorProxy).safeParse(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `[${path.join('.')}] ${message}`)
  throw new Error(`PROXIES needs attention: ${faults.join('; ')}`)
}

/** The address to use for one job: `{session}` becomes the job's own token. */
export function withSession(url: string, session: string): string {
  return url.replaceAll(/\{session\}|%7Bsession%7D/gi, session)
}
