import type { ServiceDeps } from '@gleaner/runtime'
import type { Confinement } from './confinement.ts'

/**
 * Logs, once at the start of a service, what its browsers are confined by and what is missing; sets a metric for each.
 */
export function reportConfinement(confinement: Confinement, { logger, metrics }: ServiceDeps): void {
  const { uid, hasOwnNetwork, isSandboxed, warnings } = confinement
  const parts = {
    network_namespace: hasOwnNetwork,
    sandbox: isSandboxed,
    own_user: uid !== process.getuid?.(),
  }
  const gauge = metrics.gauge('gleaner_browser_confined')
  for (const [by, isConfined] of Object.entries(parts)) gauge.set(isConfined ? 1 : 0, { by })
  logger.info({ uid, ...parts }, 'browsers are confined')
  for (const warning of warnings) logger.warn(warning)
}
