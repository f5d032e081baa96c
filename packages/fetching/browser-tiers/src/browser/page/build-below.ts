import type { Traffic } from '../network/traffic.ts'
import type { Lease } from '../pool/lease.ts'
import { runInPage } from '../protocol/run-in-page.ts'
import { waitForIdle } from './wait-for-idle.ts'

/** A list may have no end. */
const MOST_SCREENS = 15
/** What is asked for as it comes into the window is there within this, or not at all. */
const BUILT_MAX_MS = 3_000

/**
 * Pages build parts of theirs when a reader comes near. One that has much room below with nothing in it is shown in a
 * window as high as itself for a moment: scrolling would take a frame for each step, and a window that nobody sees draws
 * one in a second. Resolves to whether more of them were being built when the time ended. Leaves pages as phones show them alone: their window is emulated.
 */
export async function buildBelow(
  lease: Lease,
  traffic: Traffic,
  signal: AbortSignal,
): Promise<{ isLoading: boolean }> {
  const { session, mainFrameId, device } = lease
  if (device === 'phone') return { isLoading: false }
  const height = await runInPage(session, mainFrameId, heightWithRoom, MOST_SCREENS)
  if (height === 0) return { isLoading: false }
  const size = { width: 0, height, deviceScaleFactor: 0, mobile: false }
  await session.send('Emulation.setDeviceMetricsOverride', size)
  try {
    await runInPage(session, mainFrameId, untilDrawn)
    return await waitForIdle(lease, traffic, signal, BUILT_MAX_MS)
  } finally {
    await session.send('Emulation.clearDeviceMetricsOverride').catch(() => undefined)
  }
}

/** Runs in a page: the height in pixels of a window that shows all of it; 0 when it has no room that is blank. */
function heightWithRoom(mostScreens: number): number {
  const STRIP_PX = 100
  const MOST_BOXES = 3_000
  const SHOWN_WITHOUT_TEXT = 'img, video, canvas, svg, iframe, object, embed, input, textarea, select, hr'
  const whole = document.scrollingElement ?? document.documentElement
  if (document.scripts.length === 0 || document.body === null) return 0
  const box = scroller()
  const height = Math.min(box.scrollHeight, mostScreens * innerHeight)
  const strips = Math.floor(height / STRIP_PX)
  const perScreen = Math.ceil(innerHeight / STRIP_PX)
  return strips > perScreen * 1.75 && hasRoom() ? height : 0

  /** The page, or the element around the middle of the window that scrolls in its place. */
  function scroller(): Element {
    let element = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
    for (; element !== null && element !== document.body; element = element.parentElement) {
      const scrolls = element.scrollHeight > element.clientHeight * 1.5
      if (scrolls && /auto|scroll/.test(getComputedStyle(element).overflowY)) return element
    }
    return whole
  }

  /** Of the strips below the first screen half a screenful, and a third of all, are blank. */
  function hasRoom(): boolean {
    const filled = filledStrips()
    if (filled === undefined) return false
    let blank = 0
    for (let at = perScreen; at < strips; at++) if (!filled.has(at)) blank++
    return blank * 2 >= perScreen && blank * 3 >= strips - perScreen
  }

  /** Undefined when there is a lot on the page. */
  function filledStrips(): Set<number> | undefined {
    const top = box === whole ? -scrollY : box.getBoundingClientRect().top - box.scrollTop
    const filled = new Set<number>()
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, isShown)
    const range = document.createRange()
    for (let boxes = 0; walker.nextNode(); boxes++) {
      if (boxes > MOST_BOXES) return undefined
      range.selectNode(walker.currentNode)
      const { top: from, bottom: to } = range.getBoundingClientRect()
      const last = Math.min(strips, (to - top) / STRIP_PX)
      for (let at = Math.max(0, Math.floor((from - top) / STRIP_PX)); at <= last; at++) filled.add(at)
    }
    return filled
  }

  function isShown(node: Node): number {
    const shows =
      node.nodeType === Node.TEXT_NODE
        ? (node as Text).data.trim() !== ''
        : (node as Element).matches(SHOWN_WITHOUT_TEXT)
    return shows ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
  }
}

/** Runs in a page: resolves once a frame has been drawn, and its observers told of what is in the window now. */
function untilDrawn(): Promise<void> {
  const LONGEST_FRAME_MS = 1_500
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(document.documentElement)
    setTimeout(resolve, LONGEST_FRAME_MS)
  })
}
