import type { Issue } from '@gleaner/contracts'

/** A cookie as some program or person wrote it down: nothing of it has been checked. Absent and null are the same. */
export interface WrittenCookie {
  name: unknown
  value: unknown
  domain?: unknown
  hostOnly?: unknown
  path?: unknown
  /** Seconds since 1970, or a text of a time. */
  expires?: unknown
  secure?: unknown
  httpOnly?: unknown
  sameSite?: unknown
  /** What is wrong with one of its fields, told without its value. */
  fault(field: WrittenField, message: string): Issue
}

export type WrittenField = Exclude<keyof WrittenCookie, 'fault'>

/** What a format's reader makes of an import. */
export interface Written {
  cookies: WrittenCookie[]
  issues: Issue[]
  /** Of a storage state: what origins have stored, unread. */
  origins?: unknown
}

/** An import that is not to be read at all. */
export function unreadable(message: string): Written {
  return { cookies: [], issues: [{ path: 'cookies', message }] }
}
