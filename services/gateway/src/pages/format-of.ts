import { type Format, invalidRequest } from '@gleaner/contracts'
import type { Request } from 'express'

/** Media types that clients accept, and the format that each of them is. */
const BY_TYPE = {
  'text/markdown': 'markdown',
  'text/plain': 'text',
  'text/html': 'html',
} as const satisfies Record<string, Format>

/** The one format that a request asks for as the body; undefined where it wants the whole reply of POST /scrape. */
export function formatOf(
  request: Request,
  { format, formats }: { format?: Format; formats?: unknown },
): Format | undefined {
  if (format !== undefined && formats !== undefined)
    throw invalidRequest(
      [
        {
          path: 'format',
          message: 'is the body, and formats are fields of a reply in JSON; send one of them',
        },
      ],
      'query',
    )
  if (formats !== undefined) return undefined
  return format ?? acceptedFormat(request)
}

function acceptedFormat(request: Request): Format | undefined {
  const type = request.accepts(['text/markdown', 'application/json', 'text/html', 'text/plain'])
  if (type === 'application/json') return undefined
  return BY_TYPE[type as keyof typeof BY_TYPE] ?? 'markdown'
}
