import { createHash } from 'node:crypto'
import type { Home } from './home.ts'
import type { Secrets } from './secrets.ts'

export type Environment = Record<string, string | undefined>

/** The settings that every process of the fleet gets: the operator's own first, ours where there is none. */
export function fleetEnvironment(options: {
  operator: Environment
  home: Home
  secrets: Secrets
  infrastructure: { databaseUrl: string; redisUrl: string }
  port: number
  /** Undefined: there is no proxy unless its port is given. */
  proxyPort: number | undefined
  realtimePort: number
  site: string
  chromiumPath: string | undefined
}): Environment {
  const { operator, home, secrets, infrastructure, port, proxyPort, realtimePort, site, chromiumPath } =
    options
  const { databaseUrl, redisUrl } = infrastructure
  const defaults = {
    NODE_ENV: 'development',
    PROXY_MODE_PORT: proxyPort === undefined ? undefined : String(proxyPort),
    PUBLIC_URL: `http://localhost:${port}`,
    ENCRYPTION_KEYS: secrets.encryption_keys,
    JWT_SECRET: secrets.jwt_secret,
    ADMIN_USER: secrets.admin.user,
    ADMIN_PASSWORD: secrets.admin.password,
    STORAGE_DIR: home.storage,
    MAIL_DIR: home.mail,
    CHROMIUM_PATH: chromiumPath,
    CAPTCHA_TIER: 'true',
    LOG_LEVEL: 'info',
    OPS_HOST: opsHostOf(home),
  }
  const given = Object.fromEntries(
    Object.entries(operator).filter(([, value]) => value !== undefined && value !== ''),
  )
  return {
    ...defaults,
    ...given,
    PORT: String(port),
    OPS_PORT: '0',
    REALTIME_PORT: String(realtimePort),
    // The gateway passes on what is followed live: one port is open to others.
    REALTIME_HOST: '127.0.0.1',
    REALTIME_URL: `http://127.0.0.1:${realtimePort}`,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    EGRESS_ALLOW: joined(operator.EGRESS_ALLOW, hostOf(site)),
    EGRESS_OWN_ADDRESSES: joined(
      operator.EGRESS_OWN_ADDRESSES,
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `127.0.0.1:${realtimePort}`,
      hostOf(databaseUrl),
      hostOf(redisUrl),
      given.OPS_HOST === undefined && defaults.OPS_HOST !== '127.0.0.1' ? defaults.OPS_HOST : undefined,
    ),
  }
}

/** Beside 8080 it is 8900: a second stack has another one too. */
const PROXY_PORT_ABOVE = 820
/** From here on Linux gives ports to connections by itself, any of which may hold one when we want it. */
const SYSTEM_CHOSEN = 32_768

/** The proxy's port beside a port that somebody has chosen; undefined where the system may have given it away. */
export function proxyPortBeside(port: number): number | undefined {
  const beside = port + PROXY_PORT_ABOVE
  return beside < SYSTEM_CHOSEN ? beside : undefined
}

/**
 * A loopback address for the ops servers of this stack alone: the system chooses their ports, so the egress policy
 * refuses the whole address. Only Linux listens on every 127.x.y.z.
 */
function opsHostOf(home: Home): string {
  if (process.platform !== 'linux') return '127.0.0.1'
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(home.root).digest()
  return `127.${64 + (a % 128)}.${b}.${1 + (c % 254)}`
}

function joined(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(',')
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
