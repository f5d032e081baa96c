import { z } from 'zod'
import { durationField, flagField, listField, nodeEnvField, urlField } from './env-fields.ts'
import { settingFacts, settings } from './setting.ts'

/** Where the databases of the fleet are: settings of every service. */
export const connectionFields = settings('databases', {
  DATABASE_URL: urlField(['postgres', 'postgresql'])
    .describe('the Postgres database, e.g. postgres://user:password@host:5432/gleaner')
    .register(settingFacts, { secret: true }),
  DATABASE_CONNECT_TIMEOUT: durationField(3_000, 100).describe(
    'longest wait for a connection to Postgres, a new one or one that is free: what waits longer fails, for callers as a 503',
  ),
  REDIS_URL: urlField(['redis', 'rediss'])
    .describe('the Redis server, e.g. redis://host:6379, with appendonly yes and maxmemory-policy noeviction')
    .register(settingFacts, { secret: true }),
})

/** Where callers find the API: setting of every service that makes links, or knows its own addresses. */
export const publicFields = settings('api', {
  PUBLIC_URL: urlField(['http', 'https']).describe(
    'where callers reach the API, e.g. https://api.example.com; links in replies begin with it',
  ),
})

export const nodeEnvFields = settings('api', {
  NODE_ENV: nodeEnvField().describe(
    'development allows what no stranger may have: credits without payment, OAuth redirects to localhost, webhooks by plain http',
  ),
})

/** Which addresses that callers name may be reached: settings of every service that connects to them. */
export const egressFields = settings('egress', {
  EGRESS_ALLOW: z
    .string()
    .optional()
    .describe('places that may be reached although they are private: host:port and networks (10.0.0.0/8)')
    .register(settingFacts, { takes: 'comma list' }),
  EGRESS_OWN_ADDRESSES: z
    .string()
    .optional()
    .describe(
      'addresses of this deployment, never reachable: addresses, networks, names and host:port. The hosts of DATABASE_URL, REDIS_URL, PUBLIC_URL and S3_ENDPOINT and the ports of each process are closed without being named',
    )
    .register(settingFacts, { takes: 'comma list' }),
  EGRESS_HOSTS: z
    .string()
    .optional()
    .describe(
      'names that lead to given addresses, for tests and installations without a resolver: example.com=10.0.0.8. Private addresses still need EGRESS_ALLOW',
    )
    .register(settingFacts, { takes: 'comma list' }),
  EGRESS_BLOCKED_DOMAINS: listField().describe('domains that are refused, with their subdomains'),
})

/** The operator's proxies: setting of every service that fetches pages, or lets callers ask for a proxy. */
export const proxyFields = settings('fetching', {
  PROXIES: z
    .string()
    .optional()
    .describe("the operator's proxies")
    .register(settingFacts, { takes: 'JSON array of {"url", "pool"?, "country"?}', secret: true }),
})

/** Setting of every service that checks requests. */
export const captchaFields = settings('fetching', {
  CAPTCHA_TIER: flagField(false).describe(
    'whether callers may ask for tier 5, which works on challenges that sites put up',
  ),
})

/** Settings of whatever fetches as tier 1 does. */
export const curlFields = settings('fetching', {
  CURL_USER_AGENT: z
    .string()
    .optional()
    .describe('User-Agent of tier 1; name a contact in it, e.g. ExampleBot/1.0 (+https://example.com/bot)')
    .register(settingFacts, { byDefault: "a plain one of Gleaner's" }),
})
