import type { BrowserWindow } from './browser-window.ts'
import { puppeteerSession } from './puppeteer.ts'

/** A window is not used for ever: renderers grow. */
const MAX_USES = 40
/** A page that holds its renderer longer is not waited for. */
const LEAVE_TIMEOUT_MS = 2_000

/**
 * Leaves the page and wipes all it stored: cookies, caches, every kind of storage of every origin (partitioned ones
 * too), workers, history, the window's name. False when something may be left; the window is then of no more use.
 */
export async function cleanWindow(window: BrowserWindow): Promise<boolean> {
  window.uses += 1
  if (window.uses >= MAX_USES) return false
  try {
    const { page, context } = window
    await page.goto('about:blank', { timeout: LEAVE_TIMEOUT_MS })
    const session = puppeteerSession(page)
    await Promise.all([
      session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }),
      session.send('Network.clearBrowserCache'),
      session.send('Page.resetNavigationHistory'),
      session.send('Runtime.evaluate', { expression: "window.name = ''" }),
    ])
    // A worker that outlives its page could still write.
    return context.targets().every((target) => target === page.target())
  } catch {
    return false
  }
}
