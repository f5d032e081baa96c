import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readGzip } from '../lib/data-files.ts'
import { type Fold, foldOf } from '../lib/fold.ts'
import { readTruth, type Truth } from './truth.ts'

export interface BenchPage {
  set: string
  id: string
  url: string
  bytes: Uint8Array
  truth: Truth
  /** Kind of page where the set tells one. */
  pageType: string | undefined
}

export interface Choice {
  data: string
  sets: readonly string[]
  split?: Fold | undefined
  /** Every how many-th page of each set is taken; 1 for all. */
  every: number
}

export interface Chosen {
  pages: BenchPage[]
  /** What was asked for and cannot be measured, one line each. */
  leftOut: string[]
}

/** Address of a page whose set tells none. */
const NO_ADDRESS = 'http://fakehost/test/page.html'

/** The chosen pages; the same ones in every process. */
export function choosePages({ data, sets, split, every }: Choice): Chosen {
  const chosen: Chosen = { pages: [], leftOut: [] }
  for (const set of sets) {
    const rows = readTruth(join(data, set)).filter(({ id, url }) => !split || foldOf(id, url) === split)
    for (const { id, file, url, truth, pageType } of rows.filter((_, index) => index % every === 0)) {
      if (!truth) chosen.leftOut.push(`${set} ${id}: no truth`)
      else if (!existsSync(file)) chosen.leftOut.push(`${set} ${id}: no page`)
      else chosen.pages.push({ set, id, url: url ?? NO_ADDRESS, bytes: readGzip(file), truth, pageType })
    }
  }
  return chosen
}
