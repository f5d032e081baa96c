import { existsSync, fstatSync, openSync, renameSync, statSync } from 'node:fs'
import { MEGABYTE } from '@gleaner/runtime/units'

const FULL_BYTES = 20 * MEGABYTE

/** Opens a log to append to; one that has grown large becomes `<file>.1` first. `size` is where this opening begins. */
export function openLog(file: string): { descriptor: number; size: number } {
  if (existsSync(file) && statSync(file).size > FULL_BYTES) renameSync(file, `${file}.1`)
  const descriptor = openSync(file, 'a', 0o600)
  return { descriptor, size: fstatSync(descriptor).size }
}
