import { sleep } from '@gleaner/runtime'
import type { CDPSession } from 'puppeteer-core'
import { puppeteerSession } from '../protocol/puppeteer-session.ts'
import { callInFrame } from '../protocol/run-in-page.ts'
import type { BrowserContext } from './browser-context.ts'

/** A context is not used for ever: renderers grow. */
const MAX_USES = 40
/** A page that holds its renderer longer is not waited for. */
const LEAVE_TIMEOUT_MS = 1_500

/**
 * Ends a visit with its session, leaves the page and wipes all it stored: cookies, caches, every kind of storage of
 * every origin (partitioned ones too), history, the window's name. False when something may be left: the context must
 * then be closed.
 */
export async function cleanContext(context: BrowserContext, visit: CDPSession): Promise<boolean> {
  context.uses += 1
  const { page, watch } = context
  if (context.uses >= MAX_USES || watch.isPersonal()) return false
  try {
    await leave(context, visit)
    const session = puppeteerSession(page)
    await Promise.all([
      session.send('Network.setBlockedURLs', { urls: [] }),
      session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }),
      session.send('Network.clearBrowserCache'),
      session.send('Page.resetNavigationHistory'),
      session.send('Runtime.evaluate', { expression: "window.name = ''" }),
    ])
    // What the watch saw during the wipe counts as well. A response under way could set a cookie in the next visit, and
    // a worker that outlives its page could still write.
    const isQuiet = !watch.isPersonal() && watch.requestsUnderWay() === 0
    return (
      isQuiet &&
      page
        .browserContext()
        .targets()
        .every((target) => target === page.target())
    )
  } catch {
    return false
  }
}

/**
 * Leaves the page without running its listeners: what a page sends as it is left cannot be watched, and its response
 * would arrive in the next visit.
 */
async function leave({ page, mainFrameId }: BrowserContext, visit: CDPSession): Promise<void> {
  const session = puppeteerSession(page)
  const blocked = session.send('Network.setBlockedURLs', { urls: ['*'] })
  const emptied = callInFrame(visit, mainFrameId, { functionDeclaration: forgetListeners.toString() })
  await Promise.race([Promise.all([blocked, emptied]), tooLong()])
  await Promise.all([
    visit.detach(),
    // Nobody looks at what comes now: a window without a visible page is not drawn.
    session.send('Emulation.setFocusEmulationEnabled', { enabled: false }),
    page.goto('about:blank', { timeout: LEAVE_TIMEOUT_MS }),
  ])
}

/** Opening a document anew takes all listeners off it, off its window and off everything in it. */
function forgetListeners(): void {
  document.open()
  document.close()
}

async function tooLong(): Promise<never> {
  await sleep(LEAVE_TIMEOUT_MS)
  throw new Error('The page holds its renderer')
}
