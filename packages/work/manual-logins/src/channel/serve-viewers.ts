import { ViewerAction } from '@gleaner/contracts/schemas/manual-login-messages'
import type { PubSub } from '@gleaner/queue'
import { channelName, KEY, pack, type ToBrowser, type ToViewer } from './messages.ts'
import { createOpener, createSealer, type Opener, type Sealer } from './sealed.ts'

/** The browser's end of the channel: one viewer at a time, the last who has brought a ticket. */
export interface Viewers {
  send(message: ToViewer | Buffer): void
  close(): void
}

/** A viewer that says nothing for so long has gone without a word. */
const SILENT_MS = 15_000
/** Messages that no known key opens are looked into at most so often. */
const KEY_EVERY_MS = 300

/** `readKey`: the key of the ticket that was given out last. */
export async function serveViewers(
  pubSub: PubSub,
  id: string,
  readKey: () => Promise<Uint8Array | undefined>,
  on: { here(): void; gone(): void; act(action: ViewerAction): void },
): Promise<Viewers> {
  let opener: Opener | undefined
  let sealer: Sealer | undefined
  let silence: NodeJS.Timeout | undefined
  let readingUntil = 0

  function send(message: ToViewer | Buffer): void {
    if (sealer) pubSub.publish(channelName(id, 'out'), KEY, sealer.seal(pack(message)))
  }

  function heard(): void {
    clearTimeout(silence)
    silence = setTimeout(on.gone, SILENT_MS).unref()
  }

  function take(opened: Buffer): void {
    const message = JSON.parse(opened.toString('utf8')) as ToBrowser
    heard()
    if (message.is === 'here') on.here()
    else if (message.is === 'action') {
      const action = ViewerAction.safeParse(message.action)
      if (action.success) on.act(action.data)
    } else if (message.is === 'gone') {
      clearTimeout(silence)
      on.gone()
    }
  }

  async function takeFromAnother(sealed: string): Promise<void> {
    const now = performance.now()
    if (now < readingUntil) return
    readingUntil = now + KEY_EVERY_MS
    const key = await readKey()
    if (!key) return
    const another = createOpener(id, key, 'in')
    const opened = another.open(sealed)
    if (!opened) return
    send({ type: 'taken_over' })
    opener = another
    sealer = createSealer(id, key, 'out')
    take(opened)
  }

  const unsubscribe = await pubSub.subscribe(channelName(id, 'in'), KEY, (sealed) => {
    const opened = opener?.open(sealed)
    if (opened) take(opened)
    else takeFromAnother(sealed).catch(() => {})
  })
  return {
    send,
    close() {
      clearTimeout(silence)
      unsubscribe()
    },
  }
}
