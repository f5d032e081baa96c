import { createEgress } from './create-egress.ts'
import type { Egress, EgressOptions } from './egress.ts'

/** What a service knows of the deployment that it is part of. */
export interface DeploymentSettings {
  EGRESS_ALLOW?: string | undefined
  EGRESS_OWN_ADDRESSES?: string | undefined
  EGRESS_HOSTS?: string | undefined
  DATABASE_URL: string
  REDIS_URL: string
  PUBLIC_URL: string
  S3_ENDPOINT?: string | undefined
}

/** The egress of a service: of its own deployment nothing can be reached, nor the ports that the process itself listens on. */
export function createDeploymentEgress(
  settings: DeploymentSettings,
  blockedDomains: EgressOptions['blockedDomains'],
  ports: readonly (number | undefined)[],
): Egress {
  return createEgress({
    allow: settings.EGRESS_ALLOW,
    ownAddresses: settings.EGRESS_OWN_ADDRESSES,
    hosts: settings.EGRESS_HOSTS,
    blockedDomains,
    ownUrls: [settings.DATABASE_URL, settings.REDIS_URL],
    publicUrls: [settings.PUBLIC_URL, settings.S3_ENDPOINT],
    ownPorts: ports.filter((port) => port !== undefined),
  })
}
