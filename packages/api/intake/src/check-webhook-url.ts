import { hasUrlCredentials, invalidRequest } from '@gleaner/contracts'
import { checkTargetUrl } from './check-url.ts'
import type { IntakeContext } from './context.ts'

type Checker = Pick<IntakeContext, 'egress'> & { config: Pick<IntakeContext['config'], 'NODE_ENV'> }

/**
 * Checks an address that is to be told events: HTTPS (in development also HTTP), without a login, and allowed by the egress policy, which
 * is asked again at each attempt. Returns it as it is stored: the way the URL parser writes it.
 */
export function checkWebhookUrl(ctx: Checker, text: string, path = 'webhook_url'): string {
  const url = new URL(text)
  const refuse = (message: string) => invalidRequest([{ path, message }])
  const isPlainAllowed = ctx.config.NODE_ENV === 'development'
  if (url.protocol !== 'https:' && !(isPlainAllowed && url.protocol === 'http:'))
    throw refuse('must be an https:// URL')
  if (hasUrlCredentials(text))
    throw refuse('must not hold a user name or password; deliveries are signed, which tells them from others')
  checkTargetUrl(ctx, url.href, path)
  return url.href
}
