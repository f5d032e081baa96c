import { peek } from '../fetch/decoded-chunks.ts'

/** Enough for a byte order mark and an XML declaration. */
const HEAD_BYTES = 256

/** The text of a file, in the encoding that its mark, its declaration or the header names; UTF-8 otherwise. */
export async function* decodedText(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
): AsyncGenerator<string> {
  const { first, all } = await peek(chunks, HEAD_BYTES)
  const decoder = decoderOf(encodingOf(first, contentType))
  for await (const chunk of all) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

function encodingOf(first: Uint8Array, contentType = ''): string {
  const head = Buffer.from(first.buffer, first.byteOffset, Math.min(first.length, HEAD_BYTES)).toString(
    'latin1',
  )
  for (const [start, encoding] of STARTS) if (head.startsWith(start)) return encoding
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
  // Declared in bytes of ASCII, it is no UTF-16.
  if (declared && !/^utf-?16/i.test(declared)) return declared
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
}

/** Byte order marks, and XML in UTF-16 without one. */
const STARTS: readonly (readonly [string, string])[] = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
  ['<\0', 'utf-16le'],
  ['\0<', 'utf-16be'],
]

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}
