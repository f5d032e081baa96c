import { ApiError } from '@gleaner/contracts'
import type { IntakeContext } from './context.ts'

type WithEgress = Pick<IntakeContext, 'egress'>

/** Checks the text of a URL, the field `path`, against the egress policy; whoever connects also checks what the name resolves to. */
export function checkTargetUrl({ egress }: WithEgress, url: string, path = 'url'): void {
  withApiError(path, () => egress.checkUrl(url))
}

/** Checks a proxy's URL against the egress policy, like any target's. */
export function checkProxyUrl({ egress }: WithEgress, url: string): void {
  withApiError('url', () => egress.checkProxyUrl(url))
}

function withApiError(path: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    const { message } = error as Error
    throw new ApiError('URL_NOT_ALLOWED', `${path}: ${message}`, { issues: [{ path, message }] })
  }
}
