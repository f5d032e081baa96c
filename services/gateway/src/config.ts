import { SIGNUP_CREDITS } from '@gleaner/billing'
import { exportFields } from '@gleaner/exports/settings'
import { accessTokenFields, corsFields, trustProxyField } from '@gleaner/http-api'
import { isDomain } from '@gleaner/oauth'
import { archiveFields } from '@gleaner/page-archive'
import { paymentFields } from '@gleaner/payments/settings'
import {
  captchaFields,
  connectionFields,
  egressFields,
  flagField,
  intField,
  listField,
  nodeEnvFields,
  portField,
  proxyFields,
  publicFields,
  settingFacts,
  settings,
  urlField,
} from '@gleaner/runtime'
import { searchFields } from '@gleaner/search/settings'
import { singleSignOnFields } from '@gleaner/single-sign-on/settings'
import { fileFields } from '@gleaner/storage'
import { supportFields } from '@gleaner/support/settings'
import { z } from 'zod'

export const config = z.object({
  ...settings('api', {
    PORT: portField(8080).describe('port of the API'),
    HOST: z.string().default('0.0.0.0').describe('address that the API listens on'),
  }),
  ...publicFields,
  ...nodeEnvFields,
  ...settings('api', {
    TRUST_PROXY: trustProxyField().describe(
      "proxies in front that are believed when they tell the caller's address (X-Forwarded-For): how many, or which ones, e.g. 10.0.0.0/8 or loopback",
    ),
    REALTIME_URL: urlField(['http'])
      .optional()
      .describe(
        'where the realtime service answers, for the gateway to pass on what comes to its own port. Not needed where the edge routes there itself',
      ),
    PROXY_MODE_PORT: intField({ min: 0, max: 65_535, unit: 'port' })
      .optional()
      .describe('port of the HTTP proxy through which any client scrapes; without it there is none'),
    DEMO: flagField(true).describe(
      'whether strangers may try a page without a key (POST /scrape/demo): 10 an hour from one address, 4 at once altogether',
    ),
  }),
  ...exportFields,
  ...corsFields,
  ...settings('accounts', {
    REGISTRATION: z
      .enum(['open', 'confirm', 'closed'])
      .default('open')
      .describe(
        'who opens accounts by POST /auth/register. open: strangers, at once; it tells them whether an address has an account already. confirm: strangers who open the link of a mail; it tells nothing. closed: the operator alone',
      ),
    SIGNUP_CREDITS: intField({ max: 1_000_000_000, fallback: SIGNUP_CREDITS, unit: 'credits' }).describe(
      'credits that an account begins with; 5000 are 1 dollar',
    ),
    PASSKEY_DOMAIN: z
      .string()
      .refine(isDomain, 'must be a domain such as example.com')
      .optional()
      .describe(
        'domain that passkeys are of, where a web app on another host takes them too: that of PUBLIC_URL or one above it. Another one voids all passkeys',
      ),
    PASSKEY_ORIGINS: listField()
      .refine(
        (origins) => origins.every(isOrigin),
        'must be a comma list of origins such as https://app.example.com',
      )
      .describe('origins of web apps that take passkeys, besides that of PUBLIC_URL'),
    OAUTH_OWN_DOMAINS: listField()
      .refine((domains) => domains.every(isDomain), 'must be a comma list of domains such as example.com')
      .describe(
        'domains of the service besides that of PUBLIC_URL, with their subdomains: every OAuth client may send people there, by https',
      ),
    OAUTH_CLIENT_DOCUMENTS: flagField(true).describe(
      'whether a tool that the operator has not registered may ask people for a key, where its client_id is the https address of its metadata. The consent page shows that address',
    ),
    OAUTH_REGISTRATION: flagField(false).describe(
      'whether tools may register themselves (POST /oauth/register, RFC 7591) and then ask people for a key',
    ),
  }),
  ...singleSignOnFields,
  ...paymentFields,
  ...connectionFields,
  ...fileFields,
  ...archiveFields,
  ...accessTokenFields,
  ...settings('secrets', {
    ADMIN_USER: z.string().default('admin').describe('login of the queue UI (/admin/queues)'),
    ADMIN_PASSWORD: z
      .string()
      .min(12)
      .describe('password of the queue UI, at least 12 characters')
      .register(settingFacts, { secret: true }),
  }),
  ...egressFields,
  ...proxyFields,
  ...settings('fetching', {
    PROXY_TEST_URL: urlField(['http', 'https'])
      .default('https://www.example.com/')
      .describe("page that POST /proxies/{id}/test fetches through a caller's own proxy"),
  }),
  ...captchaFields,
  ...searchFields,
  ...supportFields,
})

export type Config = z.infer<typeof config>

function isOrigin(text: string): boolean {
  return URL.parse(text)?.origin === text
}
