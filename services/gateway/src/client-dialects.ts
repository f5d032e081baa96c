import type { Request } from 'express'

/**
 * Published clients that read a reply otherwise than the specification writes it, and would not see a success; told by the beginning of
 * their `User-Agent`. Everybody else gets what the specification says.
 */
const DIALECTS = {
  /** Parses the body of each success, a deletion's too. */
  wantsDeletedBody: 'alterlab-mcp-server/',
  /** Waits for a job until its status is `succeeded`. */
  waitsForSucceeded: 'AlterLab-Python-SDK/',
} as const

export function speaks(dialect: keyof typeof DIALECTS, request: Request): boolean {
  return request.get('user-agent')?.startsWith(DIALECTS[dialect]) === true
}
