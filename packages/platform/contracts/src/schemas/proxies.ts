import { z } from 'zod'
import { LatencyMs } from '../fields/counts.ts'
import { ownId } from '../fields/ids.ts'
import { Total } from '../fields/lists.ts'
import { GivenName } from '../fields/names.ts'
import { CreatedAt, UpdatedAt } from '../fields/times.ts'
import { CountryCode, hasNoControls, Name } from './primitives.ts'

const SCHEMES = new Set(['http:', 'https:', 'socks5:'])

export const ProxyUrl = z
  .string()
  .max(2_048, { abort: true })
  .refine((text) => {
    const url = hasNoControls(text) ? URL.parse(text) : null
    return url !== null && SCHEMES.has(url.protocol) && url.hostname !== ''
  }, 'must be an http://, https:// or socks5:// address such as http://proxy.example.com:8080; its login stands before the host: user:password@')
  .describe(
    'Address of the proxy with its login: `http://user:password@proxy.example.com:8080`; `http`, `https` or `socks5`. Write-only: no reply holds it.',
  )

export const ProxyCreate = z.strictObject({
  name: Name,
  url: ProxyUrl,
  country: CountryCode.optional().describe(
    'Where it comes out: ISO 3166-1 alpha-2, such as `DE`. For you to know.',
  ),
})
export type ProxyCreate = z.infer<typeof ProxyCreate>

export const ProxyUpdate = z
  .strictObject({
    name: Name.optional(),
    url: ProxyUrl.optional().describe('Replaces the address and the login.'),
    country: CountryCode.nullable()
      .optional()
      .describe('Where it comes out: ISO 3166-1 alpha-2; null: unknown.'),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type ProxyUpdate = z.infer<typeof ProxyUpdate>

export const ProxyIntegration = z
  .object({
    id: ownId('proxy_id'),
    name: GivenName,
    scheme: z.string().describe('How it is spoken to: `http`, `https` or `socks5`.'),
    host: z.string().describe('Where it is: a host name or an IP address.'),
    port: z.number().int().describe('Where at its host it listens.'),
    has_credentials: z.boolean().describe('Whether a login is stored: it is sealed, and never shown.'),
    country: z.string().nullable().describe('Where it comes out: ISO 3166-1 alpha-2; null: unknown.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe('A proxy of your own, without its login.')
export type ProxyIntegration = z.infer<typeof ProxyIntegration>

export const ProxyList = z.object({
  proxies: z.array(ProxyIntegration).describe('The oldest first.'),
  total: Total,
})

export const ProxyTestResult = z.object({
  ok: z.boolean().describe('Whether a page came through the proxy, whatever its status.'),
  status_code: z.number().int().optional().describe('HTTP status of that page; absent where none came.'),
  latency_ms: LatencyMs,
  error: z.string().optional().describe('Why none came; absent with `ok`.'),
})
export type ProxyTestResult = z.infer<typeof ProxyTestResult>
