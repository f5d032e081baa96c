import type { CDPSession, Protocol } from 'puppeteer-core'

/** The ids of the frames that a frame of the page is in; undefined when it is gone, or not known yet. */
export async function framesAround(session: CDPSession, frameId: string): Promise<string[] | undefined> {
  const { frameTree } = await session.send('Page.getFrameTree')
  return pathTo(frameId, frameTree)
}

function pathTo(frameId: string, { frame, childFrames = [] }: Protocol.Page.FrameTree): string[] | undefined {
  if (frame.id === frameId) return []
  for (const child of childFrames) {
    const path = pathTo(frameId, child)
    if (path) return [frame.id, ...path]
  }
  return undefined
}
