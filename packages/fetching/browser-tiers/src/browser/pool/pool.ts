import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Egress } from '@gleaner/egress'
import { openPlaces, type TimedPlaces } from '@gleaner/queue/work'
import { MEGABYTE } from '@gleaner/runtime/units'
import { DEFAULT_BUDGETS, type PageBudgets } from '../budgets/page-budgets.ts'
import { sweepBrowserFolders } from '../chromium/browser-folder.ts'
import { type Confinement, confine, type NetworkNamespaceMode } from '../chromium/confinement.ts'
import type { Evasions } from '../chromium/launch-with-evasions.ts'
import { pageCapacity } from './capacity.ts'
import type { Lease, LeaseOptions } from './lease.ts'
import { type PooledBrowser, startPooledBrowser } from './pooled-browser.ts'

export interface PoolOptions {
  egress: Egress
  /** Path of the Chromium binary. */
  executablePath: string
  /** Folder below which every browser keeps its profile; shared by all services of a machine. */
  tempRoot?: string | undefined
  /** Whether browsers get a network namespace; by default where the system allows it. */
  networkNamespace?: NetworkNamespaceMode | undefined
  /** Where its pages take their places; by default `maxPages` of its own. */
  places?: TimedPlaces | undefined
  /** Pages open at once; by default from the memory and the cores of the machine or container. */
  maxPages?: number | undefined
  /** Pages at once in one browser: what a crash of it can take along. */
  pagesPerBrowser?: number | undefined
  /** A browser is replaced after this many pages, this age, or this much memory. */
  recycleAfterPages?: number | undefined
  recycleAfterMs?: number | undefined
  recycleAboveBytes?: number | undefined
  /** A browser without work is closed after this long. */
  idleCloseMs?: number | undefined
  /** What one page may use before it is ended. */
  budgets?: Partial<PageBudgets> | undefined
  /** Evasions of the stealth plugin; by default those that help. */
  evasions?: Evasions | undefined
}

/** Pages to work on: started on first use, isolated from each other, replaced before they grow old. */
export interface BrowserPool {
  readonly egress: Egress
  /**
   * What browsers run in, made when it is first asked for or the first browser starts. Rejects when the system does
   * not allow what was asked for.
   */
  confinement(): Promise<Confinement>
  /**
   * Runs `work` on a page in a context of its own. When `signal` aborts the page is closed, which makes every call on
   * it reject; when it cannot be closed, its browser is killed. Nothing of it is left when this settles.
   */
  withPage<T>(options: LeaseOptions, work: (lease: Lease) => Promise<T>, signal: AbortSignal): Promise<T>
  /** Browsers running and pages open at this moment. */
  stats(): { browsers: number; pages: number }
  /** The same for operators, and how many browsers have been started: those that crash or grow old are replaced. */
  vitals(): { browsers: { open: number; pages: number; started: number } }
  close(): Promise<void>
}

const DEFAULTS = {
  pagesPerBrowser: 6,
  recycleAfterPages: 300,
  recycleAfterMs: 30 * 60_000,
  recycleAboveBytes: 1536 * MEGABYTE,
  idleCloseMs: 60_000,
}

/** A browser that takes one page, and ends with it. */
const FOR_ONE_PAGE = { pagesPerBrowser: 1, recycleAfterPages: 1 }

/**
 * Always below /tmp, whatever TMPDIR says: Chromium ends at its start when the path of the socket that it makes in its
 * folder passes the 107 bytes that a Unix socket's name may have. One for each user, as only the owner may enter it.
 */
function defaultTempRoot(): string {
  return join('/tmp', `gleaner-browsers-${userInfo().uid}`)
}

export function createBrowserPool(options: PoolOptions): BrowserPool {
  const settings = { ...DEFAULTS, ...definedOnly(options) }
  const budgets = { ...DEFAULT_BUDGETS, ...definedOnly(options.budgets ?? {}) }
  const tempRoot = options.tempRoot ?? defaultTempRoot()
  const pages = options.places ?? openPlaces('browser-page', options.maxPages ?? pageCapacity())
  const browsers = new Set<PooledBrowser>()
  const swept = sweepBrowserFolders(tempRoot)
  let open = 0
  let started = 0
  let closed = false
  let confining: Promise<Confinement> | undefined

  function confinement(): Promise<Confinement> {
    confining ??= confine(options)
    const mine = confining
    // The next browser starts in a new one.
    const forget = () => {
      if (confining === mine) confining = undefined
    }
    mine.then(({ gone }) => gone.then(forget), forget)
    return mine
  }

  async function withPage<T>(
    wanted: LeaseOptions,
    work: (lease: Lease) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    return await pages.with(wanted.share ?? '', signal, (within) => openPage(wanted, work, within))
  }

  async function openPage<T>(
    wanted: LeaseOptions,
    work: (lease: Lease) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    open += 1
    try {
      await swept
      if (closed) throw new PoolClosed()
      const browser = wanted.alone
        ? startBrowser(wanted, FOR_ONE_PAGE)
        : (freeBrowser(wanted) ?? startBrowser(wanted))
      return await browser.withPage(wanted, work, signal)
    } finally {
      open -= 1
    }
  }

  /** One that has pages of this share already, so that idle ones stay free for others. */
  function freeBrowser(wanted: LeaseOptions): PooledBrowser | undefined {
    const free = [...browsers].filter((browser) => browser.accepts(wanted))
    return free.find((browser) => !browser.isIdle()) ?? free[0]
  }

  function startBrowser({ device }: LeaseOptions, more = {}): PooledBrowser {
    const browser = startPooledBrowser({ ...settings, ...more, device, budgets, confinement, tempRoot })
    browsers.add(browser)
    started += 1
    void browser.gone.then(() => browsers.delete(browser))
    return browser
  }

  async function close(): Promise<void> {
    // Whoever waits gets a permit as pages end, and is turned away then.
    closed = true
    await Promise.all([...browsers].map((browser) => browser.close()))
    await confining?.then((made) => made.close()).catch(() => undefined)
    await swept
  }

  return {
    egress: options.egress,
    confinement,
    withPage,
    stats: () => ({ browsers: browsers.size, pages: open }),
    vitals: () => ({ browsers: { open: browsers.size, pages: open, started } }),
    close,
  }
}

/** The pool is closing: the work was not done and may be done elsewhere. */
export class PoolClosed extends Error {
  override readonly name = 'PoolClosed'
  override readonly message = 'The browser pool is closed'
}

function definedOnly<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T
}
