import type { CDPSession, Page, Target } from 'puppeteer-core'
import { quieten } from '../browser/pool/browser-context.ts'
import { puppeteerSession } from '../browser/protocol/puppeteer-session.ts'

/** A page of an attended browser that its person is not shown. */
export interface UnseenPages {
  /** Opens one for as long as `work` lasts. */
  withPage<T>(work: (session: CDPSession, mainFrameId: string) => Promise<T>): Promise<T>
  /** Whether a target is such a page. */
  owns(target: Target): Promise<boolean>
}

export function createUnseenPages(beside: Page): UnseenPages {
  const context = beside.browserContext()
  let opening: Promise<string> | undefined

  async function open(): Promise<Page> {
    const control = await context.browser().target().createCDPSession()
    const opened = control.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId: context.id!,
      newWindow: true,
      background: true,
      windowState: 'minimized',
    })
    opening = opened.then(({ targetId }) => targetId)
    try {
      const id = await opening
      const target = await context.waitForTarget((each) => idOf(each) === id, { timeout: OPEN_TIMEOUT_MS })
      return await target.asPage()
    } finally {
      await control.detach().catch(() => undefined)
    }
  }

  return {
    async withPage(work) {
      const page = await open()
      try {
        const mainFrameId = await quieten(page)
        return await work(puppeteerSession(page), mainFrameId)
      } finally {
        await page.close().catch(() => undefined)
      }
    },
    // Its target may be told of before its id is.
    owns: async (target) => opening !== undefined && (await opening.catch(() => undefined)) === idOf(target),
  }
}

const OPEN_TIMEOUT_MS = 10_000

/** Puppeteer keeps it to itself. */
function idOf(target: Target): string {
  return (target as unknown as { _targetId: string })._targetId
}
