import { z } from 'zod'
import { CountryCode, hasNoControls, Name } from './primitives.ts'

const SCHEMES = new Set(['http:', 'https:', 'socks5:'])

/** Address of a proxy, with its credentials. Write-only: no reply ever holds it. */
export const ProxyUrl = z
  .string()
  .max(2_048, { abort: true })
  .refine((text) => {
    const url = hasNoControls(text) ? URL.parse(text) : null
    return url !== null && SCHEMES.has(url.protocol) && url.hostname !== ''
  }, 'must be an http://, https:// or socks5:// address such as http://user:password@proxy.example.com:8080')

export const ProxyCreate = z.strictObject({ name: Name, url: ProxyUrl, country: CountryCode.optional() })
export type ProxyCreate = z.infer<typeof ProxyCreate>

export const ProxyUpdate = z
  .strictObject({
    name: Name.optional(),
    url: ProxyUrl.optional(),
    country: CountryCode.nullable().optional(),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type ProxyUpdate = z.infer<typeof ProxyUpdate>

/** A proxy of the caller's own, as replies show it. */
export const ProxyIntegration = z.object({
  id: z.uuid(),
  name: z.string(),
  scheme: z.string(),
  host: z.string(),
  port: z.number().int(),
  has_credentials: z.boolean().describe('Credentials are sealed and never shown.'),
  country: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type ProxyIntegration = z.infer<typeof ProxyIntegration>

export const ProxyList = z.object({ proxies: z.array(ProxyIntegration), total: z.number().int() })

export const ProxyTestResult = z.object({
  ok: z.boolean(),
  status_code: z.number().int().optional(),
  latency_ms: z.number().int(),
  error: z.string().optional(),
})
export type ProxyTestResult = z.infer<typeof ProxyTestResult>
