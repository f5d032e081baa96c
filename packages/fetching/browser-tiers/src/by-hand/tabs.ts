import type { Shown, ShownTab } from '@gleaner/contracts/schemas/manual-login-messages'
import type { Dialog, Page, Target } from 'puppeteer-core'
import { quieten } from '../browser/pool/browser-context.ts'
import type { Lease } from '../browser/pool/lease.ts'
import { puppeteerSession } from '../browser/protocol/puppeteer-session.ts'
import { answerDialog, showDialogs } from './dialogs.ts'
import { followDocument, type Tab } from './tab.ts'
import { createUnseenPages, type UnseenPages } from './unseen-page.ts'
import { createVisited } from './visited.ts'

/** The windows and tabs of an attended browser: sign-ins at other sites open in such ones. */
export interface Tabs {
  shown(): Tab
  /** The shown one last. */
  all(): Tab[]
  /** Origins whose documents were shown, also in frames: the latest of them. */
  visited(): string[]
  unseen: UnseenPages
  show(id: number): Promise<void>
  /** The last one stays. */
  close(id: number): Promise<void>
  /** Tells all that a viewer who comes has to know. */
  tellAll(): void
  answer(accept: boolean, text: string | undefined): Promise<void>
  /** Rejects when the last one is gone. */
  gone: Promise<never>
}

export interface TabsOptions {
  lease: Lease
  isPhone: boolean
  /** Makes a further page what the first one is. */
  setUp(page: Page, mainFrameId: string): Promise<void>
  tell(shown: Shown): void
  onShown(tab: Tab): void
}

/** More windows than a sign-in needs are closed as they appear. */
const MOST_TABS = 5

export async function createTabs({ lease, isPhone, setUp, tell, onShown }: TabsOptions): Promise<Tabs> {
  const all = new Map<number, Tab>()
  const { promise: gone, reject: setGone } = Promise.withResolvers<never>()
  gone.catch(() => undefined)
  let made = 0
  let current: Tab
  let opening = 0
  // Also once it has closed: what is asked of it then is refused.
  const shown = () => current
  const unseen = createUnseenPages(lease.page)
  const visited = createVisited()

  function add(page: Page, mainFrameId: string): Tab {
    const id = ++made
    const session = puppeteerSession(page)
    const url = page.url()
    const tab: Tab = {
      id,
      page,
      session,
      mainFrameId,
      url,
      origin: '',
      title: '',
      isLoading: true,
      isFailed: false,
      dialog: undefined,
    }
    all.set(id, tab)
    followDocument(tab, tellTabs)
    visited.follow(session)
    showDialogs(tab, tell, () => tab === shown() && tellDialog(tab.dialog))
    session.on('Page.fileChooserOpened', () => tell({ type: 'notice', notice: 'file_refused' }))
    session.on('Page.downloadWillBegin', () => tell({ type: 'notice', notice: 'download_refused' }))
    void session.send('Page.setInterceptFileChooserDialog', { enabled: true }).catch(() => undefined)
    page.once('close', () => remove(tab))
    return tab
  }

  function remove(tab: Tab): void {
    all.delete(tab.id)
    const last = [...all.keys()].at(-1)
    if (tab !== current) tellTabs()
    else if (last === undefined) setGone(new Error('The page has closed itself'))
    else void show(last)
  }

  async function onTarget(target: Target): Promise<void> {
    if (target.type() !== 'page' || (await unseen.owns(target))) return
    opening += 1
    try {
      const page = await target.asPage()
      if (all.size + opening > MOST_TABS) {
        tell({ type: 'notice', notice: 'window_refused' })
        return await page.close()
      }
      const mainFrameId = await quieten(page)
      const tab = add(page, mainFrameId)
      await setUp(page, mainFrameId)
      await show(tab.id)
    } finally {
      opening -= 1
    }
  }

  async function show(id: number): Promise<void> {
    const tab = all.get(id)
    if (!tab) return
    current = tab
    await tab.session.send('Page.bringToFront').catch(() => undefined)
    tellAll()
    onShown(tab)
  }

  async function close(id: number): Promise<void> {
    if (all.size > 1) await all.get(id)?.page.close({ runBeforeUnload: false })
  }

  function tellTabs(): void {
    void readHistory().then(({ back, forward }) => {
      const tabs = [...all.values()].map(shownTab)
      tell({
        type: 'tabs',
        tabs,
        shown: current.id,
        can_go_back: back,
        can_go_forward: forward,
        is_phone: isPhone,
      })
    })
  }

  async function readHistory(): Promise<{ back: boolean; forward: boolean }> {
    const history = await current.session.send('Page.getNavigationHistory').catch(() => undefined)
    if (!history) return { back: false, forward: false }
    const { currentIndex, entries } = history
    return { back: currentIndex > 0, forward: currentIndex < entries.length - 1 }
  }

  function tellDialog(dialog: Dialog | undefined): void {
    tell({ type: 'dialog', dialog: dialog ? shownDialog(dialog, shown()) : null })
  }

  function tellAll(): void {
    tellTabs()
    tellDialog(shown().dialog)
    tell({ type: 'choices', choices: null })
  }

  current = add(lease.page, lease.mainFrameId)
  const own = lease.page.target()
  lease.page.browserContext().on('targetcreated', (target) => {
    if (target !== own) onTarget(target).catch(() => undefined)
  })
  return {
    shown,
    all: () => [...all.values()].toSorted((a, b) => Number(a === current) - Number(b === current)),
    visited: visited.origins,
    unseen,
    show,
    close,
    tellAll,
    answer: (accept, text) => answerDialog(shown(), accept, text),
    gone,
  }
}

function shownTab({ id, title, url, origin, isLoading, isFailed }: Tab): ShownTab {
  return { tab: id, title, url, origin, is_loading: isLoading, is_failed: isFailed }
}

const DIALOG_CHARS = 2_000

function shownDialog(dialog: Dialog, { origin }: Tab) {
  const kind = dialog.type() as 'alert' | 'confirm' | 'prompt'
  return {
    kind,
    message: dialog.message().slice(0, DIALOG_CHARS),
    text: dialog.defaultValue().slice(0, DIALOG_CHARS),
    origin,
  }
}
