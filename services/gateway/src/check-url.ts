import { ApiError } from '@gleaner/contracts'
import type { Context } from './context.ts'

type WithEgress = Pick<Context, 'egress'>

/** Checks the text of a page's URL against the egress policy; the worker also checks what the name resolves to. */
export function checkTargetUrl({ egress }: WithEgress, url: string): void {
  withApiError(() => egress.checkUrl(url))
}

/** Checks a proxy's URL against the egress policy, like any target's. */
export function checkProxyUrl({ egress }: WithEgress, url: string): void {
  withApiError(() => egress.checkProxyUrl(url))
}

function withApiError(check: () => void): void {
  try {
    check()
  } catch (error) {
    throw new ApiError('URL_NOT_ALLOWED', `url: ${(error as Error).message}`, {
      issues: [{ path: 'url', message: (error as Error).message }],
    })
  }
}
