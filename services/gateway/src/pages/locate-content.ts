import { createJsonCursor, type Span } from './json-cursor.ts'

/** Of a stored page: where the content of a format stands, and what else its reply needs. */
export interface Located {
  content: Span | undefined
  /** Small values by their paths. */
  values: Partial<Record<ValuePath, unknown>>
}

const VALUES = ['final_url', 'status_code', 'raw_encoding', 'headers', 'warnings'] as const
type ValuePath = (typeof VALUES)[number]

/** Larger ones are no such value: headers are bounded far below. */
const VALUE_BYTES = 1024 * 1024

/** Looks for the content at `path` in a page's JSON text, of which two pieces are held at once. */
export async function locateContent(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  path: string,
): Promise<Located> {
  const cursor = createJsonCursor()
  const values: Located['values'] = {}
  const missing = new Set<ValuePath>(VALUES)
  let [held, heldAt] = [Buffer.alloc(0) as Buffer, 0]
  for await (const piece of pieces) {
    cursor.read(piece)
    const pieceAt = heldAt + held.length
    for (const name of missing) {
      const span = cursor.spanOf(name)
      if (!span) continue
      missing.delete(name)
      const bytes = span.start >= pieceAt ? piece : Buffer.concat([held, piece])
      const start = span.start - (span.start >= pieceAt ? pieceAt : heldAt)
      const length = span.end - span.start
      if (start >= 0 && length <= VALUE_BYTES)
        values[name] = JSON.parse(bytes.toString('utf8', start, start + length))
    }
    ;[held, heldAt] = [piece, pieceAt]
  }
  return { content: cursor.spanOf(path), values }
}
