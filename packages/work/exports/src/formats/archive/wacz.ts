import { createHash } from 'node:crypto'
import type { Encoder, EncoderStart, ExportFormatRow, Whole } from '../encoder.ts'
import { compressIndex } from './compress-index.ts'
import { createWarcFile } from './warc.ts'
import { digestOf } from './warc-record.ts'
import { crc32, type ZipEntry, zipDirectory, zipHeader } from './zip.ts'

/** A file of the archive, as its end has to know it. */
interface Packed extends ZipEntry {
  hash: string
}

/**
 * An archive that ReplayWeb.page opens (WACZ 1.1.1): each cut is a WARC file of its own in it, so that nothing is open between two cuts.
 * Pages, indexes and the list of files stand behind them.
 */
export const wacz: ExportFormatRow = {
  extension: 'wacz',
  contentType: 'application/wacz+zip',
  open: createWaczEncoder,
}

function createWaczEncoder({ askedAt, title, offset, cuts }: EncoderStart): Encoder {
  const file = createWarcFile({ askedAt, title })
  let at = offset
  let number = cuts + 1
  const filename = () => `data-${String(number).padStart(5, '0')}.warc.gz`
  return {
    add: (item) => file.add(item, filename()),
    get bytes() {
      return file.bytes
    },
    async cut() {
      const { bytes, lines } = file.take()
      if (bytes.length === 0) return { bytes }
      const facts = packed(`archive/${filename()}`, at, bytes)
      const cut = Buffer.concat([zipHeader(facts, askedAt), bytes])
      at += cut.length
      number++
      return { bytes: cut, facts, lines }
    },
    end: (whole) => writeEnd(whole, askedAt, title),
  }
}

async function* writeEnd(whole: Whole, time: Date, title: string): AsyncGenerator<Uint8Array> {
  const files = whole.facts.filter(Boolean) as Packed[]
  let at = whole.bytes

  /** Read twice: what a file comes to stands before it. */
  async function* pack(name: string, read: () => AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const file = await measured(name, at, read())
    files.push(file)
    const header = zipHeader(file, time)
    at += header.length + file.bytes
    yield header
    yield* read()
  }

  yield* pack('pages/pages.jsonl', () => lines(pagesOf(whole)))
  const index = compressIndex(whole)
  yield* pack('indexes/index.cdx.gz', index.blocks)
  yield* pack('indexes/index.idx', () => once(Buffer.from(index.idx())))
  const list = Buffer.from(JSON.stringify(listOf(files, time, title), null, 2))
  yield* pack('datapackage.json', () => once(list))
  const digest = Buffer.from(JSON.stringify({ path: 'datapackage.json', hash: digestOf(list) }))
  yield* pack('datapackage-digest.json', () => once(digest))
  yield zipDirectory(files, at, time)
}

async function* pagesOf(whole: Whole): AsyncGenerator<string> {
  yield JSON.stringify({ format: 'json-pages-1.0', id: 'pages', title: 'All pages' })
  yield* whole.pageLines()
}

function listOf(files: readonly Packed[], time: Date, title: string): object {
  return {
    profile: 'data-package',
    wacz_version: '1.1.1',
    title,
    created: time.toISOString(),
    software: 'Gleaner',
    resources: files.map(({ name, hash, bytes }) => ({
      name: name.split('/').at(-1),
      path: name,
      hash,
      bytes,
    })),
  }
}

function packed(name: string, offset: number, bytes: Uint8Array): Packed {
  return { name, offset, bytes: bytes.length, crc: crc32(bytes), hash: digestOf(bytes) }
}

async function measured(name: string, offset: number, pieces: AsyncIterable<Uint8Array>): Promise<Packed> {
  const hash = createHash('sha256')
  let [bytes, crc] = [0, 0]
  for await (const piece of pieces) {
    hash.update(piece)
    crc = crc32(piece, crc)
    bytes += piece.length
  }
  return { name, offset, bytes, crc, hash: `sha256:${hash.digest('hex')}` }
}

async function* lines(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(`${text}\n`)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
