import { sleep } from '@gleaner/runtime'
import { untilAborted } from '@gleaner/runtime/until'
import { createBrowserGuard } from '../budgets/browser-guard.ts'
import { BrowserLost } from '../budgets/browser-lost.ts'
import type { PageBudgets } from '../budgets/page-budgets.ts'
import { type Chromium, launchChromium } from '../chromium/chromium.ts'
import type { Confinement } from '../chromium/confinement.ts'
import type { Device } from '../chromium/devices.ts'
import type { Evasions } from '../chromium/launch-with-evasions.ts'
import { type BrowserContexts, createBrowserContexts, type Lease, type LeaseOptions } from './lease.ts'

export interface PooledBrowserOptions {
  /** What browsers run in at this time. */
  confinement: () => Promise<Confinement>
  executablePath: string
  device: Device
  tempRoot: string
  pagesPerBrowser: number
  recycleAfterPages: number
  recycleAfterMs: number
  recycleAboveBytes: number
  idleCloseMs: number
  budgets: PageBudgets
  /** Changes that make the browser look like one on a desktop; by default those that help. */
  evasions?: Evasions | undefined
}

/** One browser of the pool, from its start to its end. It takes pages until it is worn out, then ends with the last. */
export interface PooledBrowser {
  /** Whether it takes one more page, of this share: all its pages are one share's, as a page can do harm to its browser. */
  accepts(wanted: Pick<LeaseOptions, 'share' | 'device'>): boolean
  isIdle(): boolean
  withPage<T>(options: LeaseOptions, work: (lease: Lease) => Promise<T>, signal: AbortSignal): Promise<T>
  /** Settles when the browser and its folder are gone, whatever ended it. */
  gone: Promise<void>
  close(): Promise<void>
}

/** How long opening or closing a page may take before its browser counts as hung and is ended by force. */
const OPEN_GRACE_MS = 15_000
const CLOSE_GRACE_MS = 3_000
/** Memory is read from the process table at most this often. */
const MEMORY_CHECK_MS = 15_000

export function startPooledBrowser(options: PooledBrowserOptions): PooledBrowser {
  const startedAt = Date.now()
  const { promise: gone, resolve: setGone } = Promise.withResolvers<void>()
  const { promise: launched, resolve: setLaunched } = Promise.withResolvers<Chromium>()
  const guard = createBrowserGuard({
    budgets: options.budgets,
    alone: options.recycleAfterPages === 1,
    chromium: launched,
  })
  const starting = start()
  let retired = false
  let open = 0
  /** Whose pages are open. */
  let openShare: string | undefined
  let served = 0
  let memoryCheckedAt = startedAt
  let idleTimer: NodeJS.Timeout | undefined
  let ending: Promise<void> | undefined

  async function start(): Promise<{ chromium: Chromium; contexts: BrowserContexts }> {
    try {
      const confinement = await options.confinement()
      const { memoryBytes } = options.budgets
      const { reports } = guard
      const chromium = await launchChromium({ ...options, confinement, memoryBytes, reports })
      chromium.browser.once('disconnected', () => void end())
      setLaunched(chromium)
      return { chromium, contexts: createBrowserContexts(chromium, guard, confinement.proxyServer) }
    } catch (error) {
      queueMicrotask(() => void end())
      throw error
    }
  }

  async function withPage<T>(
    wanted: LeaseOptions,
    work: (lease: Lease) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    clearTimeout(idleTimer)
    open += 1
    openShare = wanted.share
    served += 1
    try {
      const { chromium, contexts } = await starting
      const { lease, release } = await acquireFrom(contexts, wanted)
      let finished = false
      try {
        const result = await untilAborted(Promise.race([orLoss(work(lease), lease), lease.lost]), signal)
        finished = true
        return result
      } finally {
        // A browser that is gone has closed its pages.
        await killingAfter(CLOSE_GRACE_MS, chromium, release(finished)).catch(() => undefined)
      }
    } finally {
      open -= 1
      await afterPage()
    }
  }

  async function acquireFrom(contexts: BrowserContexts, wanted: LeaseOptions) {
    const { chromium } = await starting
    try {
      return await killingAfter(OPEN_GRACE_MS, chromium, contexts.acquire(wanted))
    } catch (error) {
      throw chromium.browser.connected ? error : new BrowserLost()
    }
  }

  /** The last page of a worn browser waits for its end, so that nothing is left when the page's work settles. */
  async function afterPage(): Promise<void> {
    retired ||= await isWorn()
    if (open > 0) return
    if (retired) await end()
    else idleTimer = setTimeout(() => void end(), options.idleCloseMs).unref()
  }

  async function isWorn(): Promise<boolean> {
    const now = Date.now()
    if (served >= options.recycleAfterPages || now - startedAt >= options.recycleAfterMs) return true
    if (now - memoryCheckedAt < MEMORY_CHECK_MS) return false
    memoryCheckedAt = now
    return (await starting).chromium.memory() > options.recycleAboveBytes
  }

  function end(): Promise<void> {
    retired = true
    clearTimeout(idleTimer)
    ending ??= starting
      .then(({ chromium }) => chromium.close())
      .catch(() => undefined)
      .then(setGone)
    return ending
  }

  return {
    accepts: ({ share, device }) =>
      !retired &&
      device === options.device &&
      (open === 0 || share === openShare) &&
      open < options.pagesPerBrowser &&
      served < options.recycleAfterPages,
    isIdle: () => open === 0,
    withPage,
    gone,
    close: end,
  }
}

/** Passes a promise on; when it takes longer than `ms`, ends the browser, which settles it. */
async function killingAfter<T>(ms: number, chromium: Chromium, promise: Promise<T>): Promise<T> {
  const timer = setTimeout(() => chromium.kill(), ms)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

/** Calls on a page that dies fail before it is known that it died, and their errors say less. */
async function orLoss<T>(work: Promise<T>, { lost }: Lease): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (PAGE_IS_GONE.test((error as Error).message)) await Promise.race([lost, sleep(LOSS_NOTICE_MS)])
    throw error
  }
}

/** What puppeteer and Chromium say of a call whose page is not there any more. */
const PAGE_IS_GONE = /target (closed|crashed)|session closed|connection closed|detached|page crashed/i
const LOSS_NOTICE_MS = 1_000
