import { MEGABYTE } from '@gleaner/runtime/units'

/** What one page may use. A page that uses more is ended, and not tried again. */
export interface PageBudgets {
  /** Memory of the page's own process, in bytes. */
  memoryBytes: number
  /** Processor time of the page's own process, all its threads (workers) together. */
  cpuMs: number
  /** What a visit may send over the debugging pipe, in bytes. */
  protocolBytes: number
}

/** Our own reading of the largest page takes 300 MB at most. */
export const PROTOCOL_BYTES = 512 * MEGABYTE

/**
 * Memory: heavy real pages (maps, mail, boards with thousands of cards) take 300 to 600 MB in Chromium. Processor time:
 * the heaviest take 10 to 15 s.
 */
export const DEFAULT_BUDGETS: PageBudgets = {
  memoryBytes: 1024 * MEGABYTE,
  cpuMs: 60_000,
  protocolBytes: PROTOCOL_BYTES,
}

/**
 * What the processes that all pages of a browser share (the browser itself, graphics, network, storage) may hold, as a
 * multiple of one page's memory, and how much of a page's processor time each open page may cost them.
 */
export const SHARED_MEMORY_FACTOR = 1.5
export const SHARED_CPU_FACTOR = 2

/** What a page makes happen counts four times what we asked of it: 128 MB, where heavy pages cause 20. */
export const EVENT_WEIGHT = 4
/** Largest captured XHR response that is kept, and all of one page together. */
export const CAPTURE_BYTES_EACH = MEGABYTE
export const CAPTURE_BYTES_TOTAL = 8 * MEGABYTE
/** What a browser may keep on the disk: its profile, and what it swaps out of its memory. */
export const DISK_BYTES = 1024 * MEGABYTE

/** A page used more than it may. Final: it would do so again. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

const LESS = 'Try block_images, leave out screenshot and actions, or use a tier without a browser.'

export const overBudget = {
  memory: (bytes: number) =>
    new OverBudget(`The page used more than the ${inMegabytes(bytes)} of memory that it may. ${LESS}`),
  cpu: (ms: number) =>
    new OverBudget(`The page used more than the ${ms / 1000} s of CPU time that it may. ${LESS}`),
  disk: () => new OverBudget(`The page stored more than ${inMegabytes(DISK_BYTES)} on the disk. ${LESS}`),
  protocol: (bytes: number) =>
    new OverBudget(`The page sent ${inMegabytes(bytes)} to the debugger, more than it may. ${LESS}`),
  file: (what: string, bytes: number) =>
    new OverBudget(
      `The ${what} is larger than ${inMegabytes(bytes)}. Leave it out, or ask for a part of the page.`,
    ),
  drawn: (what: string) =>
    new OverBudget(`Chromium cannot make a ${what} of this page, which may be too large. Leave it out.`),
  fatal: () => new OverBudget(`The page brought down two browsers, the second one its own. ${LESS}`),
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`
}
