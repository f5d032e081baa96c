import type { CDPSession, Page } from 'puppeteer-core'
import { type BrowserWindow, openWindow } from './browser-window.ts'
import type { Chromium } from './chromium.ts'
import { cleanWindow } from './clean-window.ts'

export interface LeaseOptions {
  /** Proxy URL of this page's traffic; the egress forward proxy chains to it. */
  proxy?: string | undefined
  /** The visit carries something of the caller's (cookies, headers, a body): its window serves nobody else. */
  personal: boolean
  /** Pictures of the page will be taken. */
  visible: boolean
}

/** A page that shares nothing with any other, and a protocol session on it. */
export interface Lease {
  page: Page
  session: CDPSession
  /** Full version of the browser, e.g. `156.0.8078.79`. */
  version: string
  mainFrameId: string
  /** Listens to the page until the lease ends. */
  on: Page['on']
  /** Rejects with BrowserLost when the page or its browser dies; never settles otherwise. */
  lost: Promise<never>
}

/** The windows of one browser: opened when needed, wiped and lent again where nothing personal was in them. */
export interface Windows {
  lend(options: LeaseOptions): Promise<{ lease: Lease; giveBack(finished: boolean): Promise<void> }>
}

/** `proxyServer` names the proxy of a page that goes out directly or by way of an upstream proxy. */
export function createWindows(
  chromium: Chromium,
  proxyServer: (upstream?: string) => Promise<string>,
): Windows {
  const clean: BrowserWindow[] = []

  async function lend(options: LeaseOptions) {
    const isReusable = !options.personal && !options.visible && options.proxy === undefined
    const window = (isReusable && clean.pop()) || (await open(options))
    const { page, mainFrameId } = window
    const listening = listenTo(page)
    const lost = untilLost(chromium, listening)
    const session = await page.createCDPSession()
    // An answer that was under way when the window was wiped may have set a cookie since.
    if (window.uses > 0) await session.send('Storage.clearCookies')

    async function giveBack(finished: boolean): Promise<void> {
      listening.stop()
      if (isReusable && finished) {
        await session.detach()
        if (await cleanWindow(window)) return void clean.push(window)
      }
      await window.close()
    }
    const { on } = listening
    return { lease: { page, session, version: chromium.version, mainFrameId, on, lost }, giveBack }
  }

  async function open({ proxy, visible }: LeaseOptions): Promise<BrowserWindow> {
    return openWindow(chromium, { proxyServer: await proxyServer(proxy), visible })
  }

  return { lend }
}

interface Listening {
  on: Page['on']
  stop(): void
}

/** A page outlives its leases, so what listens to it during one must end with it. */
function listenTo(page: Page): Listening {
  const undo: (() => void)[] = []
  return {
    on(event, handler) {
      page.on(event, handler)
      undo.push(() => page.off(event, handler))
      return page
    },
    stop() {
      for (const run of undo) run()
    },
  }
}

function untilLost({ browser }: Chromium, { on }: Listening): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting any more when the browser dies.
  promise.catch(() => undefined)
  const onLost = () => reject(new BrowserLost())
  on('error', onLost)
  browser.once('disconnected', onLost)
  on('close', () => browser.off('disconnected', onLost))
  return promise
}

/** A browser or page died under the work: killed from outside, out of memory, or crashed by what it showed. */
export class BrowserLost extends Error {
  override readonly name = 'BrowserLost'
  override readonly message = 'The browser died while it showed the page'
}
