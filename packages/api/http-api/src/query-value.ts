import type { Request } from 'express'

/** A parameter of the query that stands there once; undefined otherwise. */
export function queryValue(request: Request, name: string): string | undefined {
  const value = request.query[name]
  return typeof value === 'string' ? value : undefined
}
