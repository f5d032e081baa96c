import {
  connectionFields,
  egressFields,
  intervalField,
  intField,
  nodeEnvFields,
  settings,
} from '@gleaner/runtime'
import { fileFields } from '@gleaner/storage'
import { z } from 'zod'

const { PUBLIC_URL, ENCRYPTION_KEYS, S3_ENDPOINT } = fileFields

export const config = z.object({
  ...connectionFields,
  ...egressFields,
  PUBLIC_URL,
  ENCRYPTION_KEYS,
  S3_ENDPOINT,
  ...nodeEnvFields,
  ...settings('webhooks', {
    WEBHOOK_CONCURRENCY: intField({ min: 1, max: 10_000, fallback: 1_000, unit: 'webhooks' }).describe(
      'webhooks that one process sends at once',
    ),
    WEBHOOK_HOST_CONCURRENCY: intField({ min: 2, max: 1_000, fallback: 32, unit: 'webhooks' }).describe(
      'webhooks that the fleet sends to one host at once; one account alone gets half of them, and twice as many over all of its hosts',
    ),
    WEBHOOK_POLL: intervalField(1_000).describe(
      'how often due webhooks are looked for when nothing says that there are any',
    ),
  }),
})

export type Config = z.infer<typeof config>
