import { allowDomain, refuseDomain } from '@gleaner/operator'
import { listBlockedDomains, normalizeDomain } from '@gleaner/switches/blocked-domains'
import { AdminError, type Command, type Values } from '../command.ts'

const DOMAIN = {
  value: 'name',
  required: true,
  help: 'e.g. example.com; its subdomains are meant too',
} as const

export const blockDomainCommand: Command = {
  summary: 'Refuses a domain and its subdomains as targets, in all services within seconds.',
  options: { domain: DOMAIN, reason: { value: 'text', help: 'why, for the list and the audit log' } },
  async run({ db, actor }, values) {
    const domain = readDomain(values)
    const reason = values.reason === undefined ? undefined : String(values.reason)
    const changed = await db.transaction((both) => refuseDomain(both, actor, domain, reason))
    return { domain, blocked: 'yes', changed: changed ? 'yes' : 'no' }
  },
}

export const unblockDomainCommand: Command = {
  summary: 'Takes a domain from the list of block-domain. What EGRESS_BLOCKED_DOMAINS names stays refused.',
  options: { domain: DOMAIN },
  async run({ db, actor }, values) {
    const domain = readDomain(values)
    const changed = await db.transaction((both) => allowDomain(both, actor, domain))
    return { domain, blocked: 'no', changed: changed ? 'yes' : 'no' }
  },
}

export const listBlockedDomainsCommand: Command = {
  summary: 'Lists the domains that block-domain refuses.',
  options: {},
  async run({ db }) {
    const rows = await listBlockedDomains(db.pool)
    return rows.map(({ domain, reason, createdAt }) => ({
      domain,
      reason: reason ?? '',
      since: createdAt.toISOString(),
    }))
  },
}

function readDomain(values: Values): string {
  const domain = normalizeDomain(String(values.domain))
  if (domain !== undefined) return domain
  throw new AdminError(`--domain must be a domain such as example.com, and it is "${values.domain}".`)
}
