import type { CDPSession, Page } from 'puppeteer-core'
import type { BrowserGuard } from './browser-guard.ts'
import { type BrowserWindow, openWindow } from './browser-window.ts'
import type { Chromium } from './chromium.ts'
import { cleanWindow } from './clean-window.ts'

export interface LeaseOptions {
  /** Where the visit begins. */
  url: string
  /** Proxy URL of this page's traffic; the egress forward proxy chains to it. */
  proxy?: string | undefined
  /** Its window serves nobody else (`isolation.ts` says which visits are). */
  personal: boolean
  /** Pictures of the page will be taken. */
  visible: boolean
  /** Whose page it is: others' are never open in the same browser at the same time. */
  share?: string | undefined
  /** In a browser of its own: what happens to other pages' browsers does not touch it, nor the other way around. */
  alone?: boolean | undefined
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
  /** Rejects when the page or its browser dies: with OverBudget when it used too much, else with BrowserLost. */
  lost: Promise<never>
}

/** The windows of one browser: opened when needed, wiped and lent again where nothing personal was in them. */
export interface Windows {
  lend(options: LeaseOptions): Promise<{ lease: Lease; giveBack(finished: boolean): Promise<void> }>
}

/** `proxyServer` names the proxy of a page that goes out directly or by way of an upstream proxy. */
export function createWindows(
  chromium: Chromium,
  guard: BrowserGuard,
  proxyServer: (upstream?: string) => Promise<string>,
): Windows {
  const clean: BrowserWindow[] = []

  async function lend(options: LeaseOptions) {
    const window = (!options.personal && takeClean(options.url)) || (await open(options))
    const { page, mainFrameId } = window
    const listening = listenTo(page)
    const session = await page.createCDPSession()
    const guarded = await guard.admit(page, session)
    // An answer that was under way when the window was wiped may have set a cookie since.
    if (window.uses > 0) await session.send('Storage.clearCookies')

    async function giveBack(finished: boolean): Promise<void> {
      listening.stop()
      if (!finished) guarded.endProcess()
      guarded.leave()
      if (!options.personal && finished) {
        await session.detach()
        if (await cleanWindow(window)) return void clean.push(window)
      }
      await window.close()
    }
    const { on } = listening
    return {
      lease: { page, session, version: chromium.version, mainFrameId, on, lost: guarded.lost },
      giveBack,
    }
  }

  /** A clean window that leads to this address as a new one would; the oldest makes room when none does. */
  function takeClean(url: string): BrowserWindow | undefined {
    const isPlain = url.startsWith('http:')
    const at = clean.findLastIndex(({ watch }) => !(isPlain && watch.insistsOnHttps()))
    if (at >= 0) return clean.splice(at, 1)[0]
    clean
      .shift()
      ?.close()
      .catch(() => undefined)
    return undefined
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
