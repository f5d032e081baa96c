import type { ViewerAction } from '@gleaner/contracts/schemas/manual-login-messages'
import type { PubSub } from '@gleaner/queue'
import { channelName, KEY, type ToBrowser, unpack } from './messages.ts'
import { channelKey, createOpener, createSealer } from './sealed.ts'

/** The viewer's end of the channel. */
export interface ViewerChannel {
  act(action: ViewerAction): void
  close(): void
}

/** How often a viewer says that it is there. */
const BEAT_MS = 4_000

/** Shows the browser of a login to the holder of a ticket. `onFrame` and `onText` are called in order. */
export async function openViewer(
  pubSub: PubSub,
  { id, ticket }: { id: string; ticket: string },
  shown: { onFrame(frame: Buffer): void; onText(text: string): void },
): Promise<ViewerChannel> {
  const key = channelKey(id, ticket)
  const opener = createOpener(id, key, 'out')
  const sealer = createSealer(id, key, 'in')
  let size: ViewerAction | undefined
  const sayHowLarge = () => {
    if (size) say({ is: 'action', action: size })
  }
  const say = (message: ToBrowser) =>
    pubSub.publish(channelName(id, 'in'), KEY, sealer.seal(Buffer.from(JSON.stringify(message))))
  let hasAnswer = false
  let hasFrame = false
  const unsubscribe = await pubSub.subscribe(channelName(id, 'out'), KEY, (sealed) => {
    const opened = opener.open(sealed)
    if (!opened) return
    const { frame, text } = unpack(opened)
    // Who answers listens: a size that was said before may be lost.
    if (!hasAnswer) sayHowLarge()
    hasAnswer = true
    hasFrame ||= frame !== undefined
    if (frame) shown.onFrame(frame)
    else shown.onText(text)
  })
  // What was said while nobody listened is lost, on either side.
  const here = () => {
    say({ is: 'here' })
    sayHowLarge()
  }
  const onResumed = pubSub.onResumed(here)
  here()
  // Who is there is shown all anew, until something is shown.
  const beating = setInterval(() => (hasFrame ? say({ is: 'beat' }) : here()), BEAT_MS)
  const early = setInterval(() => (hasAnswer ? clearInterval(early) : here()), 500)
  return {
    act(action) {
      if (action.type === 'size') size = action
      say({ is: 'action', action })
    },
    close() {
      clearInterval(beating)
      clearInterval(early)
      onResumed()
      say({ is: 'gone' })
      unsubscribe()
    },
  }
}
