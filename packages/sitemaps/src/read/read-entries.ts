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
  let count = 0

  const bytes = withCount(decodedChunks(chunks, contentEncoding, maxBytes), onBytes)
  for await (const piece of decodedText(bytes, contentType)) {
    const text = reader === undefined ? piece.trimStart() : piece
    if (text === '') continue
    reader ??= text.startsWith('<') ? createXmlReader() : createTextReader()
    const entries = reader.read(text)
    const left = MAX_FILE_ENTRIES - count
    count += entries.length
    if (entries.length > 0) yield entries.slice(0, left)
    if (count > MAX_FILE_ENTRIES)
      throw new ReadProblem('too_large', `Only the first ${MAX_FILE_ENTRIES} addresses are read`)
  }

  if (reader === undefined) throw new ReadProblem('broken', 'The file is empty')
  const { entries, isWhole } = reader.end()
  if (entries.length > 0 && count < MAX_FILE_ENTRIES) yield entries
  if (!isWhole) throw new ReadProblem('broken', 'The file ends before its end')
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
