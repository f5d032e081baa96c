import { MEGABYTE } from '@gleaner/runtime/units'

/** What one read may use. */
export interface Budget {
  cpuMs: number
  memoryMb: number
}

/** What a worker has used: CPU time since it started, and memory that it holds now. */
export interface Usage {
  cpuMs: number
  memoryBytes: number
}

/** Why a read has to end, for the caller of the API; undefined while it keeps to its budget. */
export function excess(used: Usage, budget: Budget): string | undefined {
  if (used.memoryBytes > budget.memoryMb * MEGABYTE) return tooMuch.memory(budget)
  if (used.cpuMs > budget.cpuMs) return tooMuch.time(budget)
  return undefined
}

const REMEDY =
  'It would fail again: ask for a smaller document or for fewer formats, or let the operator of this server raise'

/** The messages for each part of a budget. */
export const tooMuch = {
  memory: ({ memoryMb }: Budget) =>
    `Reading the page needs more than ${memoryMb} MB of memory, which is all that one page may use. ${REMEDY} EXTRACT_MEMORY_MB.`,
  time: ({ cpuMs }: Budget) =>
    `Reading the page takes more than ${cpuMs / 1000} s of CPU time, which is all that one page may use. ${REMEDY} EXTRACT_CPU (EXTRACT_OCR_CPU for images).`,
}
