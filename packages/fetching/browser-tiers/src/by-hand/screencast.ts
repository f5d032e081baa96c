import type { Protocol } from 'puppeteer-core'
import type { Tab } from './tab.ts'

/** Pictures of the shown tab, as fast as they are drawn by who watches. */
export interface Screencast {
  /** Shows this tab from now on; with undefined nobody watches. A tab that is shown already is drawn anew. */
  show(tab: Tab | undefined): Promise<void>
  drawn(frame: number): void
}

/** Sent with each: what a JPEG does not say. */
const HEAD_BYTES = 8
/** At most so many a second, in ms between two. */
const LEAST_GAP_MS = 60
/** A frame that is not drawn by then may be lost: the next one is sent. */
const LOST_MS = 3_000
/** A first frame that has not come by then is asked for again. */
const FIRST_FRAME_MS = 1_000
const MOST_PIXELS = { maxWidth: 1_600, maxHeight: 1_600 }
const JPEG = { format: 'jpeg', quality: 60 } as const

interface Waiting {
  sentAt: number
  tell: () => void
}

/** `send` is given the number, the size and the JPEG in one buffer. None of it is kept. */
export function createScreencast(send: (frame: Buffer) => void): Screencast {
  const waiting = new Map<number, Waiting>()
  let shown: Tab | undefined
  let stop: (() => Promise<void>) | undefined
  let number = 0
  /** Changes of what is shown follow each other. */
  let changing = Promise.resolve()

  function onFrame(tab: Tab, { data, metadata, sessionId }: Protocol.Page.ScreencastFrameEvent): void {
    const frame = ++number % 2 ** 32
    const acknowledge = () =>
      void tab.session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    const timer = setTimeout(() => drawn(frame), LOST_MS)
    timer.unref()
    const tell = () => {
      clearTimeout(timer)
      acknowledge()
    }
    waiting.set(frame, { sentAt: performance.now(), tell })
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32BE(frame, 0)
    head.writeUInt16BE(Math.round(metadata.deviceWidth) % 2 ** 16, 4)
    head.writeUInt16BE(Math.round(metadata.deviceHeight) % 2 ** 16, 6)
    send(Buffer.concat([head, Buffer.from(data, 'base64')]))
  }

  function drawn(frame: number): void {
    const one = waiting.get(frame)
    if (!one) return
    waiting.delete(frame)
    setTimeout(one.tell, Math.max(0, one.sentAt + LEAST_GAP_MS - performance.now())).unref()
  }

  async function change(tab: Tab | undefined): Promise<void> {
    await stop?.().catch(() => undefined)
    stop = undefined
    for (const frame of [...waiting.keys()]) drawn(frame)
    if (!tab || shown !== tab) return
    const { session } = tab
    // A document that takes another's place drops what was begun on that, and one at rest draws nothing by itself.
    const again = setTimeout(() => void changeTo(tab), FIRST_FRAME_MS).unref()
    const listener = (event: Protocol.Page.ScreencastFrameEvent) => {
      clearTimeout(again)
      onFrame(tab, event)
    }
    session.on('Page.screencastFrame', listener)
    stop = async () => {
      clearTimeout(again)
      session.off('Page.screencastFrame', listener)
      await session.send('Page.stopScreencast')
    }
    await session.send('Page.startScreencast', { ...JPEG, ...MOST_PIXELS }).catch(() => undefined)
  }

  function changeTo(tab: Tab | undefined): Promise<void> {
    changing = changing.then(() => change(tab))
    return changing
  }

  return {
    show(tab) {
      shown = tab
      return changeTo(tab)
    },
    drawn,
  }
}
