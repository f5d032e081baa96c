import type { Request } from 'express'

export const JSON_LINES = 'application/x-ndjson'

/** Whether a request wants JSON lines. What accepts everything gets JSON. */
export function acceptsLines(request: Request): boolean {
  return request.accepts(['application/json', JSON_LINES]) === JSON_LINES
}
