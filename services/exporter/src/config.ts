import { exportFields } from '@gleaner/exports/settings'
import { connectionFields, egressFields, nodeEnvFields } from '@gleaner/runtime'
import { fileFields } from '@gleaner/storage'
import { z } from 'zod'

export const config = z.object({
  ...connectionFields,
  ...egressFields,
  ...fileFields,
  ...exportFields,
  ...nodeEnvFields,
})

export type Config = z.infer<typeof config>
