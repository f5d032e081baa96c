/** Which documents each frame of a page has shown. */
export interface FrameDocuments {
  /** A document of this address is about to be shown; called before any of its scripts can run. */
  show(frameId: string, url: string): void
  /**
   * Whether the frame has shown documents from the network, and all of them pass. A frame that once showed another
   * site's fails for good: that document's last requests may arrive after the next response.
   */
  every(frameId: string, test: (document: URL) => boolean): boolean
}

export function createFrameDocuments(): FrameDocuments {
  const shown = new Map<string, URL[]>()

  return {
    show(frameId, address) {
      const url = URL.parse(address)
      const known = shown.get(frameId) ?? []
      if (url === null || known.some(({ origin }) => origin === url.origin)) return
      shown.set(frameId, [...known, url])
    },
    every(frameId, test) {
      const known = shown.get(frameId)
      return known?.every(test) ?? false
    },
  }
}
