import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Fold, foldOf } from '../../lib/fold.ts'

export interface DocumentPage {
  package: string
  file: string
  fold: Fold
  bytes: Buffer
}

/** Bytes of a page that is taken; larger ones are whole books. */
const MOST_BYTES = 400_000

/** Some pages of each package's documents, spread evenly over all that have what is asked for. */
export function readDocuments(folder: string, each: number, holds: RegExp): DocumentPage[] {
  if (!existsSync(folder))
    throw new Error(`${folder} is not there: node bench/markdown/structure/get.ts <folder>`)
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const files = listFiles(join(folder, name)).filter((file) => statSync(file).size <= MOST_BYTES)
      const step = Math.max(1, Math.floor(files.length / (each * 20)))
      const taken: DocumentPage[] = []
      for (let at = 0; at < files.length && taken.length < each * 4; at += step) {
        const bytes = readFileSync(files[at]!)
        if (!holds.test(bytes.toString('latin1'))) continue
        taken.push({ package: name, file: files[at]!, fold: foldOf(name, undefined), bytes })
      }
      const stride = Math.max(1, Math.floor(taken.length / each))
      return taken.filter((_, index) => index % stride === 0).slice(0, each)
    })
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.html?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
