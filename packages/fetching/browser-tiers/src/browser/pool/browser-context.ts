import type { CDPSession, Page, BrowserContext as PuppeteerContext, Target } from 'puppeteer-core'
import { CAPTURE_BYTES_EACH, CAPTURE_BYTES_TOTAL } from '../budgets/page-budgets.ts'
import type { Chromium } from '../chromium/chromium.ts'
import { SCREEN } from '../chromium/devices.ts'
import { puppeteerSession } from '../protocol/puppeteer-session.ts'
import { type ContextWatch, watchContext } from './context-watch.ts'

export interface ContextOptions {
  /** Proxy server of this context's traffic; the browser itself has none. */
  proxyServer: string
  /**
   * Pictures will be taken of it. Otherwise its window is minimized: the page still counts as visible and renders as
   * ever, but tabs and toolbar are not drawn, which halves its cost.
   */
  visible: boolean
  /** A person answers its dialogs, and windows that it opens stay. */
  attended: boolean
}

/** A context that shares nothing with any other, with one page in a window of its own. */
export interface BrowserContext {
  page: Page
  mainFrameId: string
  /** Records what decides whether it may be used again. */
  watch: ContextWatch
  /** How many visits it has served. */
  uses: number
  close(): Promise<void>
}

export async function openBrowserContext(
  { browser, control }: Chromium,
  options: ContextOptions,
): Promise<BrowserContext> {
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: 'deny' },
    proxyServer: options.proxyServer,
    proxyBypassList: ['<-loopback>'],
  })
  let closing: Promise<void> | undefined
  const close = () => (closing ??= context.close())
  try {
    const target = await openTarget(control, context, options)
    if (!options.attended) closePopups(context, target)
    const page = await target.asPage()
    if (!options.attended) answerDialogs(page)
    const watch = watchContext(page, context, target)
    const mainFrameId = await quieten(page)
    return { page, mainFrameId, watch, uses: 0, close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

/** Takes back what puppeteer turns on in a page and nobody asks for. Returns the id of its main frame. */
export async function quieten(page: Page): Promise<string> {
  const own = puppeteerSession(page)
  await own.send('Network.enable', NETWORK_LIMITS)
  const { frameTree } = await own.send('Page.getFrameTree')
  // Puppeteer's world in every document costs a V8 context each, and nothing runs in it.
  await own.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: PUPPETEERS_WORLD })
  // While it is enabled, scripts can detect a debugger by what `console` does to its arguments.
  await own.send('Runtime.disable')
  await Promise.all([own.send('Performance.disable'), own.send('Log.disable')])
  page.on('workercreated', (worker) => void worker.client.send('Runtime.disable').catch(() => undefined))
  return frameTree.frame.id
}

function answerDialogs(page: Page): void {
  page.on('dialog', (dialog) => {
    // Leaving a page is never up to the page.
    const answered = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()
    answered.catch(() => undefined)
  })
}

/** Scripts for new documents are numbered in the order in which a session adds them; puppeteer's comes first. */
const PUPPETEERS_WORLD = '1'

/**
 * What a page makes the debugger keep and send. Bodies that it posts are never read, and 0 would mean no limit;
 * responses are read by capture-xhr.ts alone, up to its limit.
 */
const NETWORK_LIMITS = {
  maxPostDataSize: 1,
  maxResourceBufferSize: CAPTURE_BYTES_EACH,
  maxTotalBufferSize: 2 * CAPTURE_BYTES_TOTAL,
}

/** Puppeteer's `newPage` knows no window states. The target's id is unknown until it is there, so the first is taken. */
async function openTarget(
  control: CDPSession,
  context: PuppeteerContext,
  { visible }: ContextOptions,
): Promise<Target> {
  const [target] = await Promise.all([
    context.waitForTarget((candidate) => candidate.type() === 'page', { timeout: OPEN_TIMEOUT_MS }),
    control.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId: context.id!,
      newWindow: true,
      ...BOUNDS,
      windowState: visible ? 'normal' : 'minimized',
    }),
  ])
  return target
}

const OPEN_TIMEOUT_MS = 15_000
/** As large as the screen allows. */
const BOUNDS = {
  left: 0,
  top: SCREEN.barHeight,
  width: SCREEN.width,
  height: SCREEN.height - SCREEN.barHeight,
}

/** Popups that a page opens are closed as they appear. */
function closePopups(context: PuppeteerContext, own: Target): void {
  context.on('targetcreated', (target: Target) => {
    if (target !== own && target.type() === 'page') {
      target
        .asPage()
        .then((popup) => popup.close())
        .catch(() => undefined)
    }
  })
}
