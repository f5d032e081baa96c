import type { CDPEvents, CDPSession, Page } from 'puppeteer-core'
import type { BrowserGuard } from '../budgets/browser-guard.ts'
import type { Chromium } from '../chromium/chromium.ts'
import type { Device } from '../chromium/devices.ts'
import { NO_PROXY } from '../chromium/flags.ts'
import { puppeteerSession } from '../protocol/puppeteer-session.ts'
import type { Command } from '../protocol/set-up-workers.ts'
import { type BrowserContext, openBrowserContext } from './browser-context.ts'
import { cleanContext } from './clean-context.ts'

export interface LeaseOptions {
  /** Where the visit begins. */
  url: string
  /** What the browser passes itself off as. */
  device: Device
  /** Proxy URL of this page's traffic; the egress forward proxy chains to it. */
  proxy?: string | undefined
  /** Nothing that it asks for reaches a network. Its context must be its own (`personal`). */
  offline?: boolean | undefined
  /** Its context serves nobody else (`isolation.ts` says which visits are). */
  personal: boolean
  /** Pictures of the page will be taken. */
  visible: boolean
  /** Whose page it is: others' are never open in the same browser at the same time. */
  share?: string | undefined
  /** A person looks at it and answers its dialogs; windows that it opens stay. */
  attended?: boolean | undefined
  /** In a browser of its own: what happens to other pages' browsers does not touch it, nor the other way around. */
  alone?: boolean | undefined
}

/** A page that shares nothing with any other, and a protocol session on it. */
export interface Lease {
  page: Page
  session: CDPSession
  device: Device
  /** Full version of the browser, e.g. `156.0.8078.79`. */
  version: string
  /** What each worker of the page is told before its first script runs. */
  setUpWorkers(commands: readonly Command[]): void
  mainFrameId: string
  /** Listens to the page until the lease ends. */
  on: Page['on']
  /** The same for events of the protocol's network domain. */
  onNetwork<E extends keyof CDPEvents>(event: E, handler: (event: CDPEvents[E]) => void): void
  /** Rejects when the page or its browser dies: with OverBudget when it used too much, else with BrowserLost. */
  lost: Promise<never>
}

/** The contexts of one browser: opened when needed, cleaned and used again where nothing personal was in them. */
export interface BrowserContexts {
  acquire(options: LeaseOptions): Promise<{ lease: Lease; release(finished: boolean): Promise<void> }>
}

/** `proxyServer` names the proxy of a page that goes out directly or by way of an upstream proxy. */
export function createBrowserContexts(
  chromium: Chromium,
  guard: BrowserGuard,
  proxyServer: (upstream?: string) => Promise<string>,
): BrowserContexts {
  const { version, workers } = chromium
  const clean: BrowserContext[] = []

  async function acquire(options: LeaseOptions) {
    const context = (!options.personal && takeClean(options.url)) || (await open(options))
    const { page, mainFrameId } = context
    const contextId = page.browserContext().id!
    const listening = listenTo(page)
    const session = await page.createCDPSession()
    const [guarded] = await Promise.all([
      guard.admit(page, session),
      // Until now nobody looked at it.
      puppeteerSession(page).send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      // A response that was under way when the context was cleaned may have set a cookie since.
      // (`Storage.clearCookies` would clear those of the browser's first context.)
      context.uses > 0 && session.send('Network.clearBrowserCookies'),
    ])

    async function release(finished: boolean): Promise<void> {
      listening.stop()
      workers.delete(contextId)
      if (!finished) guarded.endProcess()
      guarded.leave()
      const isReusable = !options.personal && finished && (await cleanContext(context, session))
      if (isReusable) return void clean.push(context)
      await context.close()
    }
    const { on, onNetwork } = listening
    const { lost } = guarded
    const setUpWorkers = (commands: readonly Command[]) => workers.set(contextId, commands)
    const { device } = options
    const lease = { page, session, device, version, setUpWorkers, mainFrameId, on, onNetwork, lost }
    return { lease, release }
  }

  /** A clean context that opens this URL as a new one would; the oldest is closed when none does. */
  function takeClean(url: string): BrowserContext | undefined {
    const isPlain = url.startsWith('http:')
    const at = clean.findLastIndex(({ watch }) => !(isPlain && watch.hasHsts()))
    if (at >= 0) return clean.splice(at, 1)[0]
    clean
      .shift()
      ?.close()
      .catch(() => undefined)
    return undefined
  }

  async function open({ proxy, visible, offline, attended = false }: LeaseOptions): Promise<BrowserContext> {
    const server = offline ? NO_PROXY : await proxyServer(proxy)
    return openBrowserContext(chromium, { proxyServer: server, visible, attended })
  }

  return { acquire }
}

interface Listening extends Pick<Lease, 'on' | 'onNetwork'> {
  stop(): void
}

/** A page outlives its leases, so what listens to it during one must end with it. */
function listenTo(page: Page): Listening {
  const undo: (() => void)[] = []
  const session = puppeteerSession(page)
  return {
    on(event, handler) {
      page.on(event, handler)
      undo.push(() => page.off(event, handler))
      return page
    },
    onNetwork(event, handler) {
      session.on(event, handler)
      undo.push(() => session.off(event, handler))
    },
    stop() {
      for (const run of undo) run()
    },
  }
}
