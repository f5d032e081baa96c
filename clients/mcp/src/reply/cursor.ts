import type { z } from 'zod'
import { ToolError } from '../errors/tool-error.ts'

/** Where a list or a page goes on, as text. It says nothing that its holder could not ask for. */
export function writeCursor(kind: string, place: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify([kind, ...place])).toString('base64url')
}

/** The place that a cursor of this kind names. Throws a ToolError for what no reply has given. */
export function readCursor<Place extends z.ZodTuple>(
  kind: string,
  place: Place,
  cursor: string,
): z.output<Place> {
  const [of, ...parts] = parse(cursor)
  const read = of === kind ? place.safeParse(parts) : undefined
  if (read?.success) return read.data
  throw new ToolError(
    'INVALID_CURSOR',
    'cursor: is none that a reply of this tool has given.',
    'Send next_cursor of the reply before as it is, or leave cursor out to begin anew.',
  )
}

function parse(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}
