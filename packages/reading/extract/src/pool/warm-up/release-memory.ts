import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what a thread's heap does not use: measured 27 of 86 MB after 40 pages, while the next page costs the same. V8 itself does so only
 * when it runs out of memory, or as a browser would tell it that nobody looks.
 */
export function releaseMemory(): void {
  v8.setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
