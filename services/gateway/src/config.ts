import { SIGNUP_CREDITS } from '@gleaner/billing'
import { accessTokenFields, corsOriginsField, trustProxyField } from '@gleaner/http-api'
import { isDomain } from '@gleaner/oauth'
import { paymentFields } from '@gleaner/payments/settings'
import {
  connectionFields,
  egressFields,
  flagField,
  intField,
  listField,
  nodeEnvField,
  portField,
  urlField,
} from '@gleaner/runtime'
import { searchFields } from '@gleaner/search/settings'
import { fileFields } from '@gleaner/storage'
import { z } from 'zod'

export const config = z.object({
  PORT: portField(8080).describe('port of the API'),
  HOST: z.string().default('0.0.0.0').describe('address to listen on'),
  NODE_ENV: nodeEnvField().describe('development or production; without it production'),
  ...connectionFields,
  ...fileFields,
  ...paymentFields,
  ...searchFields,
  ...accessTokenFields,
  OAUTH_OWN_DOMAINS: listField()
    .refine((domains) => domains.every(isDomain), 'must be a comma list of domains such as example.com')
    .describe('domains of the service besides that of PUBLIC_URL, to which any OAuth client may redirect'),
  ADMIN_USER: z.string().default('admin').describe('login of the queue UI'),
  ADMIN_PASSWORD: z.string().min(12).describe('password of the queue UI, at least 12 characters'),
  ...egressFields,
  CAPTCHA_TIER: flagField(false).describe('whether tier 5, which works on challenges, may be asked for'),
  PROXIES: z
    .string()
    .optional()
    .describe('JSON array of {"url", "pool"?, "country"?}; see docs/operations.md'),
  PROXY_TEST_URL: urlField(['http', 'https'])
    .default('https://www.example.com/')
    .describe('page that POST /proxies/{id}/test fetches'),
  REALTIME_URL: urlField(['http'])
    .optional()
    .describe('where the realtime service answers, when no edge in front of the gateway routes to it'),
  DEMO: flagField(true).describe('whether POST /scrape/demo, which needs no key, is there'),
  CORS_ORIGINS: corsOriginsField().describe(
    'comma list of origins whose pages may use the API from a browser; * is every one',
  ),
  REGISTRATION: z
    .enum(['open', 'confirm', 'closed'])
    .default('open')
    .describe(
      'who opens accounts by POST /auth/register: strangers at once, strangers who confirm a mail (nobody learns who has an account), or nobody',
    ),
  SIGNUP_CREDITS: intField({ max: 1_000_000_000, fallback: SIGNUP_CREDITS }).describe(
    'credits that an account begins with',
  ),
  TRUST_PROXY: trustProxyField().describe(
    'number of proxies in front whose X-Forwarded-For is believed, or a comma list of their addresses and networks',
  ),
})

export type Config = z.infer<typeof config>
