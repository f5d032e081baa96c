import type { CDPSession, Dialog, Page, Protocol } from 'puppeteer-core'
import { runInDocument } from '../browser/protocol/run-in-page.ts'

/** A window or tab of an attended browser. */
export interface Tab {
  id: number
  page: Page
  session: CDPSession
  mainFrameId: string
  /** Of the document that it shows. */
  url: string
  origin: string
  title: string
  isLoading: boolean
  isFailed: boolean
  /** Waits for the person's answer. */
  dialog: Dialog | undefined
}

export const TITLE_CHARS = 200
export const URL_CHARS = 2_048

/** Follows which document a tab shows, by what the browser says of it: nothing of it is the page's own claim but the title. */
export function followDocument(tab: Tab, onChange: () => void): void {
  const { session } = tab
  /** Whether it was told since when it loads. */
  let hasLoaded = false
  const isMain = (frameId: string | undefined) => frameId === tab.mainFrameId
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) showFrame(frame)
  })
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (isMain(frameId)) show(url, tab.origin)
  })
  session.on('Page.frameStartedLoading', ({ frameId }) => {
    if (!isMain(frameId)) return
    hasLoaded = true
    setLoading(true)
  })
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (!isMain(frameId)) return
    hasLoaded = true
    setLoading(false)
    void readTitle()
  })
  session.on('Page.domContentEventFired', () => void readTitle())

  // What happened before anybody listened.
  void readNow().catch(() => undefined)

  async function readNow(): Promise<void> {
    const { frameTree } = await session.send('Page.getFrameTree')
    showFrame(frameTree.frame)
    const state = await runInDocument(session, frameTree.frame.id, () => document.readyState)
    if (!hasLoaded) setLoading(state !== 'complete')
  }

  function showFrame({
    id,
    unreachableUrl,
    url,
    urlFragment = '',
    securityOrigin,
  }: Protocol.Page.Frame): void {
    tab.mainFrameId = id
    tab.isFailed = Boolean(unreachableUrl)
    show(unreachableUrl || url + urlFragment, tab.isFailed ? '' : securityOrigin)
  }

  function show(url: string, origin: string): void {
    tab.url = url.slice(0, URL_CHARS)
    tab.origin = origin.slice(0, URL_CHARS)
    onChange()
    void readTitle()
  }

  function setLoading(isLoading: boolean): void {
    tab.isLoading = isLoading
    onChange()
  }

  async function readTitle(): Promise<void> {
    const info = await session.send('Target.getTargetInfo').catch(() => undefined)
    const title = info?.targetInfo.title.slice(0, TITLE_CHARS) ?? tab.title
    if (title === tab.title) return
    tab.title = title
    onChange()
  }
}
