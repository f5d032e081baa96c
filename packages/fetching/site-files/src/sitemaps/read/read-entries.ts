import { decodedChunks } from '../fetch/decoded-chunks.ts'
import { MAX_FILE_BYTES, MAX_FILE_ENTRIES } from '../limits.ts'
import { ReadProblem } from '../problem.ts'
import { decodedText } from './decoded-text.ts'
import type { EntryReader, RawEntry } from './raw-entry.ts'
import { createTextReader } from './text-reader.ts'
import { createXmlReader } from './xml-reader.ts'

export interface FileFacts {
  contentType?: string | undefined
  contentEncoding?: string | undefined
  /** Most bytes that are read of it, decoded. Default: what the protocol allows. */
  maxBytes?: number | undefined
  /** Told of bytes as they are decoded. */
  onBytes?: ((count: number) => void) | undefined
}

/**
 * The items of a sitemap, an index, a text sitemap or a feed, as they arrive: memory does not grow with the file. Throws
 * ReadProblem where it cannot go on; what came before stands.
 */
export async function* readEntries(
  chunks: AsyncIterable<Uint8Array>,
  { contentType, contentEncoding, maxBytes = MAX_FILE_BYTES, onBytes }: FileFacts = {},
): AsyncGenerator<RawEntry[]> {
  let reader: EntryReader | undefined
  let start = ''
  let count = 0

  /** Of what a piece completes, as much as the protocol allows. */
  function take(entries: RawEntry[]): { allowed: RawEntry[]; isTooMuch: boolean } {
    const left = MAX_FILE_ENTRIES - count
    count += entries.length
    return { allowed: entries.slice(0, left), isTooMuch: count > MAX_FILE_ENTRIES }
  }

  const bytes = withCount(decodedChunks(chunks, contentEncoding, maxBytes), onBytes)
  for await (const piece of decodedText(bytes, contentType)) {
    let text = piece
    if (reader === undefined) {
      start += piece
      if (start.length < MOST_JUNK && !BEGINNING.test(start)) continue
      text = withoutJunk(start)
      reader = readerOf(text)
    }
    const { allowed, isTooMuch } = take(reader.read(text))
    if (allowed.length > 0) yield allowed
    if (isTooMuch) throw new ReadProblem('too_large', `Only the first ${MAX_FILE_ENTRIES} addresses are read`)
  }

  if (reader === undefined) {
    if (start.trim() === '') throw new ReadProblem('broken', 'The file is empty')
    const text = withoutJunk(start)
    reader = readerOf(text)
    yield reader.read(text)
  }
  const { entries, isWhole } = reader.end()
  const { allowed } = take(entries)
  if (allowed.length > 0) yield allowed
  if (!isWhole) throw new ReadProblem('broken', 'The file ends before its end')
}

/** So long a file may go on until it begins. */
const MOST_JUNK = 8_192
/** How files begin of which no more has to be seen. */
const BEGINNING = /^\s*(?:<\?xml\s|<(?:\w{1,20}:)?(?:urlset|sitemapindex|rss|feed|rdf)[\s>]|https?:)/i

/** Without what a program said before it wrote the file: warnings, as text or HTML, empty lines. */
function withoutJunk(start: string): string {
  const at = start.search(/<\?xml\s|<(?:\w{1,20}:)?(?:urlset|sitemapindex)[\s>]/i)
  return at > 0 && !/<html\b/i.test(start.slice(0, at)) ? start.slice(at) : start.trimStart()
}

function readerOf(text: string): EntryReader {
  return text.startsWith('<') ? createXmlReader() : createTextReader()
}

async function* withCount(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: FileFacts['onBytes'],
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes?.(chunk.length)
    yield chunk
  }
}
