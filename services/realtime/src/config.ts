import { accessTokenFields, corsFields, trustProxyField } from '@gleaner/http-api'
import { connectionFields, portField, publicFields, settings } from '@gleaner/runtime'
import { z } from 'zod'

export const config = z.object({
  ...settings('api', {
    REALTIME_PORT: portField(8082).describe('port of event streams and WebSockets'),
    REALTIME_HOST: z
      .string()
      .default('0.0.0.0')
      .describe('address that event streams and WebSockets listen on'),
    REALTIME_TRUST_PROXY: trustProxyField(1).describe(
      'proxies in front of the realtime service, as TRUST_PROXY; the gateway or the edge is one',
    ),
  }),
  ...corsFields,
  ...publicFields,
  ...accessTokenFields,
  ...connectionFields,
})

export type Config = z.infer<typeof config>
