import { hasLogin, isPersonalRequest, isPersonalResponse } from '@gleaner/http-tiers'
import type { BrowserContext, Page, Target } from 'puppeteer-core'
import { puppeteerSession } from '../protocol/puppeteer-session.ts'

/** What a context's traffic since its opening says about using it again. */
export interface ContextWatch {
  /** It carries something of one visit that no wipe takes away, or may: it is never used again. */
  isPersonal(): boolean
  /** Requests under way: their responses could still set cookies. */
  requestsUnderWay(): number
  /** A host sent Strict-Transport-Security, which browsers remember: plain http URLs would be changed. */
  hasHsts(): boolean
}

/**
 * Watches a context from its opening to its end. Logins show in addresses and headers (Chromium does not report a
 * challenge that it answers by itself). The requests of workers and other targets cannot be seen from here, so one of
 * them is enough.
 */
export function watchContext(page: Page, context: BrowserContext, own: Target): ContextWatch {
  const session = puppeteerSession(page)
  let personal = false
  let hsts = false
  const underWay = new Set<string>()

  const checkUrl = (url: string) => {
    if (url.includes('@')) personal ||= hasLogin(url)
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, redirectResponse }) => {
    underWay.add(requestId)
    checkUrl(request.url)
    if (redirectResponse) checkUrl(redirectResponse.url)
  })
  session.on('Network.loadingFinished', ({ requestId }) => underWay.delete(requestId))
  session.on('Network.loadingFailed', ({ requestId }) => underWay.delete(requestId))
  // Addresses of frames come without their login anywhere else.
  session.on('Page.frameRequestedNavigation', ({ url }) => checkUrl(url))
  session.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    personal ||= isPersonalRequest(headers)
  })
  session.on('Network.responseReceivedExtraInfo', ({ headers, statusCode }) => {
    personal ||= statusCode === 401 || statusCode === 407 || isPersonalResponse(headers)
    hsts ||= Object.keys(headers).some((name) => name.toLowerCase() === 'strict-transport-security')
  })
  page.on('workercreated', () => {
    personal = true
  })
  context.on('targetcreated', (target: Target) => {
    if (target !== own) personal = true
  })

  return { isPersonal: () => personal, requestsUnderWay: () => underWay.size, hasHsts: () => hsts }
}
