import { MICROS_PER_CREDIT } from '@gleaner/contracts'
import type { Logger } from '@gleaner/runtime'
import { type GroupRole, parseGroupRoles } from './group-roles.ts'
import { openProvider, type Provider } from './provider.ts'
import type { SingleSignOnSettings } from './settings.ts'

/** Signing in by the operator's provider, and whom it lets in. */
export interface SingleSignOn {
  provider: Provider
  domains: readonly string[]
  groupRoles: readonly GroupRole[]
  /** Whether strangers may open accounts. */
  isOpen: boolean
  /** What a new account's balance begins with. */
  grantMicros: bigint
}

/** Undefined without SSO_ISSUER. Throws for settings that cannot work. */
export function openSingleSignOn(
  settings: SingleSignOnSettings & { PUBLIC_URL: string; REGISTRATION: string; SIGNUP_CREDITS: number },
  logger: Logger,
): SingleSignOn | undefined {
  const provider = openProvider(settings, logger)
  return (
    provider && {
      provider,
      domains: settings.SSO_DOMAINS,
      groupRoles: parseGroupRoles(settings.SSO_ROLES)!,
      isOpen: settings.REGISTRATION !== 'closed',
      grantMicros: BigInt(settings.SIGNUP_CREDITS * MICROS_PER_CREDIT),
    }
  )
}
