import type { CDPSession, Page, Target } from 'puppeteer-core'
import { quieten } from '../browser/pool/browser-context.ts'
import { puppeteerSession } from '../browser/protocol/puppeteer-session.ts'

/** A page of an attended browser that its person is not shown. */
export interface UnseenPages {
  /** Opens one for as long as `work` lasts, after those that were asked for before. */
  withPage<T>(work: (session: CDPSession, mainFrameId: string) => Promise<T>): Promise<T>
  /** Whether a target is such a page. */
  owns(target: Target): Promise<boolean>
}

export function createUnseenPages(beside: Page): UnseenPages {
  const context = beside.browserContext()
  const own = new Set<string>()
  let opening: Promise<string> | undefined
  let last: Promise<unknown> = Promise.resolve()

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
      own.add(id)
      const target = await context.waitForTarget((each) => idOf(each) === id, { timeout: OPEN_TIMEOUT_MS })
      return await target.asPage()
    } finally {
      await control.detach().catch(() => undefined)
    }
  }

  async function withPage<T>(work: (session: CDPSession, mainFrameId: string) => Promise<T>): Promise<T> {
    const page = await open()
    try {
      const mainFrameId = await quieten(page)
      return await work(puppeteerSession(page), mainFrameId)
    } finally {
      await page.close().catch(() => undefined)
    }
  }

  return {
    withPage(work) {
      const done = last.then(() => withPage(work))
      last = done.catch(() => undefined)
      return done
    },
    async owns(target) {
      // Its target may be told of before its id is.
      if (opening) await opening.then((id) => own.add(id)).catch(() => undefined)
      return own.has(idOf(target))
    },
  }
}

const OPEN_TIMEOUT_MS = 10_000

/** Puppeteer keeps it to itself. */
function idOf(target: Target): string {
  return (target as unknown as { _targetId: string })._targetId
}
