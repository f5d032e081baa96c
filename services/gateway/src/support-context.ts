import type { SupportContext } from '@gleaner/support'
import type { Context } from './context.ts'

/** What the functions of support work with. */
export function supportOf({ config, jobs }: Context): SupportContext {
  return {
    secretBox: jobs.secretBox,
    publicUrl: config.PUBLIC_URL,
    supportEmail: config.SUPPORT_EMAIL,
  }
}
