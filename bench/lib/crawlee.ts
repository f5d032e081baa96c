import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What Crawlee makes of a page: its bytes, its tree, or its tree and Markdown. */
export type CrawleeVariant = 'http' | 'cheerio' | 'cheerio + turndown'

export interface CrawleeTask {
  urls: string[]
  /** Follows the links of the pages, until it has asked for so many. */
  maxPages?: number
}

export interface CrawleeResult {
  pages: number
  seconds: number
  cpuMs: number
}

/** Crawlee, which stores nothing, in a process of its own. */
export interface Crawlee extends Disposable {
  readonly pid: number
  run(task: CrawleeTask): Promise<CrawleeResult>
}

export function startCrawlee(variant: CrawleeVariant): Crawlee {
  const child = fork(new URL('./crawlee-main.ts', import.meta.url), [variant])
  return {
    pid: child.pid!,
    async run(task) {
      child.send(task)
      const [result] = (await once(child, 'message')) as [CrawleeResult]
      return result
    },
    [Symbol.dispose]: () => child.disconnect(),
  }
}
