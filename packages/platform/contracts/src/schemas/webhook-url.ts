import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { hasNoControls } from './primitives.ts'

/** An address that is told what has happened, as a request names it. Whether it may be called is decided by the egress policy. */
export const WebhookUrl = z
  .string()
  .trim()
  .max(LIMITS.webhookUrlChars, {
    message: `at most ${LIMITS.webhookUrlChars.toLocaleString('en')} characters`,
    abort: true,
  })
  .refine(
    (text) => hasNoControls(text) && URL.canParse(text),
    'must be an absolute URL such as https://example.com/hook',
  )
  .describe('An https address that is told what has happened.')
