import type { BrowserContext, Page, Target } from 'puppeteer-core'
import { hasLogin, isPersonalAnswer, isPersonalRequest } from '../../isolation.ts'
import { puppeteerSession } from '../protocol/puppeteer-session.ts'

/** What a context has met since it was opened, as far as it decides who may use it next. */
export interface ContextWatch {
  /** It carries something of one visit that no wipe takes away, or may: it is never used again. */
  isPersonal(): boolean
  /** Requests under way: their answers could still set cookies. */
  requestsUnderWay(): number
  /** A host wants to be asked by https only, which browsers remember: addresses of plain http would be changed. */
  insistsOnHttps(): boolean
}

/**
 * Watches a context from its opening to its end. Logins show in addresses and headers (Chromium does not
 * tell of a challenge that it answers by itself); workers and other targets make requests that nobody sees from here,
 * so that there was one is enough.
 */
export function watchContext(page: Page, context: BrowserContext, own: Target): ContextWatch {
  const session = puppeteerSession(page)
  let personal = false
  let strict = false
  const underWay = new Set<string>()

  const judgeUrl = (url: string) => {
    if (url.includes('@')) personal ||= hasLogin(url)
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, redirectResponse }) => {
    underWay.add(requestId)
    judgeUrl(request.url)
    if (redirectResponse) judgeUrl(redirectResponse.url)
  })
  session.on('Network.loadingFinished', ({ requestId }) => underWay.delete(requestId))
  session.on('Network.loadingFailed', ({ requestId }) => underWay.delete(requestId))
  // Addresses of frames come without their login anywhere else.
  session.on('Page.frameRequestedNavigation', ({ url }) => judgeUrl(url))
  session.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    personal ||= isPersonalRequest(headers)
  })
  session.on('Network.responseReceivedExtraInfo', ({ headers, statusCode }) => {
    personal ||= statusCode === 401 || statusCode === 407 || isPersonalAnswer(headers)
    strict ||= Object.keys(headers).some((name) => name.toLowerCase() === 'strict-transport-security')
  })
  page.on('workercreated', () => {
    personal = true
  })
  context.on('targetcreated', (target: Target) => {
    if (target !== own) personal = true
  })

  return { isPersonal: () => personal, requestsUnderWay: () => underWay.size, insistsOnHttps: () => strict }
}
