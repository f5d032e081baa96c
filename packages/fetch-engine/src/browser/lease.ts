import type { Egress } from '@gleaner/egress'
import type { BrowserContext, CDPSession, Page, Target } from 'puppeteer-core'
import type { Chromium } from './chromium.ts'

export interface LeaseOptions {
  /** Proxy URL of this page's traffic; the egress forward proxy chains to it. */
  proxy?: string | undefined
}

/** A page in a context of its own, and a protocol session on it. */
export interface Lease {
  page: Page
  session: CDPSession
  /** Full version of the browser, e.g. `156.0.8078.79`. */
  version: string
  mainFrameId: string
  /** Rejects with BrowserLost when the page or its browser dies; never settles otherwise. */
  lost: Promise<never>
  /** Takes the page away with all it stored. Safe to call twice. */
  close(): Promise<void>
}

export async function openLease(chromium: Chromium, egress: Egress, options: LeaseOptions): Promise<Lease> {
  const { browser } = chromium
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: 'deny' },
    ...(options.proxy && {
      proxyServer: (await egress.forwardProxy(options.proxy)).server,
      proxyBypassList: ['<-loopback>'],
    }),
  })
  let closing: Promise<void> | undefined
  const close = () => (closing ??= context.close())
  try {
    const page = await context.newPage()
    closePopups(context, page)
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
    const session = await page.createCDPSession()
    const { frameTree } = await session.send('Page.getFrameTree')
    const lost = untilLost(chromium, page)
    return { page, session, version: chromium.version, mainFrameId: frameTree.frame.id, lost, close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

/** Windows that a page opens are nobody's page: they are closed as they come. */
function closePopups(context: BrowserContext, own: Page): void {
  const ownTarget = own.target()
  context.on('targetcreated', (target: Target) => {
    if (target !== ownTarget && target.type() === 'page') {
      void target
        .asPage()
        .then((popup) => popup.close())
        .catch(() => undefined)
    }
  })
}

function untilLost({ browser }: Chromium, page: Page): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onLost = () => reject(new BrowserLost())
  page.once('error', onLost)
  browser.once('disconnected', onLost)
  page.once('close', () => browser.off('disconnected', onLost))
  // Nobody may be waiting any more when the browser dies.
  promise.catch(() => undefined)
  return promise
}

/** A browser or page died under the work: killed from outside, out of memory, or crashed by what it showed. */
export class BrowserLost extends Error {
  override readonly name = 'BrowserLost'
  override readonly message = 'The browser died while it showed the page'
}
