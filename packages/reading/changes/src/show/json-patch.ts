import { isDeepStrictEqual } from 'node:util'

/** RFC 6902, the operations that a difference needs. */
export type Operation =
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'remove'; path: string }

type Json = unknown

/** Levels that are compared; what is deeper is replaced whole. */
const MOST_LEVELS = 64

/**
 * The JSON Patch that makes `after` of `before`. Lists are compared by their equal beginning and end, and what is between
 * place by place: linear in the documents, where a shortest patch costs the square.
 */
export function jsonPatch(before: Json, after: Json): Operation[] {
  const operations: Operation[] = []
  diff(before, after, '', operations, 0)
  return operations
}

function diff(before: Json, after: Json, path: string, out: Operation[], level: number): void {
  if (before === after) return
  if (level < MOST_LEVELS && Array.isArray(before) && Array.isArray(after))
    diffLists(before, after, path, out, level)
  else if (level < MOST_LEVELS && isRecord(before) && isRecord(after))
    diffRecords(before, after, path, out, level)
  else if (!isDeepStrictEqual(before, after)) out.push({ op: 'replace', path, value: after })
}

function diffRecords(
  before: Record<string, Json>,
  after: Record<string, Json>,
  path: string,
  out: Operation[],
  level: number,
): void {
  for (const key of Object.keys(before))
    if (!Object.hasOwn(after, key)) out.push({ op: 'remove', path: `${path}/${pointer(key)}` })
  for (const [key, value] of Object.entries(after)) {
    const at = `${path}/${pointer(key)}`
    if (Object.hasOwn(before, key)) diff(before[key], value, at, out, level + 1)
    else out.push({ op: 'add', path: at, value })
  }
}

function diffLists(
  before: readonly Json[],
  after: readonly Json[],
  path: string,
  out: Operation[],
  level: number,
): void {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && isDeepStrictEqual(before[head], after[head])) head++
  let tail = 0
  while (tail < most - head && isDeepStrictEqual(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const [from, to] = [before.length - tail, after.length - tail]
  const both = Math.min(from, to)
  for (let index = head; index < both; index++)
    diff(before[index], after[index], `${path}/${index}`, out, level + 1)
  for (let index = from - 1; index >= both; index--) out.push({ op: 'remove', path: `${path}/${index}` })
  for (let index = both; index < to; index++)
    out.push({ op: 'add', path: `${path}/${index}`, value: after[index] })
}

function isRecord(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const pointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')
