import { createJsonScanner, JsonTooLarge } from '@gleaner/contracts/json-scanner'
import { LIMITS } from '@gleaner/contracts/limits'
import { createPace } from '@gleaner/runtime'
import type { IndexedPage } from './indexed-page.ts'

/** Values and twice the names of a page that is read: JSON.parse takes some 30 ms for so many. */
const MOST_PARTS = 100_000
/** Bytes between two looks at the clock. */
const SLICE_BYTES = 256 * 1024

/** A stored page, of which nothing is known where it holds more values than can be read in a moment: data that is no text to be found. */
export async function parsePage(text: string): Promise<IndexedPage> {
  return (await isModest(text)) ? (JSON.parse(text) as IndexedPage) : {}
}

async function isModest(text: string): Promise<boolean> {
  const bytes = Buffer.from(text)
  const scanner = createJsonScanner({ depth: LIMITS.requestDepth * 4, parts: MOST_PARTS, partsOf: {} })
  const turn = createPace()
  try {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      scanner.read(bytes, at, Math.min(bytes.length, at + SLICE_BYTES))
      await turn()
    }
    return true
  } catch (error) {
    if (error instanceof JsonTooLarge) return false
    throw error
  }
}
