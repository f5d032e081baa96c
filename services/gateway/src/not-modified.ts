import { HEADERS } from '@gleaner/contracts'
import type { Request, Response } from 'express'

/** What is shown, and as what: the same address may be answered in several forms. */
interface Ended {
  id: string
  endedAt: Date
  form?: 'json' | 'jsonl' | 'csv'
}

/**
 * Names the state of what has ended, and answers 304 to who has it already. The same request gives the same reply until `endedAt` changes: what a
 * reply holds besides is part of its address.
 */
export function isNotModified(
  request: Request,
  response: Response,
  { id, endedAt, form = 'json' }: Ended,
): boolean {
  const tag = `"${id}.${endedAt.getTime()}.${form}"`
  response.setHeader(HEADERS.etag, `W/${tag}`)
  if (!names(request.get('If-None-Match'), tag)) return false
  response.status(304).end()
  return true
}

/** RFC 9110 section 13.1.2, compared weakly. Express' `fresh` says no to `Cache-Control: no-cache`, which fetch sends beside every tag. */
function names(sent: string | undefined, tag: string): boolean {
  return sent?.split(',').some((one) => [tag, `W/${tag}`, '*'].includes(one.trim())) ?? false
}
