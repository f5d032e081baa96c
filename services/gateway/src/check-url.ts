import { ApiError } from '@gleaner/contracts'
import type { Context } from './context.ts'

type WithEgress = Pick<Context, 'egress'>

/** Refuses a page's address by its text alone (the egress policy); the worker checks again what the name resolves to. */
export function checkTargetUrl({ egress }: WithEgress, url: string): void {
  refuseClosed(() => egress.checkUrl(url))
}

/** Refuses a proxy's address: the egress policy holds for it as for any target. */
export function checkProxyUrl({ egress }: WithEgress, url: string): void {
  refuseClosed(() => egress.checkProxyUrl(url))
}

function refuseClosed(check: () => void): void {
  try {
    check()
  } catch (error) {
    throw new ApiError('URL_NOT_ALLOWED', `url: ${(error as Error).message}`, {
      issues: [{ path: 'url', message: (error as Error).message }],
    })
  }
}
