import type { Format } from './schemas/scrape/formats.ts'

/** Whether the body itself is handed over, so that also one that nothing is read from is of use. */
export function givesBytes(formats: readonly Format[] | undefined): boolean {
  return formats?.some((format) => format === 'raw' || format === 'bytes') ?? false
}
