import { connectionFields, egressFields, intervalField, intField, nodeEnvField } from '@gleaner/runtime'
import { fileFields } from '@gleaner/storage'
import { z } from 'zod'

const { PUBLIC_URL, ENCRYPTION_KEYS, S3_ENDPOINT } = fileFields

export const config = z.object({
  ...connectionFields,
  ...egressFields,
  PUBLIC_URL,
  ENCRYPTION_KEYS,
  S3_ENDPOINT,
  NODE_ENV: nodeEnvField().describe('development or production; webhooks by plain http only in development'),
  WEBHOOK_CONCURRENCY: intField({ min: 1, max: 10_000, fallback: 1_000 }).describe(
    'webhooks that one process sends at once',
  ),
  WEBHOOK_HOST_CONCURRENCY: intField({ min: 2, max: 1_000, fallback: 32 }).describe(
    'webhooks that the fleet sends to one host at once; one account alone gets half of them, and twice as many over all of its hosts',
  ),
  WEBHOOK_POLL: intervalField(1_000).describe('how often due webhooks are looked for unasked, e.g. 1s'),
})

export type Config = z.infer<typeof config>
