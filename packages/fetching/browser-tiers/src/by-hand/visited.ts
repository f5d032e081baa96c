import type { CDPSession, Protocol } from 'puppeteer-core'

/** A sign-in visits a handful; a page that goes round in circles is not to fill the memory. */
const MOST_ORIGINS = 100

/** Remembers the origins whose documents were shown. */
export function createVisited() {
  const origins = new Set<string>()

  function note({ securityOrigin, unreachableUrl }: Protocol.Page.Frame): void {
    if (unreachableUrl || !/^https?:/.test(securityOrigin)) return
    const origin = URL.parse(securityOrigin)?.origin
    if (origin === undefined) return
    origins.delete(origin)
    origins.add(origin)
    if (origins.size > MOST_ORIGINS) origins.delete(origins.values().next().value!)
  }

  function noteTree({ frame, childFrames = [] }: Protocol.Page.FrameTree): void {
    note(frame)
    childFrames.forEach(noteTree)
  }

  return {
    follow(session: CDPSession): void {
      session.on('Page.frameNavigated', ({ frame }) => note(frame))
      // What happened before anybody listened.
      void session
        .send('Page.getFrameTree')
        .then(({ frameTree }) => noteTree(frameTree))
        .catch(() => undefined)
    },
    origins: () => [...origins],
  }
}
