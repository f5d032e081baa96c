import { ApiError } from '@gleaner/contracts'
import type { Context } from './context.ts'

type WithEgress = Pick<Context, 'egress'>

/** Refuses a page's address by what the string alone tells; the worker checks again what the name resolves to. */
export function checkAddress({ egress }: WithEgress, url: string): void {
  refuseClosed(() => egress.checkUrl(url))
}

/** Refuses a proxy's address: it is reached through the egress door like any target, and not on private networks. */
export function checkProxyAddress({ egress }: WithEgress, url: string): void {
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
