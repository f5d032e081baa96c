import { decodedChunks } from './decoded-chunks.ts'
import type { OpenedFile } from './open-file.ts'

/** The first bytes of a file, decoded; `most` of them, and fewer where it ends. Closes nothing. */
export async function firstBytes(
  { chunks, contentEncoding }: Pick<OpenedFile, 'chunks' | 'contentEncoding'>,
  most: number,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const chunk of decodedChunks(chunks, contentEncoding, Number.POSITIVE_INFINITY)) {
    pieces.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(pieces).subarray(0, most)
}
