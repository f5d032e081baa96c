import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** What a site of linked pages has seen. */
export interface Seen {
  /** Requests by path. */
  fetches: Record<string, number>
  /** Requests that are open now. */
  open: number
  /** Requests that were open at once, at most. */
  mostAtOnce: number
  /** Least time between the starts of two requests for pages, in milliseconds. */
  leastGapMs: number
}

/** A site in a process of its own, of `pages` pages that all lead to each other; it ends with this process. */
export interface LinkedSite {
  url: string
  seen(): Promise<Seen>
  forget(): void
  close(): void
}

export interface LinkedSiteOptions {
  pages: number
  /** How long a page takes, in milliseconds. */
  delayMs?: number
}

export async function startLinkedSite({ pages, delayMs = 0 }: LinkedSiteOptions): Promise<LinkedSite> {
  const child: ChildProcess = fork(new URL('./linked-site-main.ts', import.meta.url), [
    '--pages',
    String(pages),
    '--delay',
    String(delayMs),
  ])
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}/`,
    async seen() {
      const answer = once(child, 'message')
      child.send('tell')
      return (await answer)[0] as Seen
    },
    forget: () => void child.send('forget'),
    close: () => child.disconnect(),
  }
}
