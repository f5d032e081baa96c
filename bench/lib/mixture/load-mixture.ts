import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPageList } from './page-list.ts'

export interface MixturePage {
  name: string
  /** One of the page types of the set `wcxb`. */
  type: string
  maker: string
  html: string
  /** As they are served. */
  bytes: Buffer
}

/** The pages that `get.ts` has put into `folder`, always in the same order; throws unless all are there. */
export function loadMixture(folder: string): MixturePage[] {
  return readPageList().map(({ name, type, maker }) => {
    const file = join(folder, `${name}.html`)
    if (!existsSync(file)) throw new Error(`${file} is missing: node bench/lib/mixture/get.ts ${folder}`)
    const bytes = readFileSync(file)
    return { name, type, maker, html: bytes.toString('utf8'), bytes }
  })
}
