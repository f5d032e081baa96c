import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readGzip } from './read-files.ts'
import { TRUTH_READERS, type Truth } from './truth.ts'

export interface BenchPage {
  set: string
  id: string
  url: string
  bytes: Uint8Array
  truth: Truth
  /** Kind of page where the set tells one. */
  pageType: string | undefined
  /** Rules are made looking at `tune`; `validate` shows whether they hold for pages they were not made for. */
  split: 'tune' | 'validate'
}

export interface Choice {
  data: string
  sets: readonly string[]
  split?: 'tune' | 'validate' | undefined
  /** Every how many-th page of each set is taken; 1 for all. */
  every: number
}

/** The chosen pages; the same ones in every process. */
export function choosePages({ data, sets, split, every }: Choice): BenchPage[] {
  return sets.flatMap((set) =>
    loadPages(data, [set])
      .filter((page) => !split || page.split === split)
      .filter((_, index) => index % every === 0),
  )
}

/** Reads the sets of a data folder (layout: `<set>/ground-truth.json.gz`, `<set>/html/<id>.html.gz`). */
export function loadPages(dataFolder: string, sets: readonly string[]): BenchPage[] {
  return sets.flatMap((set) => {
    const folder = join(dataFolder, set)
    const read = TRUTH_READERS[set]
    if (!read || !existsSync(folder)) throw new Error(`No set "${set}" in ${dataFolder}`)
    return read(folder).map(({ id, file, ...rest }) => ({
      ...rest,
      set,
      id,
      bytes: readGzip(file),
      split: splitOf(set, id),
    }))
  })
}

/** Deterministic: the same page is on the same side on every machine. */
function splitOf(set: string, id: string): 'tune' | 'validate' {
  return createHash('sha256').update(`${set}:${id}`).digest()[0]! % 2 === 0 ? 'tune' : 'validate'
}
