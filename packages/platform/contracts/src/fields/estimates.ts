import { z } from 'zod'

export const Confidence = z
  .enum(['high', 'medium', 'low'])
  .describe('How sure the estimate is, by what is known of the host.')
