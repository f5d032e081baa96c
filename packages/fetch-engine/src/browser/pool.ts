import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Egress } from '@gleaner/egress'
import { sweepBrowserFolders } from './browser-folder.ts'
import { pageCapacity } from './capacity.ts'
import { type Confinement, confine, type NetworkNamespaceMode } from './confinement.ts'
import { createGate } from './gate.ts'
import { type HostedBrowser, hostBrowser } from './hosted-browser.ts'
import type { Lease, LeaseOptions } from './lease.ts'
import { DEFAULT_BUDGETS, type PageBudgets } from './page-budgets.ts'

export interface PoolOptions {
  egress: Egress
  /** Path of the Chromium binary. */
  executablePath: string
  /** Folder below which every browser keeps its profile; shared by all services of a machine. */
  tempRoot?: string | undefined
  /** Whether browsers get a network namespace; by default where the system allows it. */
  networkNamespace?: NetworkNamespaceMode | undefined
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
   * Lends one page in a context of its own to `work`. When `signal` aborts the page is taken away, which makes every
   * call on it reject; a page that cannot be taken away costs its browser. Nothing of it is left when this settles.
   */
  withPage<T>(options: LeaseOptions, work: (lease: Lease) => Promise<T>, signal: AbortSignal): Promise<T>
  /** Browsers running and pages lent at this moment. */
  stats(): { browsers: number; pages: number }
  close(): Promise<void>
}

const DEFAULTS = {
  pagesPerBrowser: 6,
  recycleAfterPages: 300,
  recycleAfterMs: 30 * 60_000,
  recycleAboveBytes: 1536 * 1024 * 1024,
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
  const gate = createGate(options.maxPages ?? pageCapacity())
  const hosts = new Set<HostedBrowser>()
  const swept = sweepBrowserFolders(tempRoot)
  let closed = false
  let confining: Promise<Confinement> | undefined

  function confinement(): Promise<Confinement> {
    confining ??= confine(options)
    const mine = confining
    // The next browser finds another one.
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
    const leave = await gate.enter(signal)
    try {
      await swept
      if (closed) throw new PoolClosed()
      const host = wanted.alone ? startHost(FOR_ONE_PAGE) : (freeHost(wanted.share) ?? startHost())
      return await host.withPage(wanted, work, signal)
    } finally {
      leave()
    }
  }

  /** One that has pages of this share already, so that idle ones stay free for others. */
  function freeHost(share: string | undefined): HostedBrowser | undefined {
    const free = [...hosts].filter((host) => host.hasRoom(share))
    return free.find((host) => !host.isIdle()) ?? free[0]
  }

  function startHost(more = {}): HostedBrowser {
    const host = hostBrowser({ ...settings, ...more, budgets, confinement, tempRoot })
    hosts.add(host)
    void host.gone.then(() => hosts.delete(host))
    return host
  }

  async function close(): Promise<void> {
    closed = true
    gate.close(new PoolClosed())
    await Promise.all([...hosts].map((host) => host.close()))
    await confining?.then((made) => made.close()).catch(() => undefined)
    await swept
  }

  return {
    egress: options.egress,
    confinement,
    withPage,
    stats: () => ({ browsers: hosts.size, pages: gate.inside() }),
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
