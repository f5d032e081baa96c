/** `fixed`: the operator's value does not count. `default`: where the operator sets none. */
type Given = { fixed: string } | { default: string }

/** What a way of running Gleaner gives a setting in place of the default that its declaration has. */
export interface Deployed {
  /** In words: `npm start` makes these up. */
  npmStart?: string
  /** By an image of `infra/docker`, for Compose and the chart alike. */
  image?: Given & { of: 'node' | 'browser' }
  compose?: Given
  /** May be a template of Helm. */
  chart?: Given
}

const MAKE_ENV = ':?make a .env with infra/docker/make-env.mjs'

/** By the setting's name. */
export const DEPLOYED: Readonly<Record<string, Deployed>> = {
  PORT: {
    compose: { fixed: '8080' },
    chart: { fixed: '{{ .Values.services.gateway.port }}' },
  },
  HOST: { image: { of: 'node', fixed: '0.0.0.0' } },
  PUBLIC_URL: { npmStart: '`http://localhost:<PORT>`', chart: { default: 'https://api.example.com' } },
  NODE_ENV: { npmStart: '`development`', image: { of: 'node', default: 'production' } },
  PROXY_MODE_PORT: {
    npmStart: '820 above PORT (8900), which is below 32768',
    compose: { fixed: '8900' },
    chart: { fixed: '{{ .Values.services.gateway.proxyPort }}' },
  },
  // The edge, the Gateway or the ingress controller is the one in front.
  TRUST_PROXY: { compose: { default: '1' }, chart: { default: '1' } },
  REALTIME_PORT: {
    npmStart: 'a free port',
    compose: { fixed: '8080' },
    chart: { fixed: '{{ .Values.services.realtime.port }}' },
  },
  REALTIME_HOST: { npmStart: '`127.0.0.1`', image: { of: 'node', fixed: '0.0.0.0' } },
  REALTIME_URL: {
    npmStart: 'set',
    compose: { fixed: 'http://realtime:8080' },
    chart: { fixed: 'http://{{ .Release.Name }}-realtime:{{ .Values.services.realtime.port }}' },
  },
  DATABASE_URL: {
    npmStart: 'a Postgres of its own, with its data in `.gleaner/data`',
    compose: { fixed: `postgres://gleaner:\${POSTGRES_PASSWORD${MAKE_ENV}}@postgres:5432/gleaner` },
  },
  REDIS_URL: {
    npmStart: 'a Redis of its own',
    compose: { fixed: `redis://:\${REDIS_PASSWORD${MAKE_ENV}}@redis:6379` },
  },
  ENCRYPTION_KEYS: { npmStart: 'made up, kept in `.gleaner/secrets.json`' },
  JWT_SECRET: { npmStart: 'made up, kept in `.gleaner/secrets.json`' },
  ADMIN_PASSWORD: { npmStart: 'made up, kept in `.gleaner/secrets.json`' },
  STORAGE_DIR: { npmStart: '`.gleaner/storage`', image: { of: 'node', fixed: '/data/files' } },
  MAIL_DIR: { npmStart: '`.gleaner/mail`' },
  EGRESS_ALLOW: { npmStart: 'its sample site is added' },
  EGRESS_OWN_ADDRESSES: { npmStart: 'its own are added' },
  CHROMIUM_PATH: {
    npmStart: 'the one on the PATH; PUPPETEER_EXECUTABLE_PATH is read too',
    image: { of: 'browser', fixed: '/usr/bin/chromium' },
  },
  CAPTCHA_TIER: { npmStart: '`true`' },
  OPS_HOST: { npmStart: 'a loopback address of its own', image: { of: 'node', fixed: '0.0.0.0' } },
  OPS_PORT: {
    npmStart: 'free ports, which stand in `.gleaner/dev.json`',
    image: { of: 'node', fixed: '9090' },
  },
  // Whoever routes to a container finds out within this time that it is about to stop.
  DRAIN_TIME: { image: { of: 'node', default: '5s' } },
}

/** Containers besides the services, which read the settings of every process, the databases' and these. */
export const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  migrate: [],
  admin: ['ENCRYPTION_KEYS'],
}

/** A variable that no service reads. */
export interface OtherVariable {
  name: string
  meaning: string
  default: string
  isSecret?: true
}

export const NPM_START_VARIABLES: readonly OtherVariable[] = [
  {
    name: 'GLEANER_HOME',
    meaning: 'folder for data, logs, keys and dev.json. A second stack needs another one, and another PORT',
    default: '.gleaner',
  },
]

export const COMPOSE_VARIABLES: readonly OtherVariable[] = [
  {
    name: 'EDGE_ADDRESS',
    meaning:
      'what the edge answers for: a name, for which it fetches a certificate, or a port for plain http',
    default: ':8080',
  },
  { name: 'EDGE_HTTP_PORT', meaning: 'port of the machine for http', default: '80' },
  { name: 'EDGE_HTTPS_PORT', meaning: 'port of the machine for https', default: '443' },
  {
    name: 'GATEWAY_PORT',
    meaning: 'port of the gateway on loopback, where the queue UI is',
    default: '8081',
  },
  {
    name: 'PROXY_PUBLISHED_PORT',
    meaning: 'port of the HTTP proxy on loopback: keys come to it unencrypted',
    default: '8900',
  },
  { name: 'POSTGRES_PASSWORD', meaning: 'password of the database', default: '', isSecret: true },
  { name: 'REDIS_PASSWORD', meaning: 'password of Redis', default: '', isSecret: true },
  { name: 'GRAFANA_PASSWORD', meaning: 'password of Grafana', default: '', isSecret: true },
  {
    name: 'BROWSER_MEMORY',
    meaning: 'memory of a browser container, by which its pages are counted',
    default: '4g',
  },
  { name: 'GLEANER_VERSION', meaning: 'tag of the images', default: 'local' },
]
