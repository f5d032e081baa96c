import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Whole } from '../encoder.ts'
import { digestOf } from './warc-record.ts'

const compress = promisify(gzip)

/** Of a block, as pywb's own (ZipNum): a reader looks into one at a time. */
const BLOCK_LINES = 3_000
const META = '!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}'

/** The index in compressed blocks, and after they were read the lines that say where each begins. */
export function compressIndex({ indexLines }: Pick<Whole, 'indexLines'>): {
  blocks(): AsyncGenerator<Uint8Array>
  idx(): string
} {
  let idx: string[] = []
  return {
    async *blocks() {
      idx = [META]
      let offset = 0
      for await (const lines of inBlocks(indexLines())) {
        const block = await compress(`${lines.join('\n')}\n`)
        const facts = { offset, length: block.length, digest: digestOf(block), filename: 'index.cdx.gz' }
        idx.push(`${keyOf(lines[0]!)} ${JSON.stringify(facts)}`)
        offset += block.length
        yield block
      }
    },
    idx: () => `${idx.join('\n')}\n`,
  }
}

/** Address and time, without the facts. */
function keyOf(line: string): string {
  return line.slice(0, line.indexOf(' {'))
}

async function* inBlocks(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let block: string[] = []
  for await (const line of lines) {
    block.push(line)
    if (block.length < BLOCK_LINES) continue
    yield block
    block = []
  }
  if (block.length > 0) yield block
}
