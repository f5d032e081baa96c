import type { Shown, ViewerAction } from '@gleaner/contracts/schemas/manual-login-messages'
import type { Cookie, OriginStorage } from '@gleaner/cookie-rules'
import { AddressNotAllowed } from '@gleaner/egress'
import type { Page } from 'puppeteer-core'
import type { Device } from '../browser/chromium/devices.ts'
import { readAllCookies } from '../browser/page/page-cookies.ts'
import { setUpPage, sizeWindow } from '../browser/page/set-up-page.ts'
import type { Lease } from '../browser/pool/lease.ts'
import type { BrowserPool } from '../browser/pool/pool.ts'
import { puppeteerSession } from '../browser/protocol/puppeteer-session.ts'
import { createInput } from './input.ts'
import { readKeptStorage } from './kept-storage.ts'
import { createScreencast } from './screencast.ts'
import type { Tab } from './tab.ts'
import { createTabs, type Tabs } from './tabs.ts'

export interface AttendOptions {
  url: string
  device: Device
  /** Whose browser it is. */
  share: string
  /** Proxy URL of all its traffic. */
  proxy?: string | undefined
  /** ISO 3166-1 alpha-2, upper case. */
  country?: string | undefined
  /** BCP 47 */
  language?: string | undefined
}

/** Where what is to be seen goes: told as it happens, kept nowhere. */
export interface Viewer {
  tell(shown: Shown): void
  frame(frame: Buffer): void
}

/** A browser that a person looks at and works with. */
export interface AttendedBrowser {
  /** Never waits for the page. */
  do(action: ViewerAction): void
  /** Somebody looks at it from now on: all is shown anew. */
  show(): void
  /** Nobody does: no picture is made. */
  hide(): void
  cookies(): Promise<Cookie[]>
  /** What it has stored for the origins that were visited, of those that are wanted. */
  storage(isWanted: (origin: string) => boolean): Promise<OriginStorage[]>
}

/** What a window may be sized to: smaller ones break pages, larger ones have no room on the screen. In CSS pixels. */
const LEAST = { width: 800, height: 500 }
const MOST = { width: 1_600, height: 960 }

/**
 * Opens a browser of its own at an address for a person to work with, while `work` lasts. Rejects when the browser dies, or its last
 * window closes; nothing of it is left when this settles.
 */
export async function attendBrowser<T>(
  pool: BrowserPool,
  options: AttendOptions,
  viewer: Viewer,
  work: (browser: AttendedBrowser) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { url, device, proxy, share } = options
  const isAllowed = (address: string) => mayOpen(pool, address)
  if (!isAllowed(url)) throw new AddressNotAllowed('The address is not allowed')
  const wanted = { url, device, proxy, share, visible: true, alone: true, personal: true, attended: true }
  return await pool.withPage(
    wanted,
    async (lease) => {
      const { browser, tabs } = await attend(lease, options, viewer, isAllowed)
      return await Promise.race([work(browser), tabs.gone])
    },
    signal,
  )
}

async function attend(
  lease: Lease,
  { url, device, country, language }: AttendOptions,
  viewer: Viewer,
  isAllowed: (url: string) => boolean,
): Promise<{ browser: AttendedBrowser; tabs: Tabs }> {
  const isPhone = device === 'phone'
  const identity = {
    url,
    method: 'GET' as const,
    country,
    language,
    maxBytes: 0,
    browser: { removeCookieBanners: false, mobile: isPhone },
  }
  const screencast = createScreencast(viewer.frame)
  let isWatched = false
  let size: { width: number; height: number } | undefined
  await setUpPage(lease, identity)
  const tabs = await createTabs({
    lease,
    isPhone,
    tell: viewer.tell,
    async setUp(page: Page, mainFrameId: string) {
      await setUpPage({ ...lease, page, session: puppeteerSession(page), mainFrameId }, identity)
      if (size) await sizeWindow(puppeteerSession(page), mainFrameId, size)
    },
    onShown: (tab) => void (isWatched && screencast.show(tab)),
  })
  const input = createInput(tabs.shown, viewer.tell)

  async function resize(wanted: { width: number; height: number }): Promise<void> {
    // A phone's screen is as large as it is.
    if (isPhone) return
    size = { width: within(wanted.width, 'width'), height: within(wanted.height, 'height') }
    const { session, mainFrameId } = tabs.shown()
    await sizeWindow(session, mainFrameId, size)
  }

  async function open(address: string): Promise<void> {
    const asked = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
    if (isAllowed(asked)) await tabs.shown().session.send('Page.navigate', { url: asked })
    else viewer.tell({ type: 'notice', notice: 'address_refused' })
  }

  async function tellCookies(): Promise<void> {
    const cookies = (await readAllCookies(tabs.shown().session)).slice(0, MOST_COOKIES)
    viewer.tell({
      type: 'cookies',
      cookies: cookies.map(({ name, domain, expiresAt }) => ({
        name,
        domain,
        expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
      })),
    })
  }

  let isTelling = false
  async function tellStorage(): Promise<void> {
    // Reading it opens a page.
    if (isTelling) return
    isTelling = true
    const read = await readKeptStorage(tabs, () => true).finally(() => {
      isTelling = false
    })
    const origins = read
      .map(({ origin, local, session }) => ({ origin, items: local.length + session.length }))
      .filter(({ items }) => items > 0)
    viewer.tell({ type: 'storage', origins })
  }

  function perform(action: ViewerAction): Promise<unknown> | undefined {
    switch (action.type) {
      case 'drawn':
        screencast.drawn(action.frame)
        return undefined
      case 'size':
        return resize(action)
      case 'history':
        return goThrough(tabs.shown(), action.action)
      case 'go':
        return open(action.url)
      case 'tab':
        return action.action === 'show' ? tabs.show(action.tab) : tabs.close(action.tab)
      case 'dialog':
        return tabs.answer(action.accept, action.text)
      case 'cookies':
        return Promise.all([tellCookies(), tellStorage()])
      default:
        input.do(action)
        return undefined
    }
  }

  // Its document may be long in coming: meanwhile it is seen.
  lease.session.send('Page.navigate', { url }).catch(() => undefined)
  const browser: AttendedBrowser = {
    // What a page does not take it is not told again.
    do: (action) => void perform(action)?.catch(() => undefined),
    show() {
      isWatched = true
      tabs.tellAll()
      void screencast.show(tabs.shown())
    },
    hide() {
      isWatched = false
      void screencast.show(undefined)
    },
    cookies: () => readAllCookies(tabs.shown().session),
    storage: (isWanted) => readKeptStorage(tabs, isWanted),
  }
  return { browser, tabs }
}

/** Those that a viewer is told of. */
const MOST_COOKIES = 500

function within(wanted: number, side: 'width' | 'height'): number {
  return Math.min(MOST[side], Math.max(LEAST[side], wanted))
}

function mayOpen({ egress }: BrowserPool, address: string): boolean {
  try {
    egress.checkUrl(address)
    return true
  } catch (error) {
    if (error instanceof AddressNotAllowed) return false
    throw error
  }
}

async function goThrough({ session }: Tab, action: 'back' | 'forward' | 'reload' | 'stop'): Promise<void> {
  if (action === 'reload') return await session.send('Page.reload')
  if (action === 'stop') return await session.send('Page.stopLoading')
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory')
  const entry = entries[currentIndex + (action === 'back' ? -1 : 1)]
  if (entry) await session.send('Page.navigateToHistoryEntry', { entryId: entry.id })
}
