import { hostFields } from '@gleaner/jobs'
import { connectionFields, curlFields, egressFields } from '@gleaner/runtime'
import { fileFields } from '@gleaner/storage'
import { z } from 'zod'

const { PUBLIC_URL, ENCRYPTION_KEYS, S3_ENDPOINT } = fileFields

export const config = z.object({
  ...connectionFields,
  ...egressFields,
  ...hostFields,
  ...curlFields,
  PUBLIC_URL,
  ENCRYPTION_KEYS,
  S3_ENDPOINT,
})

export type Config = z.infer<typeof config>
