import type { Resource } from './work/index.ts'

/** Bounds of work at its target that are its own, beside those of every host. */
export interface LineBounds {
  /** Requests at once. */
  atOnce: number
  /** Least time between the starts of two requests, in milliseconds; 0: none. */
  gapMs: number
}

/**
 * The name of a line: of work that belongs together, is admitted in its order and has bounds of its own. The name holds the bounds, so
 * that whoever has it keeps them: who admits, the message, and the semaphore, whose resource it is.
 */
export function lineName(id: string, { atOnce, gapMs }: LineBounds): Resource {
  return `line:${atOnce}:${gapMs}:${id}`
}

/** Items of a line with a gap whose starts lie within this time are admitted together. */
const LINE_AHEAD_MS = 5_000
/** What the deadline of each of them is put off by: twice that, and as much again for what starts in between (retries, redirects). */
export const LINE_WAIT_MS = 3 * LINE_AHEAD_MS

/**
 * Most items of a line that may be under way. It has at its target what its bounds allow, and as much again is on its way there or is read: so the
 * target is never left waiting. With a gap each further one would spend its time waiting for the gaps before it: there are no more than start
 * within some seconds.
 */
export function mostInLine({ atOnce, gapMs }: LineBounds): number {
  return gapMs > 0 ? Math.min(atOnce, Math.max(2, Math.floor(LINE_AHEAD_MS / gapMs))) : 2 * atOnce
}

/**
 * The name of a line whose items are counted wherever their targets are: no more than so many are ever under way. Who admits keeps that; there
 * is nothing to keep where requests are sent. Its parts are those of the other name.
 */
export function itemsLineName(id: string, items: number): string {
  return `items:${items}:0:${id}`
}

/** Most items of the line with this name that may be under way, by its own bounds; of a host's line there are none. */
export function mostItemsOf(name: string): number {
  const bounds = lineBounds(name)
  return bounds ? mostInLine(bounds) : (itemsBound(name) ?? Number.POSITIVE_INFINITY)
}

/** What `itemsLineName` was given; undefined for another name. */
export function itemsBound(name: string): number | undefined {
  const [, items] = /^items:(\d+):/.exec(name) ?? []
  return items === undefined ? undefined : Number(items)
}

/** SQL: a row of `job` is a page of a crawl, whose line has bounds at its target. */
export const IS_PAGE_SQL = "COALESCE(job.line LIKE 'line:%', false)"

/** The bounds that a name holds; undefined for what has none at its target: a host, or items that are counted. */
export function lineBounds(name: string): LineBounds | undefined {
  const [, atOnce, gapMs] = /^line:(\d+):(\d+):/.exec(name) ?? []
  return atOnce === undefined ? undefined : { atOnce: Number(atOnce), gapMs: Number(gapMs) }
}
