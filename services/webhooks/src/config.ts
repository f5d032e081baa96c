import { connectionFields } from '@gleaner/runtime'
import { z } from 'zod'

export const config = z.object(connectionFields)

export type Config = z.infer<typeof config>
