import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { ExportItem } from '../rows/export-item.ts'
import type { Cut, Encoder } from './encoder.ts'

const compress = promisify(gzip)

/** What is compressed together, in characters. Members of gzip that stand behind each other are one file (RFC 1952, section 2.2). */
const BLOCK_CHARS = MEGABYTE

/** Lines of text. `head` stands before the first one, also where there is none. */
export function createTextEncoder(options: {
  isCompressed: boolean
  head: string
  lineOf(item: ExportItem): string
}): Encoder {
  const { isCompressed, head, lineOf } = options
  let text = head
  let blocks: Buffer[] = []
  let bytes = 0

  async function closeBlock(): Promise<void> {
    if (text === '') return
    const block = Buffer.from(text)
    text = ''
    blocks.push(isCompressed ? await compress(block) : block)
    bytes += blocks.at(-1)!.length
  }

  return {
    async add(item) {
      text += lineOf(item)
      if (text.length >= BLOCK_CHARS) await closeBlock()
    },
    get bytes() {
      // Characters are bytes at least.
      return isCompressed ? bytes : bytes + text.length
    },
    async cut(): Promise<Cut> {
      await closeBlock()
      const cut = { bytes: Buffer.concat(blocks) }
      blocks = []
      bytes = 0
      return cut
    },
    async *end() {},
  }
}
