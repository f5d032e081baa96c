import { createHash } from 'node:crypto'
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodeBody } from '@gleaner/markup'
import { type Fold, foldOf } from '../../lib/fold.ts'

/** A real page in two versions of its package. */
export interface Pair {
  package: string
  path: string
  fold: Fold
  old: string
  new: string
}

/** A larger page is not compared by monitors either. */
const MOST_BYTES = 1_500_000

/** Pages whose bytes differ, `most` of each package after the first `skip`, the same ones each time. The folder holds `<package>/old` and `<package>/new`. */
export function* loadPairs(folder: string, most: number, skip = 0): Generator<Pair> {
  for (const name of readdirSync(folder).sort()) {
    const sides = ['old', 'new'].map((side) => join(folder, name, side))
    const pages = pagesIn(sides[0]!)
      .map((path) => ({ path, rank: createHash('sha256').update(path).digest('hex') }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    let taken = 0
    for (const { path } of pages) {
      if (taken === skip + most) break
      const [before, after] = sides.map((side) => bytesOf(join(side, path)))
      if (!before || !after || before.equals(after)) continue
      if (++taken <= skip) continue
      const text = (bytes: Buffer) => decodeBody(bytes, 'text/html').text
      yield { package: name, path, fold: foldOf(name, undefined), old: text(before), new: text(after) }
    }
  }
}

function pagesIn(folder: string): string[] {
  const isPage = (entry: Dirent) => entry.isFile() && /\.html?(?:\.gz)?$/.test(entry.name)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(isPage)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

function bytesOf(path: string): Buffer | undefined {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY) > MOST_BYTES)
    return undefined
  const bytes = readFileSync(path)
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
