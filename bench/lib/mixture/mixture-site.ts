import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'

export interface MixtureSite extends Disposable {
  pid: number
  /** The nth page, round and round, with a query that makes it a page of its own. */
  urlOf(index: number): string
  /** So many pages, each with an address that nobody has asked for. */
  fresh(count: number): string[]
}

/** The pages of `folder` as a website, which ends with this process. */
export async function startMixtureSite(folder: string | undefined): Promise<MixtureSite> {
  const child = fork(new URL('./site-main.ts', import.meta.url), [mixtureFolder(folder)])
  const [port] = await once(child, 'message')
  const base = `http://127.0.0.1:${port}`
  return {
    pid: child.pid!,
    urlOf: (index) => `${base}/${index}?n=${index}`,
    fresh(count) {
      const mark = randomUUID()
      return Array.from({ length: count }, (_, index) => `${base}/${index}?${mark}`)
    },
    [Symbol.dispose]: () => child.disconnect(),
  }
}

/** The folder that a command was given; throws where it was given none. */
export function mixtureFolder(folder: string | undefined): string {
  if (folder) return folder
  throw new Error('name the folder of the pages, which bench/lib/mixture/get.ts fills')
}
