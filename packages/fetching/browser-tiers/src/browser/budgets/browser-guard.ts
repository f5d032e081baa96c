import { withTimeout } from '@gleaner/runtime'
import { killProcess } from '@gleaner/runtime/process-table'
import pLimit from 'p-limit'
import type { CDPSession, Page } from 'puppeteer-core'
import type { Chromium } from '../chromium/chromium.ts'
import type { PipeReports } from '../protocol/pipe.ts'
import { puppeteerSession } from '../protocol/puppeteer-session.ts'
import { BrowserLost } from './browser-lost.ts'
import { findRenderer } from './find-renderer.ts'
import type { OverBudget, PageBudgets } from './page-budgets.ts'
import { type ProcessWatch, watchProcesses } from './process-watch.ts'
import { createProtocolUsage } from './protocol-usage.ts'

/**
 * Keeps the pages of one browser within their budgets, from outside: by its processes in `/proc`, and by what arrives
 * on its debugging pipe. A page over its budget ends alone where it is known to be the one. Where it is not, as with
 * memory of the browser itself, the browser ends; a page that had it to itself is then the culprit, and any other is
 * merely lost and may be tried again, alone.
 */
export interface BrowserGuard {
  /** For the browser's pipe. */
  readonly reports: PipeReports
  /** Begins to guard a page of the running browser. */
  admit(page: Page, session: CDPSession): Promise<GuardedPage>
}

export interface GuardedPage {
  /** Rejects with OverBudget or BrowserLost when the page ends before `leave`; never settles otherwise. */
  lost: Promise<never>
  /** Ends the page's process, as far as it is known: a page that hangs cannot keep its browser from closing it. */
  endProcess(): void
  leave(): void
}

export interface GuardOptions {
  budgets: PageBudgets
  /** The browser serves one page only. */
  alone: boolean
  chromium: Promise<Chromium>
}

/** How soon Chromium reports that a page's process is gone. */
const NOTICE_MS = 10_000
/** What a blank page takes to be found on a busy machine; a page that is not is still watched. */
const LOOK_UP_MS = 3_000
/** Processes over their budget that no page died with (shared workers, popups), before the browser is ended. */
const MAX_STRAY_KILLS = 3

interface Watched {
  page: Page
  session: CDPSession
  renderer?: number | undefined
  lose(error: Error): void
}

export function createBrowserGuard({ budgets, alone, chromium }: GuardOptions): BrowserGuard {
  const watched = new Set<Watched>()
  /** Renderers that were ended here, until a page is seen to die with one. */
  const killed = new Map<number, OverBudget>()
  let running: Chromium | undefined
  let watch: ProcessWatch | undefined
  /** Renderers are identified for one page at a time (`findRenderer`). */
  const oneAtATime = pLimit(1)
  let foreignKills = 0
  let endedBy: OverBudget | undefined

  const usage = createProtocolUsage<Watched>({
    mostBytes: budgets.protocolBytes,
    sessionOf: (id) => running?.control.connection()?.session(id) ?? undefined,
    ownerOf: (session) =>
      [...watched].find((one) => one.session === session || puppeteerSession(one.page) === session),
    endPage(one, over) {
      one.lose(over)
      endProcessOf(one)
    },
    endBrowser,
  })

  chromium.then(
    (started) => {
      running = started
      const pages = () => watched.size
      watch = watchProcesses(started.pid, started.folder, { budgets, pages, endRenderer, endBrowser })
      started.browser.once('disconnected', loseAll)
    },
    // The launch reports its own failure.
    () => undefined,
  )

  async function admit(page: Page, session: CDPSession): Promise<GuardedPage> {
    const { promise: lost, reject } = Promise.withResolvers<never>()
    // Nobody may be waiting any more when the page dies.
    lost.catch(() => undefined)
    const one: Watched = { page, session, lose: reject }
    const onCrash = () => reject(whyCrashed(one))
    page.on('error', onCrash)
    watched.add(one)
    watch?.resume()
    if (running?.browser.connected === false) loseAll()
    await oneAtATime(() => attachRenderer(one).catch(() => undefined))

    function leave(): void {
      page.off('error', onCrash)
      watched.delete(one)
      usage.forget(one)
      if (watched.size === 0) watch?.pause()
    }
    return { lost, endProcess: () => endProcessOf(one), leave }
  }

  /** A renderer serves one page after the other; each is charged with its own use only. */
  async function attachRenderer(one: Watched): Promise<void> {
    if (!watch) return
    const { renderers, startAfresh } = watch
    const free = () => renderers().filter((pid) => ownerOf(pid) === undefined)
    const found = withTimeout('finding a renderer', LOOK_UP_MS, () => findRenderer(one.session, free))
    one.renderer = await found.catch(() => undefined)
    // To end a page for what an earlier one used would be worse than to forget what an unknown one did.
    startAfresh(one.renderer === undefined ? free() : [one.renderer])
  }

  const ownerOf = (pid: number) => [...watched].find(({ renderer }) => renderer === pid)

  function endRenderer(pid: number, over: OverBudget): void {
    if (killed.has(pid)) return
    killed.set(pid, over)
    setTimeout(() => killed.delete(pid), NOTICE_MS).unref()
    killProcess(pid)
    foreignKills += 1
    if (foreignKills > MAX_STRAY_KILLS) endBrowser(over)
  }

  /** A page died: with a renderer that was ended here, or by itself. */
  function whyCrashed(one: Watched): Error {
    const pid = [...killed.keys()].find((each) => each === one.renderer || ownerOf(each) === undefined)
    if (pid === undefined) return new BrowserLost()
    const over = killed.get(pid)!
    killed.delete(pid)
    foreignKills -= 1
    return over
  }

  function endProcessOf({ renderer }: Watched): void {
    if (renderer !== undefined) killProcess(renderer)
  }

  function endBrowser(over?: OverBudget): void {
    endedBy ??= over
    loseAll()
    running?.kill()
  }

  function loseAll(): void {
    const error = endedBy && alone ? endedBy : new BrowserLost()
    for (const one of watched) one.lose(error)
  }

  return { reports: usage.reports, admit }
}
