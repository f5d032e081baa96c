import { API_ROOT } from '@gleaner/contracts/api-root'
import type { Environment } from './environment.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Secrets } from './secrets.ts'
import type { ServiceProcesses } from './service-processes.ts'

/** The content of `.gleaner/dev.json`: all that a person or a program needs to use the running stack. */
export interface DevInfo {
  base_url: string
  ws_base_url: string
  /** The HTTP proxy that scrapes; null where there is none. */
  proxy: string | null
  api_key: string
  test_key: string
  user: { email: string; password: string }
  sample_site: string
  /** The API's reference page, on which each endpoint can be tried. */
  reference: string
  queue_ui: string
  admin: { user: string; password: string }
  database_url: string
  redis_url: string
  storage_dir: string
  /** Folder of mails; null when they are sent by SMTP. */
  mail_dir: string | null
  /** Base address of `/healthz`, `/readyz` and `/metrics`, by service. */
  ops: Record<string, string>
  /** Process id by service; `postgres` and `redis` where they are ours, and `supervisor`. */
  pids: Record<string, number>
}

export function describeFleet(options: {
  secrets: Secrets
  settings: Environment
  site: string
  infrastructure: Infrastructure
  services: ServiceProcesses
}): DevInfo {
  const { secrets, settings, site, infrastructure, services } = options
  const root = settings.PUBLIC_URL!.replace(/\/$/, '')
  return {
    base_url: root + API_ROOT,
    ws_base_url: root.replace(/^http/, 'ws') + API_ROOT,
    proxy: proxyAddress(root, settings.PROXY_MODE_PORT),
    api_key: secrets.api_key,
    test_key: secrets.test_key,
    user: secrets.user,
    sample_site: site,
    reference: `${root}/docs`,
    queue_ui: `${root}/admin/queues`,
    admin: { user: settings.ADMIN_USER!, password: settings.ADMIN_PASSWORD! },
    database_url: infrastructure.databaseUrl,
    redis_url: infrastructure.redisUrl,
    storage_dir: settings.STORAGE_DIR!,
    mail_dir: settings.SMTP_URL === undefined ? settings.MAIL_DIR! : null,
    ops: services.ops(),
    pids: { ...services.pids(), ...infrastructure.pids(), supervisor: process.pid },
  }
}

/** Beside the API, on its own port. */
function proxyAddress(root: string, port: string | undefined): string | null {
  return port === undefined || port === '' ? null : `http://${new URL(root).hostname}:${port}`
}
