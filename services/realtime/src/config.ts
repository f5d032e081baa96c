import { accessTokenFields, corsOriginsField, trustProxyField } from '@gleaner/http-api'
import { connectionFields, portField, urlField } from '@gleaner/runtime'
import { z } from 'zod'

export const config = z.object({
  REALTIME_PORT: portField(8082).describe('port of event streams and WebSockets'),
  REALTIME_HOST: z.string().default('0.0.0.0').describe('address to listen on'),
  REALTIME_TRUST_PROXY: trustProxyField(1).describe(
    'proxies in front of the realtime service, as TRUST_PROXY; the gateway or the edge is one',
  ),
  CORS_ORIGINS: corsOriginsField().describe(
    'comma list of origins whose pages may use the API from a browser; * is every one',
  ),
  PUBLIC_URL: urlField(['http', 'https']).describe(
    'where callers reach the API, e.g. https://api.example.com',
  ),
  ...accessTokenFields,
  ...connectionFields,
})

export type Config = z.infer<typeof config>
