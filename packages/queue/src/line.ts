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
export function lineName(id: string, { atOnce, gapMs }: LineBounds): string {
  return `line:${atOnce}:${gapMs}:${id}`
}

/** The bounds that a name holds; undefined for what is no line: a host. */
export function lineBounds(name: string): LineBounds | undefined {
  const [, atOnce, gapMs] = /^line:(\d+):(\d+):/.exec(name) ?? []
  return atOnce === undefined ? undefined : { atOnce: Number(atOnce), gapMs: Number(gapMs) }
}
