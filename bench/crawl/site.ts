import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TargetCounts } from './site-main.ts'

/** A site to crawl, in a process of its own; `folder` holds the mixture. */
export interface Site extends Disposable {
  url: string
  /** Forgets what was counted. */
  forget(): void
  counts(): Promise<TargetCounts>
}

export async function startSite(pages: number, folder: string): Promise<Site> {
  const child = fork(new URL('./site-main.ts', import.meta.url), [String(pages), folder])
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}/`,
    forget: () => void child.send('forget'),
    async counts() {
      child.send('counts')
      const [counts] = (await once(child, 'message')) as [TargetCounts]
      return counts
    },
    [Symbol.dispose]: () => child.disconnect(),
  }
}
