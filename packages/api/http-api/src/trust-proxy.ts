import { settingFacts } from '@gleaner/runtime'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** Names that Express has for networks. */
const NAMED = ['loopback', 'linklocal', 'uniquelocal']
const HOPS_MAX = 10

/**
 * Whose `X-Forwarded-For` is believed, as Express's setting "trust proxy" takes it: that of so many proxies, or of those with
 * these addresses. Everybody is none of the choices, as everybody could then make an address up.
 */
export function trustProxyField(hops = 0) {
  return z
    .string()
    .default(String(hops))
    .transform((text, context): number | string[] => {
      if (/^\d+$/.test(text) && Number(text) <= HOPS_MAX) return Number(text)
      const entries = text.split(',').map((entry) => entry.trim())
      if (entries.every(isProxies)) return entries
      context.addIssue({
        code: 'custom',
        message: `must be a number from 0 to ${HOPS_MAX}, or addresses and networks such as 10.0.0.0/8, loopback`,
      })
      return z.NEVER
    })
    .register(settingFacts, {
      takes: `0 to ${HOPS_MAX}, or a comma list of addresses and networks`,
      default: String(hops),
    })
}

function isProxies(entry: string): boolean {
  if (NAMED.includes(entry)) return true
  if (!entry.includes('/')) return ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry)
  return ipaddr.isValidCIDR(entry) && ipaddr.parseCIDR(entry)[1] > 0
}
